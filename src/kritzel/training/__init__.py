"""Training value networks by self-play: games, gradients, the loop, and what comes out."""
