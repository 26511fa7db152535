"""Opinions: what the compiled bots think of a table, apart from the rules. Importing this compiles nothing.

A mind stands on the twin of its game (`kritzel.fast.<slug>`) and never changes what is allowed. What all have
in common: the value network (`net`), the bots by number (`levels`), loops written for every game (`loops`).
"""
