"""The games: one room each, with the same furniture. `catalogue` lists them and their sheets."""
