"""Take pictures of every page and every game, on phone and desk, on paper and on the board, into a folder.

    python -m tools.screenshots FOLDER [WORD]

With a word only those whose name contains it. Positions are played by bots, so that sheets look like games.
For looking at: nothing else reads these files. Three of them are in the documentation (docs/pictures).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser import ahead
from tests.browser.building import built
from tests.browser.devices import Shelf
from tests.browser.people import Company, Person
from tests.browser.serving import Server
from tools import browser as found

Json = dict[str, Any]
NAMES = ("Mara", "Jonas", "Lotte", "Emil")
BOT = "planner"
LAST = 7
"""How many of the last entries people have made."""
LOOKS: dict[str, Json] = {
    "phone-light": {"phone": True, "dark": False, "lang": "de", "device_scale_factor": 2},
    "phone-dark": {"phone": True, "dark": True, "lang": "en", "device_scale_factor": 2},
    "desk-light": {"phone": False, "dark": False, "lang": "en"},
    "desk-dark": {"phone": False, "dark": True, "lang": "de"},
}


class Shot(NamedTuple):
    """A picture: its name, who looks at what, and what is touched before it is taken."""

    name: str
    path: str
    laid: ahead.Laid | None = None
    touch: Callable[[Person], None] = lambda person: None


def main(folder: Path, only: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with opened() as (server, browser):
        for shot in shots(server, only):
            for look in LOOKS:
                take(folder / f"{shot.name}-{look}.png", shot, look, server, browser)


@contextmanager
def opened() -> Iterator[tuple[Server, Browser]]:
    with TemporaryDirectory() as place, sync_playwright() as play:
        pages = built(Path(place))
        with Server(Path(place), pages, KRITZEL_BOT_PAUSE="0.1") as server:
            browser = play.chromium.launch(executable_path=found.find(), args=found.flags())
            yield server, browser
            browser.close()


def take(path: Path, shot: Shot, look: str, server: Server, browser: Browser) -> None:
    person = Company(Shelf(browser)).comes(server, NAMES[0], **LOOKS[look])
    if shot.laid:
        shot.laid._replace(guests=shot.laid.guests[:1]).handed_to(person)
    person.open(shot.path)
    person.page.get_by_role("main").wait_for()
    shot.touch(person)
    person.page.wait_for_load_state("networkidle")
    person.page.screenshot(path=path, animations="disabled")
    person.context.close()
    print(path)


# What is shown -----------------------------------------------------------------------------------
def shots(server: Server, only: str) -> Iterator[Shot]:
    plain = {"home": "/", "rulebook": "/rules/dizzle", "clause": "/rules/border#B5", "verify": "/verify"}
    plain |= {f"learn-{game}": f"/learn/{game}" for game in ("dizzle", "border", "traexx")}
    plain |= {"missing": "/nowhere"}
    yield from (Shot(name, path) for name, path in plain.items() if only in name)
    yield from (make(server) for name, make in TABLES.items() if only in name)


def table(
    name: str,
    sheet: str,
    seats: int,
    ready: Callable[[Json], bool],
    touch: Callable[[Person], None] = lambda person: None,
) -> Callable[[Server], Shot]:
    """A game in the middle, as soon as it is ready to be looked at."""

    def make(server: Server) -> Shot:
        server.luck(name)
        laid = brought(ahead.lay(server, sheet, NAMES[:seats]), ready)
        return Shot(name, laid.path, laid, touch)

    return make


def brought(laid: ahead.Laid, ready: Callable[[Json], bool]) -> ahead.Laid:
    """Bots play for all seats until the table is interesting, then people until it is ready again."""
    pages = ahead.begin(laid)
    for seat, page in enumerate(pages):
        page.say("standin", seat=seat, bot=BOT)
    first = pages[0]
    first.hear(lambda: ready(first.view) or first.view["phase"] != "running", wait=60)
    for seat, page in enumerate(pages):
        page.say("back", seat=seat)
    since = laid.view()["version"] + LAST
    ahead.play(laid, pages, lambda view: over(view) or (view["version"] > since and ready(view)))
    for page in pages:
        page.close()
    return laid


def may_choose(view: Json) -> bool:
    """Whether the first seat has to choose a cell."""
    return any(option.get("cell") for hand in view["hands"] for option in hand["options"])


def late(share: float) -> Callable[[Json], bool]:
    """So much of all passes or cards is over."""

    def ready(view: Json) -> bool:
        now, of, *_ = [*map(int, re.findall(r"\d+", ahead.clock(view))), 1, 1]
        return now >= of * share and may_choose(view)

    return ready


def crossed(cells: int) -> Callable[[Json], bool]:
    """Whether that many cells are crossed."""

    def ready(view: Json) -> bool:
        marks = [mark["kind"] for cell in view["scenes"][0]["cells"] for mark in cell.get("marks", [])]
        return marks.count("cross") >= cells and may_choose(view)

    return ready


def chooses(kind: str, share: float) -> Callable[[Json], bool]:
    """The first seat chooses a move of this kind, late enough."""

    def ready(view: Json) -> bool:
        kinds = {option["kind"] for hand in view["hands"] for option in hand["options"]}
        return kind in kinds and late(share)(view)

    return ready


def over(view: Json) -> bool:
    return bool(view["phase"] == "over")


# What is touched ---------------------------------------------------------------------------------
def preview(person: Person) -> None:
    """A legal cell is tapped, and the move is shown."""
    words = "a die fits|lava may flow|rail is to be drawn|line can go"
    words += "|ein Würfel passt|kann Lava fließen|fehlt eine Schiene|geht es weiter"
    person.page.get_by_role("gridcell", name=re.compile(words)).last.click()


def why_not(person: Person) -> None:
    """A cell is tapped that cannot be chosen."""
    words = "fits|can go|passt|geht es|crossed|angekreuzt|line|Linie"
    person.page.get_by_role("gridcell").filter(has_not=person.page.get_by_label(re.compile(words))).nth(
        5
    ).click()
    person.page.get_by_test_id("toast").wait_for()


def others(person: Person) -> None:
    """The sheet of another seat at full size."""
    person.button(re.compile(f"^{NAMES[1]}: ")).click()


def menu(person: Person) -> None:
    person.button(re.compile("^(Menu|Menü)$")).click()


def lobby(server: Server) -> Shot:
    server.luck("lobby")
    guest = server.guest(NAMES[0])
    laid = guest.lay("dizzle/2", "me", "friend", "greedy")
    return Shot("lobby", f"/t/{laid['table']}", ahead.Laid(laid["table"], (guest,)))


def real(server: Server) -> Shot:
    server.luck("real")
    laid = ahead.begun(server, "dizzle/5", NAMES[:2], real_dice=True)
    return Shot("real-dice", laid.path, laid)


TABLES: dict[str, Callable[[Server], Shot]] = {
    "lobby": lobby,
    "real-dice": real,
    "dizzle": table("dizzle", "dizzle/2", 4, late(0.5), preview),
    "dizzle-why-not": table("dizzle-why-not", "dizzle/1", 2, late(0.4), why_not),
    "dizzle-lava": table("dizzle-lava", "dizzle/7", 2, chooses("lava", 0.4)),
    "dizzle-rails": table("dizzle-rails", "dizzle/8", 3, chooses("rail", 0.5), preview),
    "border": table("border", "border/1", 3, crossed(40)),
    "traexx": table("traexx", "traexx/1", 2, late(0.5)),
    "others": table("others", "dizzle/3", 3, late(0.6), others),
    "menu": table("menu", "traexx/1", 1, late(0.2), menu),
    "end": table("end", "dizzle/1", 3, over),
    "end-alone": table("end-alone", "dizzle/4", 1, over),
}


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
