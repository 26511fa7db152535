"""The modules that a live move passes through: `python -m tools.walk` plays at a real server and looks.

The server runs in the main thread, where each call of our code is noted; two pages play from another thread.
A move reaches from the command's arrival until its page knows what became of it. Printed for each game: the
median number of modules over the moves, and with --names the modules of the median move. What the store's
thread does after that, and other packages, are not counted.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from random import Random
from statistics import median_low
from tempfile import TemporaryDirectory
from threading import Thread
from types import FrameType

import kritzel
from tests.patience import until
from tests.server.clients import Guest

SOURCES = str(Path(kritzel.__file__).parent)
SHEETS = ("dizzle/1", "border/1", "traexx/1")
MOVES = 25

_seen: set[str] = set()


def _note(frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        _seen.add(frame.f_code.co_filename)


def walked(url: str, sheet: str) -> list[list[str]]:
    """The modules of each move of a game between two pages, the shortest walk first."""
    ana, ben = Guest(url, "Ana"), Guest(url, "Ben")
    laid = ana.lay(sheet, "me", "friend")
    ben.join(laid["table"], laid["invites"][0]["token"])
    pages = [ana.sit(laid["table"]), ben.sit(laid["table"])]
    for page in pages:
        page.ready()
    for page in pages:
        page.hear(lambda page=page: page.view["phase"] == "running")
    luck = Random(sheet)
    walks: list[list[str]] = []
    while len(walks) < MOVES and pages[0].view["phase"] == "running":
        for page in pages:
            page.hear()
        _seen.clear()
        if any(page.play_any(luck) for page in pages):
            walks.append(sorted(_name(file) for file in _seen.copy() if file.startswith(SOURCES)))
    for guest in (ana, ben):
        guest.close()
    return sorted(walks, key=len)


def _name(file: str) -> str:
    return Path(file).relative_to(SOURCES).with_suffix("").as_posix()


def measure() -> dict[str, list[str]]:
    """The modules of the median move of each game. Ends the server in the main thread, which this blocks."""
    from kritzel.cli.serve import serve

    found: dict[str, list[str]] = {}
    with TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        os.environ |= {"KRITZEL_RATE": "10000", "KRITZEL_WARM_BOTS": "0", "KRITZEL_DATA": f"{folder}/t.db"}

        def play() -> None:
            until(lambda: _answers(port))
            try:
                for sheet in SHEETS:
                    walks = walked(f"http://127.0.0.1:{port}", sheet)
                    found[sheet] = walks[[*map(len, walks)].index(median_low(map(len, walks)))]
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again after its own end
        pages = Thread(target=play)
        pages.start()
        sys.setprofile(_note)
        with suppress(SystemExit), redirect_stdout(sys.stderr):
            serve(args=["--port", str(port)])
        sys.setprofile(None)
        pages.join()
    return found


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main() -> None:
    for sheet, modules in measure().items():
        print(f"{sheet}: {len(modules)} modules a move")
        if "--names" in sys.argv:
            print(*(f"  {name}" for name in modules), sep="\n")


if __name__ == "__main__":
    main()
