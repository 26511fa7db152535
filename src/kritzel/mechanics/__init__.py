"""What games are made of: cell sets, square and hex grids, dice, cards. No turns, seats or names of games."""
