"""Bots that fail: what went wrong, and which bot moves in their place. A bot from outside may be late, crash,
raise an error, or answer nonsense; the game goes on, and `Faults` counts how often that happened."""

from __future__ import annotations

from typing import Any, NamedTuple

from kritzel.bots.bot import RANDOM_BOT
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
"""The kinds of failures."""

GRACE_S = 9.0
"""The time beyond its budget after which a bot is too late."""
MOST_FAILURES = 5
"""After this many failures without a legal move between them a program is not started again. A class is not
asked again after this many late answers in a row."""

STAND_IN = RANDOM_BOT
"""Moves in place of a bot that failed: needs nothing and never fails."""


class BotFailed(RuntimeError):
    """A bot gives no move: the kind of failure (a key of WHY), and what was seen."""

    def __init__(self, kind: str, said: str) -> None:
        self.kind, self.said = kind, said
        super().__init__(f"{WHY[kind].en}: {said}")

    def __reduce__(self) -> tuple[type[BotFailed], tuple[str, str]]:
        """It is sent between processes."""
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
        before, first = self._seen.get((seat, kind), (0, said))
        self._seen[seat, kind] = (before + moves, first)

    def note(self, seat: int, fault: BotFailed | None) -> None:
        if fault is not None:
            self.add(seat, fault.kind, fault.said)

    def as_json(self) -> tuple[dict[str, Any], ...]:
        return tuple(
            {"seat": seat, "kind": kind, "moves": moves, "said": said}
            for (seat, kind), (moves, said) in sorted(self._seen.items())
        )

    def of(self, seat: int) -> dict[str, Any] | None:
        """Which bot moved in a seat's place, how often and why; None where it always moved itself."""
        mine = [each for each in self.as_json() if each["seat"] == seat]
        why = [{key: value for key, value in each.items() if key != "seat"} for each in mine]
        return {"bot": STAND_IN.name, "moves": sum(e["moves"] for e in why), "why": why} if why else None


def sentence(name: str, stood_in: dict[str, Any]) -> Text:
    """Tells people that the stand-in moved in a bot's place, how often and why."""

    def each(lang: str) -> str:
        return "; ".join(f"{e['moves']} × {WHY[e['kind']].say(lang)} ({e['said']})" for e in stood_in["why"])

    moves, bot = stood_in["moves"], stood_in["bot"]
    times = "einmal" if moves == 1 else f"{moves}-mal"
    return Text(
        f"{name}: {bot} hat {times} an seiner Stelle gezogen: {each('de')}.",
        f"{name}: {bot} moved {moves} {'time' if moves == 1 else 'times'} in its place: {each('en')}.",
    )
