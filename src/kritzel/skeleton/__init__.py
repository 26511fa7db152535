"""What `kritzel new game` copies: a tiny game with all the furniture of a room, its tests, its package.

The names `tiny`, `Tiny`, `kritzel.skeleton.room` and the clauses Q1, Q2, ... become those of the new game.
"""
