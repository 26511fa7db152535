"""How many files this process may have open, which is how many people may be connected."""

from __future__ import annotations

from contextlib import suppress

WISHED = 1 << 20
RESERVED = 128
"""Files for everything but connections: tables, pages, bots."""
FEW = 4096


def raise_limit() -> int:
    """As many files as the system lets us have; how many that are. Where nobody counts: very many."""
    try:
        import resource
    except ImportError:  # Windows counts differently
        return WISHED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WISHED if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    with suppress(OSError, ValueError):  # macOS allows less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def connections() -> int:
    """How many people may be connected."""
    return max(RESERVED, raise_limit() - RESERVED)
