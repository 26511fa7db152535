"""Our own games: see `kritzel.conformance.test_saying`."""

from kritzel.conformance.test_saying import *  # noqa: F403
