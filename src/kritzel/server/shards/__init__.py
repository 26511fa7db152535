"""Several processes on one machine: a front that accepts, workers that play, each with its own tables."""
