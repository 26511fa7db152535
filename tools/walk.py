"""The lists of docs/way-of-a-tap.md: every function that a tap passes, from the page to the disk and back.

    python -m tools.walk [--check]

The server's half is measured: a page plays with fixed dice at a real server, and each call of our code is
noted by thread. The page's half is written by hand below; exit code 2 if a function in it is gone.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import dedent, wrap
from types import CodeType, FrameType
from typing import NamedTuple
from unittest.mock import patch

import uvicorn

import kritzel
from kritzel.cli.server_access import StorePlace, open_store
from kritzel.server.settings import Settings
from kritzel.server.table import dice
from kritzel.server.web import app, network
from tests.server.clients import Guest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "way-of-a-tap.md"
BLOCK = re.compile(r"(<!-- made by tools/walk.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
SOURCES, WEB = Path(kritzel.__file__).parent, ROOT / "web" / "src"
GAMES = {"Dizzle": "dizzle/1", "The Border": "border/1", "Träxx": "traexx/1"}
MOVES = 25
SERVER, STORE = "server", "kritzel-store"
"""The names of the two threads."""

OUT = """sheet/CellGrid.svelte clicked cellAt > sheet/tapping.ts tapped > sheet/geometry.ts distance
> sheet/walking.ts isTarget > sheet/vocabulary.ts isLegal > sheet/CellGrid.svelte choose focus
> sheet/Board.svelte onpick > sheet/Sheet.svelte onpick > table/Play.svelte onpick
> table/tableHand.svelte.ts tapCell > hand/hand.svelte.ts tapCell > table/tableHand.svelte.ts isReady
> hand/choosing.ts tapCell inMind > table/tableHand.svelte.ts take > hand/hand.svelte.ts take
> table/tableHand.svelte.ts play #deed > pieces/toast.svelte.ts settle > pieces/sound.ts play
> wire/live.svelte.ts tell newId #keep saveKept > keeping.ts keepData keep > wire/live.svelte.ts #say
> wire/heartbeat.ts said"""
BACK = """wire/live.svelte.ts #hear > wire/heartbeat.ts heard > wire/live.svelte.ts #read #grow
> wire/merge.ts merge > wire/assemble.ts inWords > wire/live.svelte.ts #show > wire/assemble.ts assembled
> wire/scene.ts scenesOf sceneOf > wire/live.svelte.ts #answered #keep saveKept > keeping.ts forget
> table/tableHand.svelte.ts #heard #next > table/watch.svelte.ts look hear > table/tableHand.svelte.ts refresh
> hand/hand.svelte.ts refresh > sheet/svgLayer.svelte.ts layer"""
FUNCTION = r"^ *(?:(?:export|protected|override|async|function) )*NAME(?:<[^(]*>)?\((?:.*\{)?$"
HANDED_ON = r"^ *(?:\{NAME\}|NAME=\{.*)$"
"""A property that a component gives to another one."""
COMMENT = r"/\*\*((?:(?!\*/).)*)\*/"


class Step(NamedTuple):
    """A function on the way: its file, its name, and the first sentence of its docstring."""

    file: Path
    name: str
    summary: str


class Gone(Exception):
    """A function of the written lists is not where it was."""


# The server ------------------------------------------------------------------------------------
_calls: defaultdict[str, dict[tuple[str, str], CodeType]] = defaultdict(dict)
"""By thread the functions that were called, in the order of their first calls."""


def _note(frame: FrameType, event: str, _: object) -> None:
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(str(SOURCES)):
        _calls[threading.current_thread().name].setdefault((code.co_filename, code.co_qualname), code)


def _steps(thread: str) -> list[Step]:
    """What was called in a thread, without lambdas, comprehensions and dunders."""
    named = [c for c in _calls[thread].values() if "<" not in c.co_qualname and c.co_name[:2] != "__"]
    return [Step(Path(code.co_filename), code.co_qualname, _docstring(code)) for code in named]


def _docstring(code: CodeType) -> str:
    function = ast.parse(dedent(inspect.getsource(code))).body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    return _sentence(ast.get_docstring(function) or "")


def walk(url: str, sheet: str) -> tuple[list[Step], list[Step]]:
    """The move with the median number of modules, and what all moves do in the store's thread.

    Two people play at one device: the order in which several pages are told is not fixed.
    """
    ana, luck, moves = Guest(url, "Ana"), Random(sheet), list[list[Step]]()
    page = ana.sit(ana.lay(sheet, "me", "here")["table"])
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    _calls.clear()
    while len(moves) < MOVES and page.view["phase"] == "running":
        hand = next(hand for hand in page.view["hands"] if hand["options"])
        _calls.pop(SERVER, None)
        assert page.move(hand["seat"], luck.choice(hand["options"])["text"])["t"] == "ack"
        moves.append(_steps(SERVER))
    ana.close()
    median = sorted(moves, key=lambda steps: len(_modules(steps)))[len(moves) // 2]
    calls = sorted(_calls[STORE].items(), key=lambda call: (call[0][0], call[1].co_firstlineno))
    _calls[STORE] = dict(calls)  # it begins to wait again before or after the answer is here
    return median, _steps(STORE)


def measure() -> tuple[dict[str, list[Step]], list[Step]]:
    """A move of each game, and what the store's thread does for it."""
    moves: dict[str, list[Step]] = {}
    threading.setprofile(_note)  # before the threads are there
    with TemporaryDirectory() as folder, patch.object(dice, "key", lambda *_: bytes(32)):
        listener = network.listening("127.0.0.1", 0)
        port, data = listener.getsockname()[1], Path(folder) / "tables.db"
        chosen = Settings(port=port, data=data, rate=10_000.0, grace=100_000.0)
        store = open_store(StorePlace(data, ""), SERVER)
        server = uvicorn.Server(uvicorn.Config(app.make_app(chosen, store), **app.uvicorn_options(chosen)))
        running = threading.Thread(target=server.run, args=([listener],), name=SERVER)
        running.start()
        try:
            for game, sheet in GAMES.items():
                moves[game], stored = walk(f"http://127.0.0.1:{port}", sheet)
        finally:
            server.should_exit = True
            running.join()
            asyncio.run(store.close())
            threading.setprofile(None)
    return moves, stored


# The page in the browser -----------------------------------------------------------------------
def browser_steps(way: str) -> Iterator[Step]:
    """The functions of a written list. Raises Gone."""
    for part in way.split(">"):
        name, *functions = part.split()
        text = (WEB / name).read_text("utf-8") if (WEB / name).exists() else ""
        for function in functions:
            pattern = f"{FUNCTION}|{HANDED_ON}".replace("NAME", re.escape(function))
            found = re.search(pattern, text, re.MULTILINE)
            if not found:
                raise Gone(f"web/src/{name} has no function {function}: correct the lists in tools/walk.py")
            yield Step(WEB / name, function, _comment(rf"{COMMENT}\s*\Z", text[: found.start()]))


def _comment(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.DOTALL)
    return _sentence(re.sub(r"\n *\*", "\n", found[1])) if found else ""


# The text --------------------------------------------------------------------------------------
def _sentence(text: str) -> str:
    """The first one."""
    first = " ".join(text.strip().split("\n\n")[0].split())
    return re.sub(r"(?<=[.?!]) .*", "", first)


def _about(file: Path) -> str:
    """What a module says of itself."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return _sentence(ast.get_docstring(ast.parse(text)) or "")
    return _comment(rf"\A(?:<script[^>]*>\s*)?{COMMENT}", text)


def _modules(steps: list[Step]) -> list[Path]:
    return list(dict.fromkeys(step.file for step in steps))


def _listing(steps: list[Step], *, numbered: bool = True) -> str:
    """The modules in the order of their first steps; each function with its place on the way."""
    lines: list[str] = []
    for file in _modules(steps):
        root, folder = (WEB, "web/src") if file.is_relative_to(WEB) else (SOURCES, "src/kritzel")
        name, about = file.relative_to(root).as_posix(), _about(file)
        lines += [f"\n### [{name}](../{folder}/{name})", *wrap(about, 120)]
        for place, step in enumerate(steps, 1):
            if step.file == file:
                summary = f": {step.summary}" if step.summary not in ("", about) else ""
                said = f"{place} " * numbered + f"`{step.name}`{summary}"
                lines += wrap(f"- {said}", 120, subsequent_indent="  ")
    return "\n".join(lines) + "\n\n"


def page(text: str) -> str:
    """The page with new lists. Raises Gone."""
    out, back = list(browser_steps(OUT)), list(browser_steps(BACK))
    moves, stored = measure()
    sides = {
        "page": out + back,
        **{f"server, {game}": steps for game, steps in moves.items()},
        "store": stored,
    }
    rows = [f"| {side} | {len(_modules(steps))} | {len(set(steps))} |\n" for side, steps in sides.items()]
    made = {"out": _listing(out), "server": _listing(moves["Dizzle"]), "back": _listing(back)}
    made["store"] = _listing(stored, numbered=False)
    made["counts"] = "| side | modules | functions |\n|---|---|---|\n" + "".join(rows)
    return BLOCK.sub(lambda found: found[1] + made[found[2]] + found[3], text)


def main(arguments: list[str]) -> int:
    old = PAGE.read_text("utf-8")
    try:
        new = page(old)
    except Gone as error:
        print(error, file=sys.stderr)
        return 2
    if "--check" in arguments:
        print("\n".join(unified_diff(old.splitlines(), new.splitlines(), "page", "code", n=0, lineterm="")))
        print(f"docs/{PAGE.name} is {'up to date' if old == new else 'stale: run python -m tools.walk'}")
        return int(old != new)
    PAGE.write_text(new, "utf-8")
    print(f"docs/{PAGE.name}: {'as before' if old == new else 'changed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
