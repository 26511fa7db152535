"""One table: who sits there, what they may say, what its log folds to. Does no I/O."""
