"""Several games of one person in sentences, German and English, and as HTML. Works nothing out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite
from pathlib import Path

from kritzel.arena.intervals import Interval
from kritzel.game import Text
from kritzel.review.page import UNITS, decimal, signed, style, whole_page
from kritzel.review.totals import FIGURES, Habit, Reviewed, Totals, sum_of

TITLE = Text("{name}: {n} Partien", "{name}: {n} games")
PART = Text("{title}: {n} Partien ({unit})", "{title}: {n} games ({unit})")
PART_ONE = Text("{title}: eine Partie ({unit})", "{title}: one game ({unit})")
COLUMNS = {
    "result": Text("Ergebnis", "result"),
    "adjusted": Text("mit gleichem Glück", "with even luck"),
    "luck": Text("Glück", "luck"),
    "own": Text("eigene Züge", "own moves"),
    "others": Text("Züge der anderen", "others' moves"),
}
FILE, SHEET, MEAN = Text("Datei", "file"), Text("Blatt", "sheet"), Text("Mittel", "mean")
LOSES = Text("Was {unit} kostet (je Partie)", "What costs {unit} (a game)")
WINS = Text("Besser als der Maßstab (je Partie)", "Better than the yardstick (a game)")
MISSED = Text(
    "Was bessere Züge sicher gebracht hätten (je Partie)",
    "What better moves surely would have brought (a game)",
)
TIMES = Text("{words}: {effect} ({n}-mal)", "{words}: {effect} ({n} times)")
ONCE = Text("{words}: {effect} (einmal)", "{words}: {effect} (once)")
NONE = Text(
    "Noch keine Gewohnheit ist sicher: Bei keiner liegt 0 außerhalb der 95 %. Mehr Partien sagen mehr.",
    "No habit is sure yet: none has 0 outside of its 95 % interval. More games tell more.",
)
HOW = Text(
    "± ist das 95-%-Intervall über die Partien. Erzählt wird nur, was weiter von 0 weg liegt.",
    "± is the 95 % interval over the games. Only what lies farther from 0 is told.",
)
NO_PARTS = Text(
    "Die Teile der Ergebnisse sind nicht bei allen Partien bekannt (docs/review.md).",
    "The parts of the results are not known of all games (docs/review.md).",
)
STYLE = """
.kritzel-review table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.kritzel-review th,.kritzel-review td{padding:.2em .5em;text-align:right;border-top:1px solid var(--line)}
.kritzel-review th:first-child,.kritzel-review td:first-child{text-align:left;overflow-wrap:anywhere}
.kritzel-review tfoot td{font-weight:700;border-top:2px solid var(--line2)}
"""


# Sentences ---------------------------------------------------------------------------------------------
def title(name: str, games: int, lang: str) -> str:
    return TITLE.say(lang).format(name=name, n=games)


def part_title(part: Totals, lang: str) -> str:
    text = PART_ONE if len(part.games) == 1 else PART
    unit = UNITS[part.unit].say(lang)
    return text.say(lang).format(title=part.game.title.say(lang), n=len(part.games), unit=unit)


def columns(part: Totals, lang: str) -> list[str]:
    return [FILE.say(lang), SHEET.say(lang), *(COLUMNS[name].say(lang) for name in _known(part))]


def rows(part: Totals, lang: str) -> list[list[str]]:
    """A row for each game."""
    return [_row(part, each, lang) for each in part.games]


def mean_row(part: Totals, lang: str) -> list[str]:
    return [MEAN.say(lang), "", *(with_error(part.means[name], lang, name) for name in _known(part))]


def remarks(part: Totals, lang: str) -> list[str]:
    found = [] if "adjusted" in part.means else [NO_PARTS.say(lang)]
    return [*found, HOW.say(lang)] if len(part.games) > 1 else found


def habits(part: Totals, lang: str) -> list[tuple[str, list[str]]]:
    """Headings and the habits below them that are told."""
    loses = LOSES.say(lang).format(unit=UNITS[part.unit].say(lang))
    unlike = [habit for habit in part.unlike if habit.told]
    found = [
        (loses, [habit for habit in unlike if habit.effect.value < 0]),
        (WINS.say(lang), [habit for habit in unlike if habit.effect.value > 0]),
        (MISSED.say(lang), [habit for habit in part.missed if habit.told and habit.key]),
    ]
    return [(heading, [_habit(habit, lang) for habit in some]) for heading, some in found if some]


def with_error(figure: Interval, lang: str, name: str = "") -> str:
    value = signed(figure.value, lang) if name in ("luck", "own", "others") else decimal(figure.value, lang)
    return f"{value} ± {decimal(figure.high - figure.value, lang)}" if isfinite(figure.high) else value


def _habit(habit: Habit, lang: str) -> str:
    text = ONCE if habit.times == 1 else TIMES
    effect = with_error(habit.effect, lang, "own")
    return text.say(lang).format(words=habit.words.say(lang), effect=effect, n=habit.times)


def _known(part: Totals) -> list[str]:
    return [name for name in FIGURES if name in part.means]


def _row(part: Totals, each: Reviewed, lang: str) -> list[str]:
    parts = sum_of(each)
    figures = [
        signed(getattr(parts, name), lang)
        if name in ("luck", "own", "others")
        else decimal(getattr(parts, name), lang)
        for name in _known(part)
    ]
    return [Path(each.file).name, each.review.sheet, *figures]


# The page ----------------------------------------------------------------------------------------------
def page(name: str, parts: Sequence[Totals], lang: str) -> str:
    head = title(name, sum(len(part.games) for part in parts), lang)
    body = "".join("".join(_part(part, lang)) for part in parts)
    own = f'<div class="kritzel-review">{style()}<style>{STYLE}</style><h1>{escape(head)}</h1>{body}</div>'
    return whole_page(head, own, lang)


def _part(part: Totals, lang: str) -> Iterator[str]:
    yield f"<h2>{escape(part_title(part, lang))}</h2>"
    yield f"<table><thead>{_cells('th', columns(part, lang))}</thead><tbody>"
    yield from (_cells("td", row) for row in rows(part, lang))
    yield f"</tbody><tfoot>{_cells('td', mean_row(part, lang))}</tfoot></table>"
    told = habits(part, lang)
    for heading, some in told:
        items = "".join(f"<li>{escape(each)}</li>" for each in some)
        yield f"<h3>{escape(heading)}</h3><ul>{items}</ul>"
    if not told:
        yield f"<p>{escape(NONE.say(lang))}</p>"
    yield from (f"<p><small>{escape(remark)}</small></p>" for remark in remarks(part, lang))


def _cells(tag: str, row: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
