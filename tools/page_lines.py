"""Find lines of the pages over 120 columns: comments and texts, which Prettier leaves as they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONGEST = 120
MADE = {"tokens.css", "drawn.css", "shapes.ts", "protocol.ts"}


def main() -> None:
    if found := [*too_long()]:
        sys.exit("\n".join(found))


def too_long() -> Iterator[str]:
    for path in sorted((ROOT / "web/src").rglob("*.*")):
        if path.suffix in (".ts", ".svelte", ".css") and path.name not in MADE:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if len(line) > LONGEST:
                    yield f"{path.relative_to(ROOT)}:{number}: {len(line)} columns, {LONGEST} are enough"


if __name__ == "__main__":
    main()
