"""`import kritzel` and a whole game need nothing but Python: no package is there, so none can be loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
GAME = f"""
import sys
sys.path.append({str(SOURCES)!r})
import kritzel
for sheet in ("dizzle/1", "border/1", "traexx/1"):
    table = kritzel.start(sheet, seed=1)
    while not table.over:
        if table.deciding:
            seat = table.deciding[0]
            table.play(seat, table.moves(seat)[0])
        else:
            table.roll()
    assert kritzel.svg(table).startswith("<svg")
    assert kritzel.replay(table.record()).totals == table.totals
print(*sorted({{name.partition(".")[0] for name in sys.modules}} - {{*sys.stdlib_module_names}}))
"""


def test_a_game_without_any_package() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", GAME], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["__main__", "kritzel"]
