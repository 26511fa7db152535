"""Results as SVG: the score distributions of the bots, and the ladder.

Each picture carries both themes and follows the reader's choice (prefers-color-scheme). Colours only help:
every row has its name and its figures beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from kritzel.arena.intervals import Array
from kritzel.arena.job import Job, game_and_sheet
from kritzel.arena.tables import tables
from kritzel.drawing import charts
from kritzel.drawing.charts import Axis
from kritzel.drawing.theme import FONT, tokens
from kritzel.game import Text
from kritzel.games import catalogue

WIDTH, MARGIN, NAMES, FIGURES = 760, 16, 118, 146
LEFT, RIGHT = MARGIN + NAMES, WIDTH - MARGIN - FIGURES
TOP, AXIS = 116, 44
TINTS = ("blue", "amber", "green", "violet", "red", "teal", "brown")

Counts: TypeAlias = Sequence[tuple[int, int]]

SCORES = Text("Punkte je Partie", "Points per game")
LADDER = Text("Leiter", "Ladder")
_NOTE = Text("{} Partien in {} Gaben, {} Plätze, Startzahl {}", "{} games in {} deals, {} seats, seed {}")
_NOTE_SOLO = Text("{} Partien in {} Gaben, allein, Startzahl {}", "{} games in {} deals, alone, seed {}")
_ELO = Text(
    "Elo-Punkte, Mittel aller Bots 1500; Linien: 95 %", "Elo points, mean of all bots 1500; lines: 95 %"
)
_POINTS = Text("Punkte; Strich und Zahl: Mittelwert ± Streuung", "Points; stroke and figure: mean ± spread")
_NO_LOSS = Text(
    "Jemand hat nie verloren: Abstände sind Untergrenzen.", "Somebody never lost: distances are lower bounds."
)
_NEVER = Text("Ein Bot allein hat keine Leiter.", "One bot alone has no ladder.")


def scores_svg(job: Job, deals: Sequence[Any], figures: Mapping[str, Any], lang: str) -> str:
    """How the points of each bot are spread, best mean first."""
    arrays = tables(job, deals)
    best = 1 if game_and_sheet(job)[0].facts.fewest_win else -1
    means = [best * each["points"]["mean"] for each in figures["bots"]]
    order = sorted(range(len(arrays.names)), key=means.__getitem__)
    axis = Axis.over(float(arrays.scores.min()), float(arrays.scores.max()) + 1)
    counts = {index: _histogram(arrays.scores[arrays.bots == index]) for index in order}
    tallest = max(max(charts.shares(each, axis).values()) for each in counts.values())
    rows = [
        _hill(row, index, figures["bots"][index], counts[index], axis, tallest)
        for row, index in enumerate(order)
    ]
    return _picture(job, figures, SCORES, _POINTS.say(lang), rows, axis, HILL, lang)


def _histogram(scores: Array) -> list[tuple[int, int]]:
    values, counts = np.unique(scores, return_counts=True)
    return list(zip(map(int, values), map(int, counts), strict=True))


def ladder_svg(job: Job, figures: Mapping[str, Any], lang: str) -> str:
    """The ratings with their intervals, best first."""
    rated = [(index, bot) for index, bot in enumerate(figures["bots"]) if bot["rating"]]
    rated.sort(key=lambda each: -each[1]["rating"]["elo"])
    ends = [end for _, bot in rated for end in bot["rating"].values() if end is not None] or [1400.0, 1600.0]
    axis = Axis.over(min(ends), max(ends))
    rows = [_rung(row, index, bot, axis) for row, (index, bot) in enumerate(rated)]
    note = (_NO_LOSS if figures["open_ended"] else _ELO) if rated else _NEVER
    return _picture(job, figures, LADDER, note.say(lang), rows, axis, RUNG, lang)


# Rows ---------------------------------------------------------------------------------------------------
HILL, RUNG = 92, 52
SKY = 16
"""Between two histograms."""


def _hill(row: int, index: int, bot: Mapping[str, Any], counts: Counts, axis: Axis, tallest: float) -> str:
    points, height, floor_y = bot["points"], HILL - SKY, TOP + (row + 1) * HILL
    drawn = charts.hill(counts, points["mean"], axis, tallest, height)
    figure, around = _number(points["mean"], 1), f"± {points['spread']:.1f}"
    return _row(bot["name"], floor_y - 14, figure, around, _in_colour(drawn, floor_y - height, height, index))


def _rung(row: int, index: int, bot: Mapping[str, Any], axis: Axis) -> str:
    rating = bot["rating"]
    low, high = rating["low"], rating["high"]
    drawn = charts.dot(rating["elo"], low, high, axis, RUNG)
    around = "" if low is None else f"± {(high - low) / 2:.0f}"
    top = TOP + row * RUNG
    return _row(
        bot["name"], top + RUNG / 2 + 6, f"{rating['elo']:.0f}", around, _in_colour(drawn, top, RUNG, index)
    )


def _in_colour(drawn: str, y: float, height: float, index: int) -> str:
    return charts.placed(drawn, LEFT, y, RIGHT - LEFT, height, TINTS[index % len(TINTS)])


def _row(name: str, y: float, figure: str, around: str, drawn: str) -> str:
    short = name if len(name) <= 12 else name[:11] + "…"
    label = f"{name}: {figure} {around}"
    texts = (
        f'<text class="name" x="{MARGIN + 14}" y="{y:g}">{escape(short)}</text>'
        f'<text class="figure" x="{RIGHT + 70}" y="{y:g}">{escape(figure)}</text>'
        f'<text class="quiet" x="{RIGHT + 80}" y="{y:g}">{escape(around)}</text>'
    )
    return f'<g role="img" aria-label={quoteattr(label)}><title>{escape(label)}</title>{drawn}{texts}</g>'


# The paper ----------------------------------------------------------------------------------------------
def _picture(
    job: Job,
    figures: Mapping[str, Any],
    title: Text,
    words: str,
    rows: Sequence[str],
    axis: Axis,
    each: int,
    lang: str,
) -> str:
    bottom = TOP + max(len(rows), 1) * each
    height = bottom + AXIS + 24 + MARGIN
    game, sheet = game_and_sheet(job)
    head = f"{title.say(lang)} · {game.title.say(lang)}, {sheet.title.say(lang)}"
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    body = _paper(job.game, height) + _head(head, _note(job, figures, lang)) + _axis(axis, bottom, words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kritzel-arena" {size} lang="{lang}" role="group" '
        f"aria-label={quoteattr(head)}><title>{escape(head)}</title><style>{style()}</style>"
        f"{body}{''.join(rows)}</svg>\n"
    )


def _note(job: Job, figures: Mapping[str, Any], lang: str) -> str:
    games, deals = (f"{figures[key]:,}".replace(",", "\u202f") for key in ("games", "deals"))
    if job.seats == 1:
        return _NOTE_SOLO.say(lang).format(games, deals, job.seed)
    return _NOTE.say(lang).format(games, deals, job.seats, job.seed)


def _paper(game: str, height: int) -> str:
    wide, high = WIDTH - 2 * MARGIN, height - 2 * MARGIN
    place = f"M{MARGIN} {{}}h{wide}v{high - 18}q0 18-18 18h-{wide - 32}q-14 0-14-14Z"
    pad = catalogue.game(game).facts.pad
    edge = f'<rect x="{MARGIN}" y="{MARGIN}" width="{wide}" height="10" rx="3" fill="{pad}"/>'
    holes = f'<path class="hole" d="M{MARGIN + 14} {MARGIN + 18}h{wide - 28}"/>'
    return (
        f'<rect class="desk" width="{WIDTH}" height="{height}"/>'
        f'<path class="shade" d="{place.format(MARGIN + 5)}"/>'
        f'<path class="paper" d="{place.format(MARGIN)}"/>{edge}{holes}'
    )


def _head(title: str, note: str) -> str:
    return (
        f'<text class="title" x="{MARGIN + 14}" y="{MARGIN + 54}">{escape(title)}</text>'
        f'<text class="quiet" x="{MARGIN + 14}" y="{MARGIN + 77}">{escape(note)}</text>'
    )


def _axis(axis: Axis, bottom: float, words: str) -> str:
    wide = RIGHT - LEFT
    lines = charts.placed(axis.lines(), LEFT, TOP - 6, wide, bottom - TOP + 6)
    marks = [_number(mark) for mark in axis.marks()]
    numbers = charts.placed(axis.words(marks), LEFT, bottom + 6, wide, 18)
    ground = f'<path class="ground" d="M{LEFT} {bottom:g}H{RIGHT}"/>'
    middle = (LEFT + RIGHT) / 2
    return (
        f'{lines}{ground}{numbers}<text class="mid" x="{middle:g}" y="{bottom + 42:g}">{escape(words)}</text>'
    )


def _number(value: float, digits: int | None = None) -> str:
    return (f"{value:g}" if digits is None else f"{value:.{digits}f}").replace("-", "−")


def style() -> str:
    """The light theme, and the dark one where the reader prefers it."""
    return f"{_rules('light')}@media (prefers-color-scheme:dark){{{_rules('dark')}}}"


def _rules(theme: str) -> str:
    colour = tokens(theme)
    rules = {
        "text": f"font-family:{FONT};fill:{colour['text']};font-size:16px",
        ".title": "font-size:22px;font-weight:700",
        ".name": "font-weight:600",
        ".figure": "font-weight:600;text-anchor:end;font-variant-numeric:tabular-nums",
        ".quiet": f"fill:{colour['text2']};font-size:15px",
        ":is(.first,.mid,.last)": f"fill:{colour['text2']};font-size:14px;text-anchor:middle",
        ".desk": f"fill:{colour['desk']}",
        ".paper": f"fill:{colour['paper']}",
        ".shade": f"fill:{colour['shade']}",
        ".hole": f"fill:none;stroke:{colour['desk']};stroke-width:6;stroke-linecap:round;"
        "stroke-dasharray:0.1 14",
        ".mark": f"fill:none;stroke:{colour['line']};stroke-width:1;stroke-dasharray:2 4",
        ".ground": f"fill:none;stroke:{colour['line2']};stroke-width:1.5",
        ".bar": f"fill:none;stroke:{colour['text']};stroke-width:2.5;stroke-linecap:round",
        ".mean": f"fill:none;stroke:{colour['ink']};stroke-width:3;stroke-linecap:round",
    }
    for tint in TINTS:
        rules[f".{tint} .tint"] = (
            f"fill:{colour[tint + 'f']};stroke:{colour[tint]};stroke-width:2;stroke-linejoin:round"
        )
    return "".join(f".kritzel-arena {each}{{{rule}}}" for each, rule in rules.items())
