"""What a page makes of the messages of a table, in Python: the view in words, with whole scenes.

Written from docs/protocol.md, beside the page and not from it: where both come to the same, both are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kritzel.layout import Count, Layout, Path, Picture, laid_out
from kritzel.said import Text
from kritzel.scene import Token
from kritzel.server.view import scenes

Json = dict[str, Any]
STATES = {".": "free", "+": "fits", "x": "used", "-": "removed", "=": "kept", "!": "now"}
LAYOUTS: dict[str, tuple[Layout, ...]] = {}
"""What is printed, by the address of its document: the same one is the same object."""
WAITS = ("awaits", "asked", "purpose", "together", "out", "question", "clock", "step")


class Assembled:
    """A table as a page knows it."""

    def __init__(self, document: Json, table: Json, lang: str = "en") -> None:
        self.document, self.lang, self.head = document, lang, table
        address = table["document"]
        if address not in LAYOUTS:
            LAYOUTS[address] = msgspec.convert(document["layouts"], tuple[Layout, ...])
        self.layouts = LAYOUTS[address]
        self.flat: Json = {}
        self.pictures: dict[int, Picture] = {}
        self.boards: dict[int, int] = {}
        self.scores: dict[int, Json] = {}
        self.hands: dict[int, Json] = {seat: {"seat": seat} for seat in table["you"]}
        self.story: list[Json] = []
        self.take(table["now"])

    # Taking in ---------------------------------------------------------------------------------
    def take(self, update: Json) -> None:
        for name, value in update.items():
            if name == "pictures":
                for drawn in value:
                    self._draw(drawn)
            elif name == "scores":
                for scored in value:
                    self._score(scored)
            elif name == "hands":
                self.hands |= {hand["seat"]: hand for hand in value}
            elif name == "told":
                first = update["version"] - len(value) + 1
                self.story += [self._told(first + nth, told) for nth, told in enumerate(value)]
            elif name not in ("t", "ack"):
                self.flat[name] = value

    def _draw(self, drawn: Json) -> None:
        seat = drawn.get("seat", 0)
        self.boards[seat] = drawn.get("board", self.boards.get(seat, 1))
        layout = self.layouts[self.boards[seat] - 1]
        blank = Picture(
            (0,) * len(layout.signs),
            (),
            0,
            (Count("", "", ""),) * len(layout.slots),
            ("",) * len(layout.plates),
        )
        old = self.pictures.get(seat, blank)
        sets = {sign: cells for sign, *cells in drawn.get("sets", [])}
        tray, paths = drawn.get("tray"), drawn.get("paths", {})
        note = self._text(drawn["tray_note"]) if drawn.get("tray_note") is not None else None
        self.pictures[seat] = old._replace(
            sets=tuple(_set(cells, sets.get(nth)) for nth, cells in enumerate(old.sets)),
            tray=old.tray if tray is None else _tray(old.tray, tray, layout.tray_kind),
            counts=tuple(
                _count(was, drawn.get("counts", {}).get(str(n), ())) for n, was in enumerate(old.counts)
            ),
            fates=tuple(_laid(old.fates, drawn.get("fates", {}))),
            total=drawn.get("total", old.total),
            paths=_paths(old.paths, paths),
            numbers=tuple(drawn.get("numbers", old.numbers)),
            tray_note=note if "tray_note" in drawn else old.tray_note,
        )

    def _score(self, scored: Json) -> None:
        names = self.document["lines"]
        old = self.scores.setdefault(
            scored.get("seat", 0),
            {
                "total": 0,
                "goal": None,
                "lines": [{**name, "points": 0, "have": 0, "of": 0} for name in names],
            },
        )
        old["total"] = scored.get("total", old["total"])
        old["goal"] = self._clock(scored["goal"]) if "goal" in scored else old["goal"]
        numbers = scored.get("lines", [])
        for nth, points, have, of in zip(*[iter(numbers)] * 4, strict=True):
            old["lines"][nth] |= {"points": points, "have": have, "of": of}

    # In words ----------------------------------------------------------------------------------
    def _words(self, said: Any) -> Json:
        if said is None:
            return {"de": "", "en": ""}
        found: Json = self.document["sentences"][said] if isinstance(said, int) else said
        return found

    def _text(self, said: Any) -> Text:
        return Text(**self._words(said))

    def _clock(self, clock: Json | None) -> Json | None:
        return clock and {**clock, "words": self._words(clock["words"])}

    def _option(self, move: Any) -> Json:
        found: Json = self.document["moves"][move] if isinstance(move, int) else move
        return found

    def _told(self, n: int, told: Any) -> Json:
        if not isinstance(told, list):
            return {"kind": "played", **told, "n": n, "words": self._words(told.get("words"))}
        seat, move = told
        option = self._option(move)
        entry = {
            "n": n,
            "kind": "played",
            "words": option.get("beside", option["words"]),
            "seat": seat,
            "text": option["text"],
        }
        drawn = {"faces": list(option["colours"])} if "colours" in option else {}
        return entry | drawn | ({"cell": option["cell"]} if "cell" in option else {})

    # The view ----------------------------------------------------------------------------------
    def view(self) -> Json:
        """Everything, as tests like to read it."""
        head = {name: self.head[name] for name in ("table", "game", "sheet", "you", "owner", "grace")}
        rest = {name: value for name, value in self.flat.items() if name not in (*WAITS, "seats")}
        usual: Json = {"entry": None, "correction": None, "position": ""}
        return {
            **usual,
            **rest,
            **head,
            "title": self.document["title"],
            "waiting": self._waiting(),
            "seats": [self._seat(seat, sitting) for seat, sitting in enumerate(self.flat["seats"])],
            "hands": [self._hand(hand) for _, hand in sorted(self.hands.items())],
            "scenes": [self._scene(seat) for seat in sorted(self.pictures)],
        }

    def _waiting(self) -> Json:
        flat = self.flat
        return {
            "kind": flat["awaits"],
            "seats": flat["asked"],
            "purpose": flat["purpose"],
            "question": self._words(flat["question"]),
            "clock": self._clock(flat["clock"]),
            "step": self._clock(flat["step"]),
        }

    def _seat(self, seat: int, sitting: Json) -> Json:
        decides = self.flat["awaits"] == "decision"
        deciding = decides and seat in self.flat["asked"]
        usual = {"bot": "", "present": False, "replaceable": False, "ready": False, "instead": None}
        more = {"deciding": deciding, "done": bool(self.flat["together"]) and not deciding}
        return {
            **usual, **sitting, **more, "seat": seat, "out": seat in self.flat["out"], **self.scores[seat],
        }  # fmt: skip

    def _hand(self, hand: Json) -> Json:
        undo = self._option(hand["undo"]) if hand.get("undo") is not None else None
        return {
            "seat": hand["seat"],
            "options": [self._option(move) for move in hand.get("moves", [])],
            "undo": undo["text"] if undo else "",
            "undo_words": undo["words"] if undo else None,
        }

    def _scene(self, seat: int) -> Json:
        layout = self.layouts[self.boards[seat] - 1]
        scene = laid_out(layout, self.pictures[seat], Text("", ""), self.lang)
        found: Json = msgspec.json.decode(msgspec.json.encode(scenes.part(scene)))
        return found


def _set(old: int, changed: list[int] | None) -> int:
    if changed is None:
        return old
    return old ^ sum(1 << cell for cell in changed) if changed else 0


def _laid(old: Any, changed: Json) -> list[Any]:
    return [changed.get(str(nth), each) for nth, each in enumerate(old)]


def _tray(old: tuple[Token, ...], told: Any, usual: str) -> tuple[Token, ...]:
    if isinstance(told, str):
        return _line(told.split(), usual)
    return tuple(_changed(told[str(n)], each) if str(n) in told else each for n, each in enumerate(old))


def _line(texts: list[str], usual: str) -> tuple[Token, ...]:
    """A token that names no kind is of the kind of the one before."""
    found: list[Token] = []
    for text in texts:
        found.append(_token(text, found[-1].kind if found else usual))
    return tuple(found)


def _count(old: Count, told: Sequence[str]) -> Count:
    """What is left out at the end is as before."""
    return Count(*told, *old[len(told) :])


def _paths(old: tuple[Path, ...], told: Any) -> tuple[Path, ...]:
    if isinstance(told, list):
        return tuple((kind, tuple(cells)) for kind, cells in told)
    return tuple((kind, tuple(told.get(str(nth), cells))) for nth, (kind, cells) in enumerate(old))


def _changed(text: str, old: Token) -> Token:
    return old._replace(state=STATES[text]) if text in STATES else _token(text, old.kind)


def _token(text: str, usual: str) -> Token:
    kind, _, rest = text.rpartition(":")
    return Token(kind or usual, rest[:-1], STATES[rest[-1]])
