"""Moves and questions in words, for the command line: the same as everywhere (`kritzel.telling`)."""

from kritzel.telling import clock, in_writing_order, move_words, outcome_words, question

__all__ = ["clock", "in_writing_order", "move_words", "outcome_words", "question"]
