"""What is new on the picture of a sheet, as it travels. Knows pictures (`kritzel.layout`), no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from kritzel.layout import Count, Layout, Path, Picture
from kritzel.mechanics.cells import each
from kritzel.said import Text
from kritzel.scene import Token
from kritzel.server.wire.parts import Drawn, Sentence

SIGNS = {"free": ".", "fits": "+", "used": "x", "removed": "-", "kept": "=", "now": "!"}
"""The state of a token in one letter."""
NOTHING = Picture(sets=(), tray=(), total=0)

T = TypeVar("T")
Say = Callable[[Text], Sentence]


def drawn(seat: int, old: Picture | None, new: Picture, board: int, layout: Layout, say: Say) -> Drawn | None:
    """What is new on a seat's sheet; None where nothing is. Everything, where there was nothing before."""
    if old is new or old == new:
        return None
    was = old or NOTHING
    return Drawn(
        seat=seat,
        board=UNSET if old else board,
        sets=_sets(was.sets, new.sets),
        tray=_tray(layout, old, new),
        counts=_counts(was.counts, new.counts),
        fates=dict(_named(_changed(was.fates, new.fates))),
        total=_if_new(old, was.total, new.total),
        paths=_paths(was.paths, new.paths),
        numbers=_if_new(old, was.numbers, new.numbers),
        tray_note=_tray_note(old, new, say),
    )


def _if_new(old: Picture | None, before: T, after: T) -> T | UnsetType:
    """A field; left out where it is as before, and in a first picture where it is empty."""
    return UNSET if before == after and (old is not None or not after) else after


def _sets(old: Sequence[int], new: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cells that came to a set or left it, none where it is empty now; in a first picture all of it."""
    both = enumerate(zip(old or (0,) * len(new), new, strict=True))
    return tuple([(nth, *each(was ^ now)) if now else (nth,) for nth, (was, now) in both if was != now])


def _counts(old: Sequence[Count], new: Sequence[Count]) -> dict[str, tuple[str, ...]]:
    """Counts by their slots, each as far as its last part that changed."""
    if not old:
        return {str(nth): (*count,) for nth, count in enumerate(new)}
    return {str(nth): _begun(old[nth], count) for nth, count in _changed(old, new)}


def _begun(old: Count, new: Count) -> tuple[str, ...]:
    """What keeps its state leaves that out; where only the points changed, the note, too."""
    if old.state != new.state:
        return (*new,)
    return new[:1] if old.note == new.note else new[:2]


def _paths(
    old: Sequence[Path], new: Sequence[Path]
) -> tuple[Path, ...] | dict[str, tuple[int, ...]] | UnsetType:
    """All lines; where they are of the same kinds as before the cells of those that changed."""
    if [kind for kind, _ in old] != [kind for kind, _ in new]:
        return tuple(new)
    return {str(nth): cells for nth, (_, cells) in _changed(old, new)} or UNSET


def _changed(old: Sequence[T], new: Sequence[T]) -> list[tuple[int, T]]:
    """What changed, by its place."""
    if old is new:
        return []
    if not old:
        return list(enumerate(new))
    return [(nth, now) for nth, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]


def _named(changed: list[tuple[int, Any]]) -> list[tuple[str, Any]]:
    return [(str(nth), one) for nth, one in changed]


def _tray(layout: Layout, old: Picture | None, new: Picture) -> str | dict[str, str] | UnsetType:
    """All tokens, or by their places those that changed: whatever is shorter."""
    if old is None or len(old.tray) != len(new.tray):
        return _line(new.tray, layout)
    changed = {str(nth): _change(old.tray[nth], now) for nth, now in _changed(old.tray, new.tray)}
    if len(changed) < 3:
        return changed or UNSET
    line = _line(new.tray, layout)
    return changed if sum([len(place) + len(now) + 6 for place, now in changed.items()]) < len(line) else line


def _line(tray: Sequence[Token], layout: Layout) -> str:
    """All tokens; a kind is said where it is another than that of the token before."""
    before = [layout.tray_kind, *[token.kind for token in tray]]
    return " ".join([_token(token, kind) for token, kind in zip(tray, before, strict=False)])


def _change(old: Token, new: Token) -> str:
    """A token without what it keeps; one that shows nothing any more says its kind."""
    if old.face == new.face and old.kind == new.kind:
        return SIGNS[new.state]
    return _token(new, old.kind if new.face else "")


def _token(token: Token, usual: str) -> str:
    text = f"{token.face}{SIGNS[token.state]}"
    return text if token.kind == usual else f"{token.kind}:{text}"


def _tray_note(old: Picture | None, new: Picture, say: Say) -> Sentence | UnsetType | None:
    if (old.tray_note if old else None) == new.tray_note:
        return UNSET
    return say(new.tray_note) if new.tray_note else None
