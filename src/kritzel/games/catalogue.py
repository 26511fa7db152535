"""Which games and sheets there are: ours, and those other packages bring by the entry point `kritzel.games`.

Knows where sheet files lie, not what is in them. A package that cannot be loaded, or brings what is no game,
does no harm: `TROUBLES` says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any

from kritzel.game import AnyGame as AnyGame
from kritzel.game import Explained, Game, Text
from kritzel.games.border import GAME as BORDER
from kritzel.games.dizzle import GAME as DIZZLE
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.sheetfile import game_of

GROUP = "kritzel.games"
"""The entry point: a name of one's own, and `package:GAME`."""


class UnknownName(Explained, LookupError):
    """A game or sheet that is not in the catalogue; says which there are."""


def gathered(
    ours: Iterable[AnyGame], brought: Iterable[EntryPoint]
) -> tuple[dict[str, AnyGame], tuple[Text, ...]]:
    """Our games and those that packages bring, by slug; and what was wrong with the others."""
    games, troubles = {game.slug: game for game in ours}, []
    for point in sorted(brought, key=lambda point: point.name):
        found = _loaded(point)
        if isinstance(found, Game) and found.slug not in games:
            games[found.slug] = found
        else:
            troubles.append(_trouble(point, found))
    return games, tuple(troubles)


def _loaded(point: EntryPoint) -> object:
    try:
        found = point.load()
    except Exception as error:
        return error
    if isinstance(found, Game) and not re.fullmatch(r"[a-z][a-z0-9_]*", found.slug):
        return ValueError(f"slug {found.slug!r}: a-z, 0-9, _")
    return found


def _trouble(point: EntryPoint, found: object) -> Text:
    where = f"{point.value} ({GROUP}: {point.name})"
    if isinstance(found, Exception):
        why = f"{type(found).__name__}: {found}"
        return Text(f"{where} lässt sich nicht laden: {why}", f"{where} cannot be loaded: {why}")
    if isinstance(found, Game):
        name = found.slug
        return Text(
            f"{where} heißt wie ein anderes Spiel: {name}", f"{where} has another game's name: {name}"
        )
    return Text(f"{where} ist kein kritzel.game.Game.", f"{where} is no kritzel.game.Game.")


OURS: dict[str, AnyGame] = {own.slug: own for own in (DIZZLE, BORDER, TRAEXX)}
"""The games of this package. `GAMES` are these and those of other packages."""
GAMES, TROUBLES = gathered(tuple(OURS.values()), entry_points(group=GROUP))


def game(slug: str) -> AnyGame:
    """The game of this name."""
    if slug not in GAMES:
        there = ", ".join(GAMES)
        de, en = (
            f"Ein Spiel „{slug}“ gibt es nicht, nur: {there}.",
            f"There is no game '{slug}', only: {there}.",
        )
        raise UnknownName(Text(de, en))
    return GAMES[slug]


@cache
def all_sheets(slug: str) -> tuple[Any, ...]:
    """Every sheet of a game in every version kept, by id and version."""
    folder = files(game(slug).home) / "sheets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    sheets = [game(slug).notation.parse_sheet((folder / name).read_text("utf-8"), name) for name in names]
    return tuple(sorted(sheets, key=lambda sheet: (len(sheet.id), sheet.id, sheet.version)))


def sheets(slug: str) -> tuple[Any, ...]:
    """The sheets of a game, each in its newest version."""
    return tuple({sheet.id: sheet for sheet in all_sheets(slug)}.values())


def find(name: str, version: int | None = None) -> tuple[AnyGame, Any]:
    """Game and sheet by `game/sheet`; a game alone means its first sheet."""
    slug, _, sheet_id = name.partition("/")
    kept = all_sheets(game(slug).slug)
    wanted = [s for s in kept if s.id == (sheet_id or kept[0].id) and version in (None, s.version)]
    if not wanted:
        there = ", ".join(f"{slug}/{sheet.id}" for sheet in sheets(slug))
        de = f"Ein Blatt „{name}“ gibt es{f' in Fassung {version}' if version else ''} nicht, nur: {there}."
        en = f"There is no sheet '{name}'{f' in version {version}' if version else ''}, only: {there}."
        raise UnknownName(Text(de, en))
    return game(slug), wanted[-1]


def from_text(text: str, name: str) -> tuple[AnyGame, Any]:
    """Game and sheet from a sheet's text. Raises SheetError or UnknownName."""
    owner = game(game_of(text, name))
    return owner, owner.notation.parse_sheet(text, name)
