"""The cardboard: cell sets, square and hex grids, dice, cards. No turns, no seats, no game names."""
