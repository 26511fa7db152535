"""A lesson file that cannot be taught says what is wrong, and where."""

from __future__ import annotations

import pytest

from kritzel import lessons
from kritzel.lessons import Happens, LessonError, Wanted

SAID = '{ de = "Ja.", en = "Yes." }'
WORDS = f"text = {SAID}\nhint = {SAID}\npraise = {SAID}\n"
HEAD = 'sheet = "1"\nnames = ["", "Mara"]\n'
START = "traexx/1 draw | - | -"


def step(name: str = "one", clauses: str = '["T1"]', more: str = "", words: str = WORDS) -> str:
    return f'[[step]]\nid = "{name}"\nclauses = {clauses}\n{more}\n{words}'


def filled(first: str) -> str:
    """A file with this first step, and nine plain ones after it."""
    plain = 'position = "traexx/1 card=royb | - | -"\nplay = ["d4-d3 or d4-c3"]'
    return HEAD + first + "".join(step(f"s{n}", more=plain) for n in range(9))


def broken(text: str) -> str:
    with pytest.raises(LessonError) as caught:
        lessons.check(lessons.read("traexx", text))
    return str(caught.value)


def test_a_good_file_is_read() -> None:
    card = step(more=f'position = "{START}"\nplay = ["card: royb", "d4-d3 or d4-c3", ["done"]]')
    lesson = lessons.read("traexx", filled(card))
    lessons.check(lesson)
    assert lesson.names == ("", "Mara")
    assert lesson.steps[0].play == (
        Happens("card", "royb"),
        Wanted(("d4-d3", "d4-c3"), every=False),
        Wanted(("done",), every=True),
    )


def test_moves_in_any_order_meet_again() -> None:
    text = 'sheet = "1"\nversion = 2\nnames = ["", "Mara"]\n' + step(
        clauses='["B3"]',
        more='position = "border/1 round=1 mark dice=ggaaa | - | -"\nplay = [["i13", "j13", "k13"], "done"]',
    )
    (stands,) = lessons.walks(lessons.read("border", text))
    assert len(stands) == 2**3 + 1
    assert set(stands[0].wanted) == {"i13", "j13", "k13"}
    assert [stand.last for stand in stands].count(True) == 1


def test_reading_asks_for_nothing() -> None:
    lesson = lessons.read(
        "traexx", HEAD + step(more=f'position = "{START}"', words=f"text = {SAID}\npraise = {SAID}")
    )
    assert lesson.steps[0].hint.de == ""
    assert not lesson.steps[0].by_hand
    assert lessons.walks(lesson)[0][0].last


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[", "not valid TOML"),
        ("sheet = 1", "missing: 'step'"),
        (HEAD + step(words=f"text = {SAID}"), "step 'one': missing: 'praise'"),
        (HEAD + step(more='play = ["done"]', words=f"text = {SAID}\npraise = {SAID}"), "missing: 'hint'"),
        (HEAD + step(words='text = { de = "Ja." }\n'), "step 'one': text needs de and en"),
        (HEAD + step(), "1 steps instead of 10"),
        (filled(step(more="play = []")), "the first step needs a position"),
        (filled(step(more='position = "traexx/1 dance | - | -"')), "step 'one': "),
        (filled(step(more='position = "traexx/1 draw | -"')), "1 seats, but 2 names"),
        (filled(step(clauses="[]", more=f'position = "{START}"')), "teaches no clause"),
        (filled(step(clauses='["T99"]', more=f'position = "{START}"')), "no clause 'T99'"),
        (filled(step(clauses='["D9"]', more=f'position = "{START}"')), "D9 is a clause of dizzle"),
        (filled(step(more=f'position = "{START}"\nplay = ["d4-d3"]')), "step 'one': 'd4-d3': "),
        (filled(step(more=f'position = "{START}"\nplay = ["jump"]')), "step 'one': 'jump': "),
        (filled(step(more=f'position = "{START}"\nplay = ["roll: 12"]')), "'roll: 12': the table waits for"),
        (filled(step(more=f'position = "{START}"\nplay = ["card: zz"]')), "step 'one': 'card: zz': "),
        (filled(step(more=f'position = "{START}"\nplay = ["1: d5-d6"]')), "step 'one': '1: d5-d6': "),
        (filled(step("s0", more=f'position = "{START}"')), "two steps of one name"),
        (HEAD + "".join(step(f"r{n}", more=f'position = "{START}"') for n in range(10)), "done by hand"),
    ],
)
def test_what_is_wrong_is_named(text: str, told: str) -> None:
    assert told in broken(text)


def test_after_several_ways_a_position_is_needed() -> None:
    either = 'position = "traexx/1 card=royb | - | -"\nplay = ["d4-d3 or d4-c3"]'
    steps = [step("a", more=either), step("b", more='play = ["done"]')]
    steps += [step(f"c{n}", more=either) for n in range(8)]
    assert "step 'b': needs a position" in broken(HEAD + "".join(steps))


def test_an_unknown_game_says_what_there_is() -> None:
    with pytest.raises(LookupError, match="traexx"):
        lessons.lesson("chess")
