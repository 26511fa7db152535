"""What a page makes of the messages of a table, in Python: the view in words, with whole scenes.

Written from docs/protocol.md, beside the page and not from it: where both come to the same, both are right.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kritzel.layout import Count, Layout, Picture, laid_out
from kritzel.scene import Token
from kritzel.text import Text
from tools.wire_examples import scene_json

Json = dict[str, Any]
LAYOUTS: dict[str, tuple[Layout, ...]] = {}
"""Layouts by the address of their document, so that each is one object."""
WAITS = ("awaits", "asked", "purpose", "together", "out", "question", "clock", "step")
BY_SEAT = ("seats", "scores", "sheets", "hands", "legal")


def merge(target: Any, patch: Any) -> Any:
    """The target after a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


class Assembled:
    """A table as a page knows it: `known` is the view as it travels, `story` the log in words."""

    def __init__(self, document: Json, welcome: Json, lang: str = "en") -> None:
        self.document, self.lang, self.head = document, lang, welcome
        self.known: Json = welcome["view"]
        self.story: list[Json] = []
        self._tell(welcome)

    def take(self, update: Json) -> None:
        self.known = merge(self.known, update["changes"])
        self._tell(update)

    def _tell(self, message: Json) -> None:
        entries = message.get("log", [])
        first = self.known["version"] - len(entries) + 1
        self.story += [self._entry(first + nth, entry) for nth, entry in enumerate(entries)]

    # In words ----------------------------------------------------------------------------------
    def _words(self, said: Any) -> Json:
        return {"de": "", "en": ""} if said is None else _words(self.document, said)

    def _clock(self, clock: Json | None) -> Json | None:
        return clock and {**clock, "words": self._words(clock["words"])}

    def _option(self, move: Any) -> Json:
        found: Json = self.document["moves"][move] if isinstance(move, int) else move
        return found

    def _entry(self, n: int, entry: Json) -> Json:
        if "move" not in entry:
            return {"kind": "played", **entry, "n": n, "words": self._words(entry.get("words"))}
        option = self._option(entry["move"])
        told = {"n": n, "kind": "played", "words": option.get("beside", option["words"])}
        told |= {"seat": entry["seat"], "text": option["text"]}
        drawn = {"faces": list(option["colours"])} if "colours" in option else {}
        return told | drawn | ({"cell": option["cell"]} if "cell" in option else {})

    # The view ----------------------------------------------------------------------------------
    def view(self) -> Json:
        """Everything, as tests like to read it."""
        head = {name: self.head[name] for name in ("table", "game", "sheet", "you", "owner", "grace")}
        rest = {name: value for name, value in self.known.items() if name not in (*WAITS, *BY_SEAT)}
        default: Json = {"entry": None, "position": ""}
        return {
            **default,
            **rest,
            **head,
            "title": self.document["title"],
            "result": _whole(self.known.get("result"), title=None),
            "correction": _whole(self.known.get("correction"), asked=None, missing=[]),
            "waiting": self._waiting(),
            "seats": [self._seat(seat, sitting) for seat, sitting in enumerate(self.known["seats"])],
            "hands": [self._hand(int(seat), hand) for seat, hand in sorted(self.known["hands"].items())],
            "scenes": [self.scene(sheet) for _, sheet in sorted(self.known["sheets"].items())],
        }

    def _waiting(self) -> Json:
        known = self.known
        return {
            "kind": known["awaits"],
            "seats": known["asked"],
            "purpose": known["purpose"],
            "question": self._words(known.get("question")),
            "clock": self._clock(known.get("clock")),
            "step": self._clock(known.get("step")),
        }

    def _seat(self, seat: int, sitting: Json) -> Json:
        known = self.known
        deciding = known["awaits"] == "decision" and seat in known["asked"]
        default = {"bot": "", "present": False, "replaceable": False, "ready": False, "instead": None}
        more = {"deciding": deciding, "done": bool(known["together"]) and not deciding}
        pad = known["scores"][str(seat)]
        lines = [
            {**name, **dict(zip(("points", "have", "of"), pad["lines"][str(nth)], strict=True))}
            for nth, name in enumerate(self.document["lines"])
        ]
        return {
            **default, **sitting, **more, "seat": seat, "out": seat in known["out"],
            "total": pad["total"], "goal": self._clock(pad.get("goal")), "lines": lines,
        }  # fmt: skip

    def _hand(self, seat: int, hand: Json) -> Json:
        undo = self._option(hand["undo"]) if hand.get("undo") is not None else None
        return {
            "seat": seat,
            "options": [self._option(move) for move in hand.get("moves", [])],
            "undo": undo["text"] if undo else "",
            "undo_words": undo["words"] if undo else None,
        }

    def scene(self, sheet: Json) -> Json:
        return drawn(self.document, self.head["document"], sheet, self.lang)


def drawn(document: Json, address: str, sheet: Json, lang: str) -> Json:
    """The scene of a sheet; `address` is that of the document."""
    if address not in LAYOUTS:
        LAYOUTS[address] = msgspec.convert(document["layouts"], tuple[Layout, ...])
    layout = LAYOUTS[address][sheet["board"] - 1]
    scene: Json = scene_json(laid_out(layout, _picture(document, layout, sheet), Text("", ""), lang))
    return scene


def _picture(document: Json, layout: Layout, sheet: Json) -> Picture:
    note = sheet.get("tray_note")
    return Picture(
        sets=tuple(int(sheet["sets"].get(str(nth), "0"), 16) for nth in range(len(layout.signs))),
        tray=tuple(_token(sheet["tray"][str(place)]) for place in range(len(sheet["tray"]))),
        total=sheet["total"],
        counts=tuple(Count(*sheet["counts"].get(str(nth), ("", "", ""))) for nth in range(len(layout.slots))),
        fates=tuple(sheet["fates"].get(str(nth), "") for nth in range(len(layout.plates))),
        paths=tuple((kind, tuple(cells)) for _, (kind, cells) in sorted(_by_number(sheet["paths"]).items())),
        numbers=tuple(sheet.get("numbers", ())),
        tray_note=None if note is None else Text(**_words(document, note)),
    )


def _words(document: Json, said: Any) -> Json:
    found: Json = document["sentences"][said] if isinstance(said, int) else said
    return found


def _whole(part: Json | None, **default: Any) -> Json | None:
    """A part with the fields that were left out."""
    return part and {**default, **part}


def _by_number(values: Json) -> dict[int, Any]:
    return {int(number): value for number, value in values.items()}


def _token(text: str) -> Token:
    kind, state, face = text.split(" ", 2)
    return Token(kind, face, state)
