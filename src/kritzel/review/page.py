"""A review as HTML that needs nothing else: the sums, the moments, the throws, and the curve as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.review import telling
from kritzel.review.told import LuckStep, MoveStep, Review, SeatReview

TITLE = Text("Nachgeschaut", "Review")
MOMENTS = Text("Stellen zum Hinschauen", "Moments worth a look")
NONE = Text("Mehr war nicht zu holen.", "There was nothing more to find.")
FIND = Text(
    "Bester Fund: {move}, {gain} mehr als der Maßstab.", "Best find: {move}, {gain} more than the yardstick."
)
FIND_AHEAD = Text(
    "Bester Fund: {move}, {gain} mehr als {other}.", "Best find: {move}, {gain} more than {other}."
)
THROWS = Text("Die größten Würfe", "The throws that mattered most")
CURVE = Text("Wie es lief", "How it went")
WORTH = Text(
    "In {unit}: was das Spiel nach jedem Wurf wert war.",
    "In {unit}: what the game was worth after each throw.",
)
UNFINISHED = Text("Noch nicht fertig ausgerechnet.", "Not worked out to the end yet.")
MOST_THROWS = 6
WIDE = 640
HIGH = 200
EDGE = 8
DASHES = ("", "2 3", "7 3", "9 3 2 3")
STYLE = """
.kritzel-review{font:16px/1.5 system-ui,sans-serif;max-width:42rem;color:inherit}
.kritzel-review h2{font-size:1.1rem;margin:1.2em 0 .3em}
.kritzel-review p,.kritzel-review li{margin:.25em 0}
.kritzel-review svg{width:100%;height:auto;display:block}
.kritzel-review small{opacity:.8}
"""


def page(review: Review, lang: str) -> str:
    """A whole file."""
    title = escape(f"{TITLE.say(lang)}: {_name(review, lang)}")
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    scheme = '<meta name="color-scheme" content="light dark"><style>body{margin:1rem}</style>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{meta}{scheme}<title>{title}</title></head>\n'
        f"<body><main>{body(review, lang)}</main></body></html>\n"
    )


def body(review: Review, lang: str) -> str:
    """What stands on the page; notebooks show it."""
    head = f"<h1>{escape(TITLE.say(lang))}</h1><p>{escape(_name(review, lang))}</p>"
    parts = [f"<style>{STYLE}</style>", head, *_notes(review, lang)]
    for seat in review.seats:
        parts += _seat(review, seat, lang)
    parts += [*_throws(review, lang), *_curve(review, lang), *_made(review, lang)]
    return f'<div class="kritzel-review">{"".join(parts)}</div>'


def _name(review: Review, lang: str) -> str:
    title = catalogue.game(review.game).title.say(lang) if review.game in catalogue.GAMES else review.game
    return f"{title} · {review.sheet} · {', '.join(seat.name for seat in review.seats)}"


def _notes(review: Review, lang: str) -> Iterator[str]:
    instead = [review.reference.instead] if review.reference.instead else []
    for note in (*instead, *review.notes, *([] if review.complete else [UNFINISHED])):
        yield f"<p><small>{escape(note.say(lang))}</small></p>"


def _seat(review: Review, seat: SeatReview, lang: str) -> Iterator[str]:
    unit = telling.UNITS[review.unit].say(lang)
    said = escape(telling.sum_words(seat, lang))
    yield f"<h2>{escape(seat.name)}</h2><p>{said} <small>({unit})</small></p>"
    if seat.sum.luck is not None and seat.explained is not None:
        listed = telling.LISTED.say(lang).format(n=telling.signed(seat.explained))
        even = telling.EVEN.say(lang).format(n=f"{seat.sum.adjusted:.1f}")
        yield f"<p>{escape(even)} {escape(listed)}</p>"
    if seat.find is not None:
        step = review.steps[seat.find]
        assert isinstance(step, MoveStep), "a find is a move"
        yield f"<p>★ {escape(_find(step, lang))}</p>"
    if said := telling.same_luck_words(review, seat, lang):
        yield f"<p>{escape(said)}</p>"
    yield f"<h3>{escape(MOMENTS.say(lang))}</h3>"
    yield (
        f"<ol>{''.join(_moments(review, seat, lang))}</ol>"
        if seat.moments
        else f"<p>{escape(NONE.say(lang))}</p>"
    )


def _find(step: MoveStep, lang: str) -> str:
    move = step.played.words.say(lang)
    if step.ahead is None:
        return FIND.say(lang).format(move=move, gain=f"{step.effect[step.seat]:.1f}")
    other = step.ahead.move.words.say(lang)
    return FIND_AHEAD.say(lang).format(move=move, gain=f"{step.ahead.gain:.1f}", other=other)


def _moments(review: Review, seat: SeatReview, lang: str) -> Iterator[str]:
    for nth in seat.moments:
        step = review.steps[nth]
        assert isinstance(step, MoveStep), "moments are moves"
        why = f"<br><small>{escape(step.reason.words.say(lang))}</small>" if step.reason else ""
        yield f"<li>{escape(telling.moment_words(step, lang))}{why}</li>"


def _throws(review: Review, lang: str) -> Iterator[str]:
    luck = [step for step in review.steps if isinstance(step, LuckStep)]
    if not luck:
        return
    yield f"<h2>{escape(THROWS.say(lang))}</h2><ul>"
    for step in sorted(luck, key=lambda each: -abs(each.luck[each.seat]))[:MOST_THROWS]:
        who = f"{review.seats[step.seat].name}: " if len(review.seats) > 1 else ""
        odds = telling.odds_words(step, lang)
        said = f"{who}{step.words.say(lang)}: {telling.signed(step.luck[step.seat])}"
        yield f"<li>{escape(said)}{f' <small>({escape(odds)})</small>' if odds else ''}</li>"
    yield "</ul>"


def _curve(review: Review, lang: str) -> Iterator[str]:
    if len(review.curve) < 2:
        return
    words = WORTH.say(lang).format(unit=telling.UNITS[review.unit].say(lang))
    yield f"<h2>{escape(CURVE.say(lang))}</h2><p><small>{escape(words)}</small></p>"
    yield f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(words)}">'
    values = [value for point in review.curve for value in point.values]
    low, high = min(values), max(values)
    for seat in range(len(review.seats)):
        yield _line(review, seat, low, high)
    yield "</svg>"


def _line(review: Review, seat: int, low: float, high: float) -> str:
    last = max(point.event for point in review.curve) or 1
    span = high - low or 1.0
    places: Sequence[str] = [
        f"{EDGE + point.event / last * (WIDE - 2 * EDGE):.1f},"
        f"{HIGH - EDGE - (point.values[seat] - low) / span * (HIGH - 2 * EDGE):.1f}"
        for point in review.curve
    ]
    dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if seat else ""
    return f'<polyline points="{" ".join(places)}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>'


def _made(review: Review, lang: str) -> Iterator[str]:
    named = telling.REFERENCE.say(lang).format(
        title=review.reference.title.say(lang), name=review.reference.name
    )
    rolled = telling.ROLLED.say(lang).format(n=review.rollouts)
    yield f"<p><small>{escape(named)}. {escape(rolled)}</small></p>"
