"""The colours of the house as custom properties for the pages: web/src/tokens.css from drawing/theme.py.

`--check` says whether the file is what would be made, and changes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kritzel.drawing.theme import FONT, PAD, tokens

HOUSE = Path(__file__).parent.parent
TOKENS = HOUSE / "web/src/tokens.css"
HEAD = "/* Made by tools/page_tokens.py from src/kritzel/drawing/theme.py. Do not edit. */\n"


def main() -> None:
    made = (
        HEAD
        + block(":root", always() | dict(tokens("light")))
        + block('[data-theme="dark"]', dict(tokens("dark")))
    )
    if "--check" in sys.argv[1:]:
        if TOKENS.read_text("utf-8") != made:
            sys.exit(f"{TOKENS.relative_to(HOUSE)} is stale: run tools/page_tokens.py")
    else:
        TOKENS.write_text(made, "utf-8")


def always() -> dict[str, str]:
    """What is the same in both themes."""
    return {"font": FONT, "pad": PAD}


def block(selector: str, values: dict[str, str]) -> str:
    """One rule."""
    lines = "".join(f"  --{name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{lines}}}\n"


if __name__ == "__main__":
    main()
