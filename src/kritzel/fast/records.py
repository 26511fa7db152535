"""What compiled functions are given. Types only: what is in a record says its dtype (`SHEET`, `STATE`)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = np.record
"""One row of a structured array, read by name (`s.cells`) or key (`s["cells"]`): a sheet, a table, a seat."""

Records: TypeAlias = np.ndarray[Any, Any]
"""Such an array: a packed sheet, a table, several of them."""

Array: TypeAlias = np.ndarray[Any, Any]
"""Numbers, read or written in place."""

Seed: TypeAlias = np.uint64 | int
"""Luck, or the key of one event of it (`fast.luck`)."""
