"""Our own games: see `kritzel.conformance.test_explaining`."""

from kritzel.conformance.test_explaining import *  # noqa: F403
