"""The user's folders, where tables, nets and records are stored."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def home() -> Path:
    """The user's home, or `/` for a user without one, as in a container."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def data_folder(env: Mapping[str, str] = os.environ) -> Path:
    return Path(env.get("XDG_DATA_HOME") or home() / ".local" / "share") / "kritzel"
