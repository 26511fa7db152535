"""What compiled functions are given, by name. For those who read and for mypy; nothing happens at run time.

Every kind of record has a class of its own in its room (`SheetRecord`, `TableRecord` ...), so that a sheet is
never taken for a table. Their fields are those of the dtype beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt


class Record:
    """A numpy record, its fields by name."""

    if TYPE_CHECKING:

        def __getitem__(self, field: str, /) -> Any: ...

        def __setitem__(self, field: str, value: object, /) -> None: ...


Records: TypeAlias = npt.NDArray[np.void]
"""An array of records: of one where it is a packed sheet or a table."""

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]
Reals: TypeAlias = npt.NDArray[np.floating[Any]]
Truths: TypeAlias = npt.NDArray[np.bool_]

Words: TypeAlias = npt.NDArray[np.uint64]
"""A set of cells as records hold it, or several."""

Key: TypeAlias = np.uint64
"""The key of one chance event (`luck.key`)."""

Seed: TypeAlias = int | np.uint64
"""A whole number below 2**63."""
