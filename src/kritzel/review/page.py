"""A review in sentences, German and English, and as HTML that needs nothing else. Works nothing out."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from kritzel.drawing.theme import FONT
from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.review import curve, positions
from kritzel.review.figures import MOSTLY, figure, mostly
from kritzel.review.models import HINT, POINTS, WIN, LuckStep, MoveStep, Review, SeatReview

REFERENCE = Text("Maßstab: {title} ({name})", "Yardstick: {title} ({name})")
ROLLED = Text(
    "Jeder Zug wurde bis zu {n}-mal zu Ende gespielt, der gespielte und der bessere mit demselben Glück.",
    "Every move was played out up to {n} times, the one played and the better one with the same luck.",
)
SUM = Text("{result} = {start} zu erwarten", "{result} = {start} to be expected")
LUCK_PART = Text(" {n} Glück", " {n} luck")
OWN_PART = Text(" {n} eigene Züge", " {n} own moves")
BOTH = Text(" {n} Glück und eigene Züge ({mostly})", " {n} luck and own moves ({mostly})")
OTHERS = Text(" {n} Züge der anderen", " {n} others' moves")
HELPED = Text(" {n} Hilfe und Züge der anderen", " {n} help and others' moves")
ABOUT = Text("etwa {about} [{low} bis {high}]", "about {about} [{low} to {high}]")
SOME = Text("etwas", "some")
LISTED = Text("Die Liste erklärt vom Glück {n}.", "The list accounts for {n} of the luck.")
EVEN = Text("Mit gleichem Glück wären es {n}.", "With even luck it would be {n}.")
SAME_LUCK = Text(
    "{title} hätte mit demselben Glück {points} Punkte gemacht.",
    "{title} would have made {points} points of the same luck.",
)
ALMOST_SAME_LUCK = Text(
    "{title} hätte mit fast demselben Glück im Schnitt {points} Punkte gemacht.",
    "{title} would have made {points} points of almost the same luck, on average.",
)
UNKNOWN = Text("{result}; zu erwarten waren {start}", "{result}; {start} were to be expected")
GAIN = Text("{better} statt {played}: {loss} mehr", "{better} instead of {played}: {loss} more")
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
LUCK = Text("Glück, das am meisten zählte", "The luck that mattered most")
CURVE = Text("Wie es lief", "How it went")
WORTH = Text("Was das Spiel wert war ({unit}).", "What the game was worth ({unit}).")
NUMBERS = Text(
    "Die Zahlen auf der Linie sind die Stellen, ★ der beste Fund.",
    "The numbers on the line are the moments, ★ the best find.",
)
PLAYED, BETTER = Text("gespielt", "played"), Text("besser", "better")
UNFINISHED = Text("Noch nicht fertig ausgerechnet.", "Not worked out to the end yet.")
MAX_THROWS = 6
STAR = "★"


# Sentences ---------------------------------------------------------------------------------------------
def decimal(value: float, lang: str, digits: int = 1) -> str:
    """As it is written in the language: −12.1, or −12,1."""
    written = f"{value:.{digits}f}".replace("-", "−")
    return written.replace(".", ",") if lang == "de" else written


def signed(value: float, lang: str, digits: int = 1) -> str:
    """With a sign and a space: − 12.1, + 3.0."""
    return f"{'+' if value >= 0 else '−'} {decimal(abs(value), lang, digits)}"


def sum_words(seat: SeatReview, lang: str) -> str:
    """The result of a seat and what it is made of, in one line."""
    parts = seat.sum
    if parts.start is None:
        return f"{parts.result:.0f}"
    if parts.luck is None or parts.own is None or parts.others is None:
        return UNKNOWN.say(lang).format(result=f"{parts.result:.0f}", start=decimal(parts.start, lang))
    told = SUM.say(lang).format(result=f"{parts.result:.0f}", start=f"{parts.start:.0f}")
    if why := mostly(parts, parts.error):
        rest = signed(parts.result - parts.start - parts.others, lang, 0)
        told += BOTH.say(lang).format(n=rest, mostly=MOSTLY[why].say(lang))
    else:
        told += LUCK_PART.say(lang).format(n=about(parts.luck, parts.error, lang))
        told += OWN_PART.say(lang).format(n=about(parts.own, parts.error, lang))
    if parts.others:
        others = HELPED if seat.hinted or seat.stood_in else OTHERS
        told += others.say(lang).format(n=about(parts.others, parts.error, lang))
    return told


def about(value: float | None, se: float | None, lang: str) -> str:
    """A figure with a sign, and with its range where it is not exact."""
    found = figure(value, se)
    if found is None:
        return f"± {SOME.say(lang)}"
    sign = "+" if found.about >= 0 else "−"
    if found.exact:
        return f"{sign} {abs(found.about)}"
    told = ABOUT.say(lang).format(about=abs(found.about), low=found.low, high=found.high)
    return f"{sign} {told}".replace("-", "−")


def notes(review: Review) -> Iterator[Text]:
    """What a reader of the figures should know."""
    if review.reference.instead:
        yield review.reference.instead
    yield from review.notes


def listed_luck_words(seat: SeatReview, lang: str) -> str:
    """How much of the luck the list of throws accounts for; empty where that is unknown."""
    if seat.explained is None or figure(seat.sum.luck, seat.sum.error) is None:
        return ""
    return LISTED.say(lang).format(n=signed(seat.explained, lang, 0))


def even_luck_words(seat: SeatReview, lang: str) -> str:
    """What the result would be with even luck, and how exact that is; empty where that is unknown."""
    if figure(seat.sum.adjusted, seat.sum.error) is None:
        return ""
    return EVEN.say(lang).format(n=about(seat.sum.adjusted, seat.sum.error, lang).removeprefix("+ "))


def biggest_luck(review: Review) -> list[LuckStep]:
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
        loss=about(step.loss, step.se, lang).removeprefix("+ "),
    )
    return f"{line}: {step.words.say(lang)}{WITH_HINT.say(lang) if step.help == HINT else ''}"


def reference_words(review: Review, lang: str) -> str:
    return REFERENCE.say(lang).format(title=review.reference.title.say(lang), name=review.reference.name)


# The page ----------------------------------------------------------------------------------------------
def page(review: Review, lang: str) -> str:
    return whole_page(f"{TITLE.say(lang)}: {_name(review, lang)}", body(review, lang), lang)


def whole_page(title: str, body: str, lang: str) -> str:
    """A page of its own around what stands on it."""
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    scheme = '<meta name="color-scheme" content="light dark"><style>body{margin:1rem}</style>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{meta}{scheme}<title>{escape(title)}</title></head>\n'
        f"<body><main>{body}</main></body></html>\n"
    )


def style() -> str:
    """Light as paper and in print, dark where the reader's screen is."""
    light, dark = positions.variables("light"), positions.variables("dark")
    screen = f"@media screen and (prefers-color-scheme:dark){{.kritzel-review{{{dark}}}}}"
    own = f".kritzel-review{{--font:{FONT};{light}}}\n{screen}"
    rules = files("kritzel.review").joinpath("page.css").read_text("utf-8")
    return f"<style>{own}\n{positions.style()}{curve.STYLE}{rules}</style>"


def body(review: Review, lang: str) -> str:
    """What stands on the page; notebooks show it."""
    moments = [nth for seat in review.seats for nth in seat.moments]
    numbers = {nth: str(number) for number, nth in enumerate(moments, 1)}
    parts = [f"<h1>{escape(TITLE.say(lang))}</h1><p>{escape(_name(review, lang))}</p>"]
    remarks = [*notes(review), *([] if review.complete else [UNFINISHED])]
    parts += [f"<p><small>{escape(note.say(lang))}</small></p>" for note in remarks]
    parts += _curve(review, numbers, lang)
    pictures = _pictures(review, moments, lang)
    for seat in review.seats:
        parts += _seat(review, seat, numbers, pictures, lang)
    parts += _luck(review, lang)
    rolled = ROLLED.say(lang).format(n=review.rollouts)
    parts.append(f"<p><small>{escape(reference_words(review, lang))}. {escape(rolled)}</small></p>")
    return f'<div class="kritzel-review">{style()}{"".join(parts)}</div>'


def _name(review: Review, lang: str) -> str:
    title = catalogue.game(review.game).title.say(lang) if review.game in catalogue.GAMES else review.game
    return f"{title} · {review.sheet} · {', '.join(seat.name for seat in review.seats)}"


def _seat(
    review: Review, seat: SeatReview, numbers: dict[int, str], pictures: dict[int, str], lang: str
) -> Iterator[str]:
    unit = UNITS[review.unit].say(lang)
    yield f"<h2>{escape(seat.name)}</h2><p>{escape(sum_words(seat, lang))} <small>({unit})</small></p>"
    if listed := listed_luck_words(seat, lang):
        yield f"<p>{escape(even_luck_words(seat, lang))} {escape(listed)}</p>"
    if seat.find is not None:
        step = review.steps[seat.find]
        assert isinstance(step, MoveStep), "a find is a move"
        yield f"<p>{STAR} {escape(_find(step, lang))}</p>"
    if seat.same_luck is not None:
        text = SAME_LUCK if seat.same_luck.exact else ALMOST_SAME_LUCK
        title = review.reference.title.say(lang)
        yield f"<p>{escape(text.say(lang).format(title=title, points=f'{seat.same_luck.points:.0f}'))}</p>"
    yield f"<h3>{escape(MOMENTS.say(lang))}</h3>"
    if not seat.moments:
        yield f"<p>{escape(NONE.say(lang))}</p>"
        return
    yield '<ol class="moments">'
    for nth, step in zip(seat.moments, moments_of(review, seat), strict=True):
        yield f"<li>{_moment(review, step, numbers[nth], lang)}{pictures.get(nth, '')}</li>"
    yield "</ol>"


def _find(step: MoveStep, lang: str) -> str:
    move = step.played.words.say(lang)
    if step.ahead is None:
        return FIND.say(lang).format(move=move, gain=decimal(step.effect[step.seat], lang))
    other = step.ahead.move.words.say(lang)
    return FIND_AHEAD.say(lang).format(move=move, gain=decimal(step.ahead.gain, lang), other=other)


def _moment(review: Review, step: MoveStep, number: str, lang: str) -> str:
    why = f"<br><small>{escape(step.reason.words.say(lang))}</small>" if step.reason else ""
    clock = ""
    if review.table:
        words = review.table.game.words.clock(review.table.moments[step.events[0]].state).words
        clock = f"<b>{escape(words.say(lang))}</b><br>"
    return f'<span class="no">{number}</span>{clock}{escape(moment_words(step, lang))}{why}'


def _pictures(review: Review, moments: list[int], lang: str) -> dict[int, str]:
    """The position of each moment, and what was played there; nothing where the game itself is not known."""
    steps = [step for nth in moments if isinstance(step := review.steps[nth], MoveStep)]
    if review.table is None:
        return {}
    table = review.table
    found = [positions.position_of(table, step, lang) for step in steps]
    keys = [_key(lang) if each.played or each.better else "" for each in found]
    return {nth: svg + key for nth, svg, key in zip(moments, positions.draw(found), keys, strict=True)}


def _key(lang: str) -> str:
    """Which stroke is which."""
    strokes = (("played", PLAYED), ("better", BETTER))
    said = [f'<span class="who">{positions.sample(kind)} {word.say(lang)}</span>' for kind, word in strokes]
    return f"<small>{''.join(said)}</small>"


def _luck(review: Review, lang: str) -> Iterator[str]:
    biggest = biggest_luck(review)
    if not biggest:
        return
    yield f"<h2>{escape(LUCK.say(lang))}</h2><ul>"
    for step in biggest:
        who = f"{review.seats[step.seat].name}: " if len(review.seats) > 1 else ""
        odds = odds_words(step, lang)
        line = f"{who}{step.words.say(lang)}: {signed(step.luck[step.seat], lang)}"
        yield f"<li>{escape(line)}{f' <small>({escape(odds)})</small>' if odds else ''}</li>"
    yield "</ul>"


def _curve(review: Review, numbers: dict[int, str], lang: str) -> Iterator[str]:
    if len(review.curve) < 2:
        return
    words = WORTH.say(lang).format(unit=UNITS[review.unit].say(lang))
    stars = {seat.find: STAR for seat in review.seats if seat.find is not None}
    yield f"<h2>{escape(CURVE.say(lang))}</h2>{curve.draw(review, words, stars | numbers)}"
    if len(review.seats) > 1:
        keys = (f'<span class="who">{curve.sample(s.seat)} {escape(s.name)}</span>' for s in review.seats)
        yield f"<p>{''.join(keys)}</p>"
    yield f"<p><small>{escape(words)} {escape(NUMBERS.say(lang) if numbers else '')}</small></p>"
