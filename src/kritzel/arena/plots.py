"""Results as pictures: the score distributions of the bots, and the ladder. SVG in the house's colours.

Each picture carries both themes and follows the reader's choice (prefers-color-scheme). Colours only help:
every row has its name and its figures beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from kritzel.arena.job import Job, laid
from kritzel.arena.tables import tables
from kritzel.drawing.theme import FONT, tokens
from kritzel.game import Text
from kritzel.games import catalogue

WIDTH, MARGIN, NAMES, FIGURES = 760, 16, 118, 146
LEFT, RIGHT = MARGIN + NAMES, WIDTH - MARGIN - FIGURES
TOP, AXIS = 116, 44
TINTS = ("blue", "amber", "green", "violet", "red", "teal", "brown")
BINS = 48

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


class Scale(NamedTuple):
    """From values to places on the paper."""

    low: float
    high: float
    step: float

    def x(self, value: float) -> float:
        """Where a value lies."""
        return LEFT + (value - self.low) / (self.high - self.low) * (RIGHT - LEFT)

    @staticmethod
    def over(low: float, high: float) -> Scale:
        """Round numbers around the values, with a step between the marks that people can count in."""
        rough = max(high - low, 1e-9) / 6
        power = 10.0 ** floor(log10(rough))
        step = next(power * by for by in (1, 2, 5, 10) if power * by >= rough)
        first, last = floor(low / step) * step, ceil(high / step) * step
        return Scale(first, last if last > first else first + step, step)

    def marks(self) -> list[float]:
        """The values that get a mark."""
        count = round((self.high - self.low) / self.step)
        return [self.low + nth * self.step for nth in range(count + 1)]


def scores_svg(job: Job, deals: Sequence[Any], told: Mapping[str, Any], lang: str) -> str:
    """How the points of each bot are spread, best mean first."""
    seen = tables(job, deals)
    order = sorted(range(len(seen.names)), key=lambda at: -told["bots"][at]["points"]["mean"])
    scale = Scale.over(float(seen.scores.min()), float(seen.scores.max()) + 1)
    width = max(1, ceil((scale.high - scale.low) / BINS))
    edges = np.minimum(np.arange(scale.low, scale.high + width, width), scale.high)
    shares = [np.histogram(seen.scores[seen.bots == at], edges)[0] / (seen.bots == at).sum() for at in order]
    tallest = max(float(share.max()) for share in shares)
    rows = [
        _hill(row, at, told["bots"][at], share / tallest, edges, scale)
        for row, (at, share) in enumerate(zip(order, shares, strict=True))
    ]
    return _framed(job, told, SCORES, _POINTS.say(lang), rows, scale, HILL, lang)


def ladder_svg(job: Job, told: Mapping[str, Any], lang: str) -> str:
    """The ratings with their intervals, best first."""
    rated = [(at, bot) for at, bot in enumerate(told["bots"]) if bot["rating"]]
    rated.sort(key=lambda each: -each[1]["rating"]["elo"])
    ends = [end for _, bot in rated for end in bot["rating"].values() if end is not None] or [1400.0, 1600.0]
    scale = Scale.over(min(ends), max(ends))
    rows = [_rung(row, at, bot, scale) for row, (at, bot) in enumerate(rated)]
    note = (_NO_LOSS if told["open_ended"] else _ELO) if rated else _NEVER
    return _framed(job, told, LADDER, note.say(lang), rows, scale, RUNG, lang)


# Rows ---------------------------------------------------------------------------------------------------
HILL, RUNG = 92, 52


def _hill(row: int, at: int, bot: Mapping[str, Any], heights: Any, edges: Any, scale: Scale) -> str:
    floor_y, tint = TOP + (row + 1) * HILL, TINTS[at % len(TINTS)]
    path = [f"M{scale.x(edges[0]):.1f} {floor_y}"]
    for nth, height in enumerate(heights):
        y = floor_y - float(height) * (HILL - 22)
        path.append(f"L{scale.x(edges[nth]):.1f} {y:.1f}H{scale.x(edges[nth + 1]):.1f}")
    points = bot["points"]
    mean = scale.x(points["mean"] + 0.5)  # a column of whole points begins at its value
    shape = f'<path class="{tint}" d="{"".join(path)}V{floor_y}Z"/>'
    top = 14 + float(heights[int((points["mean"] - edges[0]) // (edges[1] - edges[0]))]) * (HILL - 22)
    stroke = f'<path class="mean" d="M{mean:.1f} {floor_y}v-{top:.1f}"/>'
    figure = f"{points['mean']:.1f}".replace("-", "−")
    label = f"{bot['name']}: {figure} ± {points['spread']:.1f}"
    return _row(bot["name"], floor_y - 14, figure, f"± {points['spread']:.1f}", label, shape + stroke)


def _rung(row: int, at: int, bot: Mapping[str, Any], scale: Scale) -> str:
    y, tint, rating = TOP + row * RUNG + RUNG / 2, TINTS[at % len(TINTS)], bot["rating"]
    x = scale.x(rating["elo"])
    bar, around = "", ""
    if rating["low"] is not None:
        low, high = scale.x(rating["low"]), scale.x(rating["high"])
        ends = "".join(f"M{end:.1f} {y - 6:g}v12" for end in (low, high))
        bar = f'<path class="bar" d="M{low:.1f} {y:g}H{high:.1f}{ends}"/>'
        around = f"± {(rating['high'] - rating['low']) / 2:.0f}"
    dot = f'<circle class="{tint}" cx="{x:.1f}" cy="{y:g}" r="7"/>'
    label = f"{bot['name']}: {rating['elo']:.0f} {around}"
    return _row(bot["name"], y + 6, f"{rating['elo']:.0f}", around, label, bar + dot)


def _row(name: str, y: float, figure: str, around: str, label: str, drawn: str) -> str:
    short = name if len(name) <= 12 else name[:11] + "…"
    texts = (
        f'<text class="name" x="{MARGIN + 14}" y="{y:g}">{escape(short)}</text>'
        f'<text class="figure" x="{RIGHT + 70}" y="{y:g}">{escape(figure)}</text>'
        f'<text class="quiet" x="{RIGHT + 80}" y="{y:g}">{escape(around)}</text>'
    )
    return f'<g role="img" aria-label={quoteattr(label)}><title>{escape(label)}</title>{drawn}{texts}</g>'


# The paper ----------------------------------------------------------------------------------------------
def _framed(
    job: Job,
    told: Mapping[str, Any],
    title: Text,
    axis: str,
    rows: Sequence[str],
    scale: Scale,
    each: int,
    lang: str,
) -> str:
    bottom = TOP + max(len(rows), 1) * each
    height = bottom + AXIS + 24 + MARGIN
    game, sheet = laid(job)
    head = f"{title.say(lang)} · {game.title.say(lang)}, {sheet.title.say(lang)}"
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    body = _paper(job.game, height) + _head(head, _note(job, told, lang)) + _axis(scale, bottom, axis)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kritzel-arena" {size} lang="{lang}" role="group" '
        f"aria-label={quoteattr(head)}><title>{escape(head)}</title><style>{style()}</style>"
        f"{body}{''.join(rows)}</svg>\n"
    )


def _note(job: Job, told: Mapping[str, Any], lang: str) -> str:
    games, deals = (f"{told[key]:,}".replace(",", "\u202f") for key in ("games", "deals"))
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


def _axis(scale: Scale, bottom: float, words: str) -> str:
    lines = "".join(f"M{scale.x(mark):.1f} {TOP - 6}V{bottom:g}" for mark in scale.marks())
    numbers = "".join(
        f'<text class="mark" x="{scale.x(mark):.1f}" y="{bottom + 20:g}">{_said(mark)}</text>'
        for mark in scale.marks()
    )
    ground = f'<path class="ground" d="M{LEFT} {bottom:g}H{RIGHT}"/>'
    middle = (LEFT + RIGHT) / 2
    return (
        f'<path class="lines" d="{lines}"/>{ground}{numbers}'
        f'<text class="mark" x="{middle:g}" y="{bottom + 42:g}">{escape(words)}</text>'
    )


def _said(mark: float) -> str:
    return f"{mark:g}".replace("-", "−")


def style() -> str:
    """The rules for paper (light), and those for the board (dark) where the reader prefers that."""
    return f"{_rules('light')}@media (prefers-color-scheme:dark){{{_rules('dark')}}}"


def _rules(theme: str) -> str:
    colour = tokens(theme)
    rules = {
        "text": f"font-family:{FONT};fill:{colour['text']};font-size:16px",
        ".title": "font-size:22px;font-weight:700",
        ".name": "font-weight:600",
        ".figure": "font-weight:600;text-anchor:end;font-variant-numeric:tabular-nums",
        ".quiet": f"fill:{colour['text2']};font-size:15px",
        ".mark": f"fill:{colour['text2']};font-size:14px;text-anchor:middle",
        ".desk": f"fill:{colour['desk']}",
        ".paper": f"fill:{colour['paper']}",
        ".shade": f"fill:{colour['shade']}",
        ".hole": f"fill:none;stroke:{colour['desk']};stroke-width:6;stroke-linecap:round;"
        "stroke-dasharray:0.1 14",
        ".lines": f"fill:none;stroke:{colour['line']};stroke-width:1;stroke-dasharray:2 4",
        ".ground": f"fill:none;stroke:{colour['line2']};stroke-width:1.5",
        ".bar": f"fill:none;stroke:{colour['text']};stroke-width:2.5;stroke-linecap:round",
        ".mean": f"fill:none;stroke:{colour['ink']};stroke-width:3;stroke-linecap:round",
    }
    for tint in TINTS:
        rules[f".{tint}"] = (
            f"fill:{colour[tint + 'f']};stroke:{colour[tint]};stroke-width:2;stroke-linejoin:round"
        )
    return "".join(f".kritzel-arena {each}{{{rule}}}" for each, rule in rules.items())
