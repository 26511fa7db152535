"""Our own games: see `kritzel.conformance.test_contract`."""

from kritzel.conformance.test_contract import *  # noqa: F403
