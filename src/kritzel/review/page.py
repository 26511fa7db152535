"""A review in sentences, German and English, and as HTML that needs nothing else. Works nothing out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.review.models import HINT, POINTS, WIN, LuckStep, MoveStep, Review, SeatReview

REFERENCE = Text("Maßstab: {title} ({name})", "Yardstick: {title} ({name})")
ROLLED = Text(
    "Jeder Zug wurde bis zu {n}-mal zu Ende gespielt, der gespielte und der bessere mit denselben Würfeln.",
    "Every move was played out up to {n} times, the one played and the better one with the same dice.",
)
SUM = Text(
    "{result} = {start} zu erwarten {luck} Glück {own} eigene Züge",
    "{result} = {start} to be expected {luck} luck {own} own moves",
)
OTHERS = Text(" {others} Züge der anderen", " {others} others' moves")
HELPED = Text(" {others} Hilfe und Züge der anderen", " {others} help and others' moves")
ERROR = Text(" (auf {error} genau)", " (accurate to {error})")
LISTED = Text("Die Liste der Würfe erklärt davon {n}.", "The list of throws accounts for {n} of the luck.")
EVEN = Text("Mit gleichem Glück wären es {n}.", "With even luck it would be {n}.")
SAME_LUCK = Text(
    "{title} hätte mit demselben Glück {points} Punkte gemacht.",
    "{title} would have made {points} points of the same luck.",
)
ALMOST_SAME_LUCK = Text(
    "{title} hätte mit fast demselben Glück im Schnitt {points} Punkte gemacht.",
    "{title} would have made {points} points of almost the same luck, on average.",
)
OPEN = Text("{result}; zu erwarten waren {start}", "{result}; {start} were to be expected")
GAIN = Text("{better} statt {played}: {loss} ± {se} mehr", "{better} instead of {played}: {loss} ± {se} more")
WITH_HINT = Text(" (mit Tipp)", " (with a hint)")
ODDS_GOOD = Text("so gut oder besser in {n} von 100 Fällen", "as good or better in {n} of 100 cases")
ODDS_BAD = Text("so schlecht oder schlechter in {n} von 100 Fällen", "as bad or worse in {n} of 100 cases")
RARE = Text("in weniger als einem von 100 Fällen", "in less than one of 100 cases")
UNITS = {POINTS: Text("Punkte", "points"), WIN: Text("Gewinn-%", "win-%")}
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
MAX_THROWS = 6
WIDTH, HEIGHT, EDGE = 640, 200, 8
"""Of the curve, in units of the picture."""
DASHES = ("", "2 3", "7 3", "9 3 2 3")
STYLE = """
.kritzel-review{font:16px/1.5 system-ui,sans-serif;max-width:42rem;color:inherit}
.kritzel-review h2{font-size:1.1rem;margin:1.2em 0 .3em}
.kritzel-review p,.kritzel-review li{margin:.25em 0}
.kritzel-review svg{width:100%;height:auto;display:block}
.kritzel-review small{opacity:.8}
"""


# Sentences ---------------------------------------------------------------------------------------------
def signed(value: float) -> str:
    """With a sign and a space: − 12.1, + 3.0."""
    return f"{'+' if value >= 0 else '−'} {abs(value):.1f}"


def sum_words(seat: SeatReview, lang: str) -> str:
    """The result of a seat and what it is made of, in one line."""
    parts = seat.sum
    if parts.start is None:
        return f"{parts.result:.0f}"
    if parts.luck is None or parts.own is None or parts.others is None:
        return OPEN.say(lang).format(result=f"{parts.result:.0f}", start=f"{parts.start:.1f}")
    line = SUM.say(lang).format(
        result=f"{parts.result:.1f}",
        start=f"{parts.start:.1f}",
        luck=signed(parts.luck),
        own=signed(parts.own),
    )
    if parts.others:
        others = HELPED if seat.hinted or seat.stood_in else OTHERS
        line += others.say(lang).format(others=signed(parts.others))
    return line + ERROR.say(lang).format(error=f"{2 * (parts.error or 0.0):.1f}")


def notes(review: Review) -> Iterator[Text]:
    """What a reader of the figures should know."""
    if review.reference.instead:
        yield review.reference.instead
    yield from review.notes


def listed_luck_words(seat: SeatReview, lang: str) -> str:
    """How much of the luck the list of throws accounts for; empty where that is unknown."""
    if seat.sum.luck is None or seat.explained is None:
        return ""
    return LISTED.say(lang).format(n=signed(seat.explained))


def biggest_throws(review: Review) -> list[LuckStep]:
    luck = [step for step in review.steps if isinstance(step, LuckStep)]
    return sorted(luck, key=lambda each: -abs(each.luck[each.seat]))[:MAX_THROWS]


def odds_words(step: LuckStep, lang: str) -> str:
    """How rare a throw was, seen from the side it fell on; empty where that is unknown."""
    if step.as_good is None or step.as_bad is None:
        return ""
    good = step.luck[step.seat] >= 0
    share = 100 * (step.as_good if good else step.as_bad)
    if share < 1:
        return RARE.say(lang)
    return (ODDS_GOOD if good else ODDS_BAD).say(lang).format(n=f"{share:.0f}")


def moments_of(review: Review, seat: SeatReview) -> Iterator[MoveStep]:
    for nth in seat.moments:
        step = review.steps[nth]
        assert isinstance(step, MoveStep), "moments are moves"
        yield step


def moment_words(step: MoveStep, lang: str) -> str:
    """What would have been better, by how much, and how sure that is."""
    better = step.best or step.played
    line = GAIN.say(lang).format(
        better=better.words.say(lang),
        played=step.played.words.say(lang),
        loss=f"{step.loss:.1f}",
        se=f"{step.se:.1f}",
    )
    return f"{line}: {step.words.say(lang)}{WITH_HINT.say(lang) if step.help == HINT else ''}"


def reference_words(review: Review, lang: str) -> str:
    return REFERENCE.say(lang).format(title=review.reference.title.say(lang), name=review.reference.name)


# The page ----------------------------------------------------------------------------------------------
def page(review: Review, lang: str) -> str:
    title = escape(f"{TITLE.say(lang)}: {_name(review, lang)}")
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    scheme = '<meta name="color-scheme" content="light dark"><style>body{margin:1rem}</style>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{meta}{scheme}<title>{title}</title></head>\n'
        f"<body><main>{body(review, lang)}</main></body></html>\n"
    )


def body(review: Review, lang: str) -> str:
    """What stands on the page; notebooks show it."""
    parts = [f"<style>{STYLE}</style><h1>{escape(TITLE.say(lang))}</h1><p>{escape(_name(review, lang))}</p>"]
    remarks = [*notes(review), *([] if review.complete else [UNFINISHED])]
    parts += [f"<p><small>{escape(note.say(lang))}</small></p>" for note in remarks]
    for seat in review.seats:
        parts += _seat(review, seat, lang)
    parts += [*_throws(review, lang), *_curve(review, lang)]
    rolled = ROLLED.say(lang).format(n=review.rollouts)
    parts.append(f"<p><small>{escape(reference_words(review, lang))}. {escape(rolled)}</small></p>")
    return f'<div class="kritzel-review">{"".join(parts)}</div>'


def _name(review: Review, lang: str) -> str:
    title = catalogue.game(review.game).title.say(lang) if review.game in catalogue.GAMES else review.game
    return f"{title} · {review.sheet} · {', '.join(seat.name for seat in review.seats)}"


def _seat(review: Review, seat: SeatReview, lang: str) -> Iterator[str]:
    unit = UNITS[review.unit].say(lang)
    yield f"<h2>{escape(seat.name)}</h2><p>{escape(sum_words(seat, lang))} <small>({unit})</small></p>"
    if listed := listed_luck_words(seat, lang):
        even = EVEN.say(lang).format(n=f"{seat.sum.adjusted:.1f}")
        yield f"<p>{escape(even)} {escape(listed)}</p>"
    if seat.find is not None:
        step = review.steps[seat.find]
        assert isinstance(step, MoveStep), "a find is a move"
        yield f"<p>★ {escape(_find(step, lang))}</p>"
    if seat.same_luck is not None:
        text = SAME_LUCK if seat.same_luck.exact else ALMOST_SAME_LUCK
        title = review.reference.title.say(lang)
        yield f"<p>{escape(text.say(lang).format(title=title, points=f'{seat.same_luck.points:.0f}'))}</p>"
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
    for step in moments_of(review, seat):
        why = f"<br><small>{escape(step.reason.words.say(lang))}</small>" if step.reason else ""
        yield f"<li>{escape(moment_words(step, lang))}{why}</li>"


def _throws(review: Review, lang: str) -> Iterator[str]:
    throws = biggest_throws(review)
    if not throws:
        return
    yield f"<h2>{escape(THROWS.say(lang))}</h2><ul>"
    for step in throws:
        who = f"{review.seats[step.seat].name}: " if len(review.seats) > 1 else ""
        odds = odds_words(step, lang)
        line = f"{who}{step.words.say(lang)}: {signed(step.luck[step.seat])}"
        yield f"<li>{escape(line)}{f' <small>({escape(odds)})</small>' if odds else ''}</li>"
    yield "</ul>"


def _curve(review: Review, lang: str) -> Iterator[str]:
    if len(review.curve) < 2:
        return
    words = WORTH.say(lang).format(unit=UNITS[review.unit].say(lang))
    yield f"<h2>{escape(CURVE.say(lang))}</h2><p><small>{escape(words)}</small></p>"
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words)}">'
    values = [value for point in review.curve for value in point.values]
    low, high = min(values), max(values)
    for seat in range(len(review.seats)):
        yield _line(review, seat, low, high)
    yield "</svg>"


def _line(review: Review, seat: int, low: float, high: float) -> str:
    last = max(point.event for point in review.curve) or 1
    span = high - low or 1.0
    points: Sequence[str] = [
        f"{EDGE + point.event / last * (WIDTH - 2 * EDGE):.1f},"
        f"{HEIGHT - EDGE - (point.values[seat] - low) / span * (HEIGHT - 2 * EDGE):.1f}"
        for point in review.curve
    ]
    dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if seat else ""
    return f'<polyline points="{" ".join(points)}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>'
