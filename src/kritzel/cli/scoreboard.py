"""What the arena tells people: tables of bots, pairs, seats and boards, and what the figures are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from kritzel.cli.output import grid
from kritzel.game import Text

if TYPE_CHECKING:
    from kritzel.arena.job import Job

Told = Mapping[str, Any]

_BOTS = Text(
    "|Partien#|Punkte#|±#|Streuung#|Siege#|95 %#|Elo#|±#",
    "|games#|points#|±#|spread#|wins#|95 %#|Elo#|±#",
)
_PAIRS = Text("|gegen|Partien#|vorn#|95 %#|Punkte#|±#", "|against|games#|ahead#|95 %#|points#|±#")
_SEATS = Text("Platz|Punkte#|±#|Siege#|95 %#|Elo#|±#", "seat|points#|±#|wins#|95 %#|Elo#|±#")
_BOARDS = Text("Brett|Punkte#|±#|Siege#|95 %#", "board|points#|±#|wins#|95 %#")
_PLAYED = Text(
    "{games} Partien in {deals} Gaben zu {per}, {decisions:.1f} Züge je Partie, {ties:.1%} geteilte Siege.",
    "{games} games in {deals} deals of {per}, {decisions:.1f} decisions a game, {ties:.1%} shared wins.",
)
_UNIT = Text(
    "Alle Bereiche: 95 %, Einheit ist die Gabe (gleiches Glück für alle).",
    "All ranges: 95 %, the unit is the deal (same luck for everybody).",
)
_OPEN = Text(
    "Jemand hat gegen jemanden nie gewonnen: Die Elo-Abstände sind Untergrenzen.",
    "Somebody never won against somebody: the Elo distances are lower bounds.",
)
_BROKEN = Text(
    "{many} Partien wurden abgebrochen; sie nahmen kein Ende.",
    "{many} games were broken off; they would not end.",
)
_NEEDED = Text(
    "Partien, die einen Unterschied von ... mit 80 % zeigen:",
    "Games that show a difference of ... with a power of 80 %:",
)
_WHAT = {"wins": Text("Siege", "wins"), "points": Text("Punkte", "points")}
_SPEED = Text(
    "{engine}: {per:,.0f} Partien je Sekunde und Kern", "{engine}: {per:,.0f} games per second and core"
)
_ENGINES = {
    "compiled": Text("übersetzte Bots", "compiled bots"),
    "reference": Text("Python-Bots (Referenz)", "Python bots (reference)"),
}
_WRITTEN = Text("Ergebnisse und Bilder in {}", "Results and plots in {}")


def tell(out: Console, job: Job, told: Told, speed: Sequence[Told], folder: Path | None, lang: str) -> None:
    """Everything a person wants to know, best bot first."""
    out.print(f"{job.game}/{job.manifest()['sheet']}", style="bold")
    names = {bot["name"]: _really(bot) for bot in told["bots"]}
    out.print(_bots(told, lang))
    if len(told["pairs"]) > 1 or job.seats != 2:
        _section(out, _PAIRS, [_pair_row(pair, names) for pair in told["pairs"]], lang)
    _section(out, _SEATS, [_seat_row(seat) for seat in told["seats"]], lang)
    _section(out, _BOARDS, [_board_row(board) for board in told["boards"]], lang)
    out.print()
    _worth(out, job, told, lang)
    _needed(out, told, lang)
    for each in speed:
        engine = _ENGINES[each["engine"]].say(lang)
        out.print(_SPEED.say(lang).format(engine=engine, per=each["per_second"]))
    if folder is not None:
        out.print(_WRITTEN.say(lang).format(folder))


def _section(out: Console, titles: Text, rows: list[list[str]], lang: str) -> None:
    if rows:
        out.print()
        out.print(grid(*titles.say(lang).split("|"), rows=rows))


def _bots(told: Told, lang: str) -> Any:
    def rank(bot: Told) -> float:
        return -float(bot["rating"]["elo"] if bot["rating"] else bot["points"]["mean"])

    return grid(*_BOTS.say(lang).split("|"), rows=[_bot_row(bot) for bot in sorted(told["bots"], key=rank)])


def _bot_row(bot: Told) -> list[str]:
    points = bot["points"]
    rating = _elo(bot["rating"]) if bot["rating"] else ["", ""]
    return [
        _really(bot),
        str(bot["games"]),
        *_points(points),
        f"{points['spread']:.1f}",
        *_share(bot["wins"]),
        *rating,
    ]


def _really(bot: Told) -> str:
    """The bot, and in brackets who played in its place."""
    return bot["name"] if bot["played_by"] == bot["bot"] else f"{bot['name']} ({bot['played_by']})"


def _pair_row(pair: Told, names: Mapping[str, str]) -> list[str]:
    who = names[pair["one"]], names[pair["other"]]
    return [*who, str(pair["games"]), *_share(pair["ahead"]), *_points(pair["points"], "+")]


def _seat_row(seat: Told) -> list[str]:
    rating = _elo(seat["rating"], "+") if "rating" in seat else ["", ""]
    return [str(seat["seat"]), *_points(seat["points"]), *_share(seat["wins"]), *rating]


def _board_row(board: Told) -> list[str]:
    return [str(board["board"]), *_points(board["points"]), *_share(board["wins"])]


def _points(figure: Told, sign: str = "") -> list[str]:
    return [f"{figure['mean']:{sign}.2f}", _around(figure, ".2f")]


def _share(figure: Told) -> list[str]:
    return [f"{figure['share']:.1%}", f"{100 * figure['low']:.1f}-{figure['high']:.1%}"]


def _elo(figure: Told, sign: str = "") -> list[str]:
    return [f"{figure['elo']:{sign}.0f}", _around(figure, ".0f")]


def _around(figure: Told, form: str) -> str:
    """Half the interval; a single deal cannot tell."""
    return "?" if figure["low"] is None else f"{(figure['high'] - figure['low']) / 2:{form}}"


def _worth(out: Console, job: Job, told: Told, lang: str) -> None:
    """What the figures stand for."""
    played = {"games": told["games"], "deals": told["deals"], "per": job.per_deal, "ties": told["ties"]}
    out.print(_PLAYED.say(lang).format(**played, decisions=told["decisions"]["mean"]))
    out.print(_UNIT.say(lang))
    if told["open_ended"]:
        out.print(_OPEN.say(lang))
    if told["broken_off"]:
        out.print(_BROKEN.say(lang).format(many=told["broken_off"]))


def _needed(out: Console, told: Told, lang: str) -> None:
    """Games for differences of several sizes, a line for wins and one for points."""
    if told["needed"]:
        out.print(_NEEDED.say(lang))
    for what, word in _WHAT.items():
        said = [_size(each) for each in told["needed"] if each["what"] == what]
        if said:
            out.print(f"  {word.say(lang)}: {' · '.join(said)}")


def _size(each: Told) -> str:
    size = f"{each['difference']:.0%}" if each["what"] == "wins" else f"{each['difference']:g}"
    return f"{size} {each['games']:,}"
