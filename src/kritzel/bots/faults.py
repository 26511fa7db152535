"""Bots that fail: what went wrong, and who moves in their place. A bot from outside may be late, crash, raise
an error, or answer nonsense; the game goes on, and whoever asked can tell how often that happened."""

from __future__ import annotations

from typing import Any, NamedTuple

from kritzel.bots.random import RandomBot
from kritzel.game import Text

LATE, CRASHED, RAISED, ILLEGAL, GARBAGE = "late", "crashed", "raised", "illegal", "garbage"
GIVEN_UP = "given_up"
WHY = {
    LATE: Text("zu spät", "too late"),
    CRASHED: Text("abgestürzt", "crashed"),
    RAISED: Text("Fehler im Bot", "error in the bot"),
    ILLEGAL: Text("kein erlaubter Zug", "no legal move"),
    GARBAGE: Text("unverständlich", "not understood"),
    GIVEN_UP: Text("nach zu vielen Fehlern aufgegeben", "given up after too many failures"),
}
"""What a bot can do wrong, in words."""

GRACE = 9.0
"""Seconds beyond its budget after which a bot is too late."""
MOST_FAILURES = 5
"""So many failures one after the other, and a program is not started again; nor is a class asked that was so
often too late."""

STAND_IN = RandomBot()
"""Who moves in its place: needs nothing and never fails."""


class BotFailed(RuntimeError):
    """A bot has no move to give: why (a key of WHY), and what was seen, as a program says it."""

    def __init__(self, kind: str, said: str) -> None:
        self.kind, self.said = kind, said
        super().__init__(f"{WHY[kind].en}: {said}")

    def __reduce__(self) -> tuple[type[BotFailed], tuple[str, str]]:
        """It may come from another process."""
        return BotFailed, (self.kind, self.said)


class Chosen(NamedTuple):
    """A move, and what kept the bot from choosing it itself; None if nothing did."""

    move: Any
    fault: BotFailed | None = None


class Faults:
    """How often each seat's bot failed, by kind, and what was seen the first time."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], tuple[int, str]] = {}

    def add(self, seat: int, kind: str, said: str, moves: int = 1) -> None:
        """A bot has failed."""
        before, first = self._seen.get((seat, kind), (0, said))
        self._seen[seat, kind] = (before + moves, first)

    def note(self, seat: int, fault: BotFailed | None) -> None:
        """A bot was asked, and perhaps it failed."""
        if fault is not None:
            self.add(seat, fault.kind, fault.said)

    def told(self) -> tuple[dict[str, Any], ...]:
        """All of them as data; empty where nobody failed."""
        return tuple(
            {"seat": seat, "kind": kind, "moves": moves, "said": said}
            for (seat, kind), (moves, said) in sorted(self._seen.items())
        )

    def of(self, seat: int) -> dict[str, Any] | None:
        """Who moved in a seat's place, how often and why; None where it always moved itself."""
        why = [{k: v for k, v in each.items() if k != "seat"} for each in self.told() if each["seat"] == seat]
        return {"bot": STAND_IN.name, "moves": sum(e["moves"] for e in why), "why": why} if why else None


def sentence(name: str, stood_in: dict[str, Any]) -> Text:
    """That another one moved in a bot's place, how often and why: for people."""

    def each(lang: str) -> str:
        return "; ".join(f"{e['moves']} × {WHY[e['kind']].say(lang)} ({e['said']})" for e in stood_in["why"])

    moves, bot = stood_in["moves"], stood_in["bot"]
    times = "einmal" if moves == 1 else f"{moves}-mal"
    return Text(
        f"{name}: {bot} hat {times} an seiner Stelle gezogen: {each('de')}.",
        f"{name}: {bot} moved {moves} {'time' if moves == 1 else 'times'} in its place: {each('en')}.",
    )
