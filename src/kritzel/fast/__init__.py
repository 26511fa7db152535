"""Compiled twins of the rules, for search, training and large experiments. Importing this compiles nothing.

A twin plays the same game as `kritzel.games.<slug>`, move by move, on fixed-size records in place. The
rules are the truth; a twin exists only together with its lock-step test (tests/fast).
"""
