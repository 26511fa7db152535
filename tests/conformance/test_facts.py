"""Our own games: see `kritzel.conformance.test_facts`."""

from kritzel.conformance.test_facts import *  # noqa: F403
