"""Records: written, read again, and refused where they are broken."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kritzel.game import Chance, Setup
from kritzel.games import catalogue
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.record import RecordError, SeededDealer, Table, read
from kritzel.record.text import MAX_LINE_WIDTH
from kritzel.sheetfile import digest
from tests.record.sheets import HEAD, HEXES, dizzle, traexx, traexx_sheet

FINISHED = f"""\
kritzel record 1
game: traexx
sheet: tiny
version: 1
hash: {digest(HEXES)}
rules: 1
seats: Mara, Jonas
boards: 2 1

# Card 1 of 2
card: royg
0: b3-b4, done
1: b2-b1, done
# Card 2 of 2
card: gbba
1: done
0: b3-b2, done
score: -5 -8
result: last_card 1 2
"""


def finished() -> Table:
    table = Table.new(TRAEXX, Setup(traexx_sheet(), 2, (2, 1)), ["Mara", "Jonas"])
    table.roll("royg").play(0, "b3-b4").play(0, "done").play(1, "b2-b1").play(1, "done")
    return table.roll("gbba").play(1, "done").play(0, "b3-b2").play(0, "done")


def test_a_finished_game_reads_like_this() -> None:
    assert finished().record() == FINISHED


def test_boards_that_were_chosen_are_told_even_in_order() -> None:
    table = Table.new(TRAEXX, Setup(traexx_sheet(), 2, (1, 2)), ["Mara", "Jonas"])
    assert "boards: 1 2\n" in table.record()
    assert "boards" not in Table.new(TRAEXX, Setup(traexx_sheet(), 2), ["Mara", "Jonas"]).record()


def test_a_record_replays() -> None:
    table = read(FINISHED, traexx_sheet())
    assert table.record() == FINISHED
    assert table.names == ("Mara", "Jonas")
    assert table.position == finished().position


def test_a_game_in_progress_has_no_end() -> None:
    whole = finished()
    for events in range(len(whole.events)):
        record = whole.until(events).record()
        assert "result" not in record
        assert read(record, whole.sheet).record() == record


def test_a_record_may_begin_anywhere() -> None:
    line = "dizzle/tiny pass=3 place turn=0 pool=123456 | x=b1 | dice=a2"
    table = dizzle(line).play(0, "2c1").play(1, "4a3")
    record = table.record()
    assert f"start: {line}\n" in record
    assert read(record, table.sheet).record() == record


def test_comments_blank_lines_spaces_and_windows_do_not_matter() -> None:
    sloppy = "\ufeff# our game\n\n" + FINISHED.replace("0: b3-b4, done", "0:b3-b4 ,done  # good")
    assert read(sloppy.replace("\n", "\r\n"), traexx_sheet()).record() == FINISHED


def test_long_rows_of_moves_are_broken() -> None:
    grid = HEAD.format("dizzle") + "grid = '''\nNS " + "1 " * 13 + "\n'''\n[points]\n"
    cells = "bcdefghijklmn"
    dice = "".join(f"{letter}1" for letter in cells)
    table = dizzle(f"dizzle/tiny pass=1 rails | dice={dice} | - | - | -", grid)
    for letter in cells:
        table.play(0, f"rail {letter}1 EW")
    record = table.record()
    assert max(len(line) for line in record.splitlines()) < MAX_LINE_WIDTH + 20
    assert record.count("\n0: rail") == 2
    assert read(record, table.sheet).record() == record


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_random_games_round_trip(slug: str) -> None:
    game, sheet = catalogue.find(slug)
    table = Table.new(game, Setup(sheet, 2), dealer=SeededDealer(1))
    luck = Random(1)
    while not table.over:
        if isinstance(table.pending, Chance):
            table.roll()
        else:
            seat = luck.choice(table.deciding)
            table.play(seat, luck.choice(table.moves(seat)))
    assert read(table.record()).record() == table.record()


BROKEN = [
    # what is replaced, by what, line, expected, why
    ("kritzel record 1", "kritzel record 2", 1, "kritzel record 1", "Found `kritzel record 2`."),
    ("game: traexx", "game: ludo", 2, "dizzle, border, traexx", "no game 'ludo'"),
    ("game: traexx", "game: dizzle", 3, "traexx/tiny, version 1", "another sheet"),
    ("game: traexx\n", "", 10, "game: ...", "`game` is missing in the head."),
    ("sheet: tiny", "sheet: huge", 3, "traexx/tiny, version 1", "another sheet"),
    ("version: 1", "version: 2", 3, "traexx/tiny, version 1", "another sheet"),
    ("version: 1", "version: one", 4, "numbers", "Found `one`."),
    ("version: 1", "version: ²", 4, "numbers", "Found `²`."),
    ("hash: ", "hash: 00", 5, digest(HEXES), "not the one it was played on"),
    ("rules: 1", "rules: 2", 6, "1", "does not know rules version 2 of Träxx"),
    ("rules: 1", "rules: 0", 6, "1", "does not know rules version 0 of Träxx"),
    ("Mara, Jonas", "Mara, Jonas, Jan", 8, "seats that fit", ""),
    ("Mara, Jonas", "Mara,", 8, "seats that fit", "not a name"),
    ("boards: 2 1", "boards: 2 2", 8, "seats that fit", ""),
    ("boards: 2 1", "boards: 2 x", 8, "numbers", "Found `2 x`."),
    ("boards: 2 1", "seats: A, B", 8, "each word once", "`seats` stands here twice"),
    ("boards: 2 1", "start: traexx/tiny draw\nboards: 2 1", 9, "`start` alone", "already names the boards"),
    ("boards: 2 1", "start: traexx/tiny dra", 8, "a position", ""),
    ("boards: 2 1", "start: traexx/tiny draw | -", 7, "seats that fit", "names: 2, seats: 1"),
    ("card: royg", "roll: 123", 11, "card: ...", "Found `roll: 123`."),
    ("card: royg", "0: done", 11, "card: ...", "Found `0: done`."),
    ("card: royg", "card: rrrr", 11, "a possible outcome", ""),
    ("card: gbba", "card: royg", 15, "a possible outcome", ""),
    ("0: b3-b4, done", "card: gbba", 12, "0: ... / 1: ...", "Found `card: gbba`."),
    ("0: b3-b4, done", "7: done", 12, "0: ... / 1: ...", "Found `7: done`."),
    ("0: b3-b4, done", "0: b3-b4, castle", 12, "0: b4-a3", ""),
    ("0: b3-b4, done", "0: b3-b4, b4-b3", 12, "0: b4-a3", "`b4-b3`: "),
    ("0: b3-b4, done", "0: b3-b4,, done", 12, "0: b4-a3", ""),
    ("1: b2-b1, done", "1: b2-b1, done, done", 13, "card: ...", "[T"),
    ("0: b3-b2, done", "0: b3-b2, done, done", 17, "score: -5 -8", "[T1]"),
    ("0: b3-b4, done", "nonsense", 12, "`word: content`", "Found `nonsense`."),
    ("0: b3-b4, done", "0:", 12, "`word: content`", "Found `0:`."),
    ("0: b3-b4, done", ": done", 12, "`word: content`", "Found `: done`."),
    ("0: b3-b4, done", "x" * 99, 12, "`word: content`", "Found `" + "x" * 57 + "...`."),
    ("card: gbba", "score: 1 2", 15, "card: ...", "not over yet"),
    ("1: done\n", "result: last_card 1 2\n", 16, "0: ... / 1: ...", "not over yet"),
    ("score: -5 -8", "score: -5 8", 18, "score: -5 -8", "Found `score: -5 8`."),
    ("score: -5 -8\n", "", 18, "score: -5 -8", "Found `result: last_card 1 2`."),
    ("last_card 1 2", "last_card 2 1", 19, "result: last_card 1 2", "Found `result: last_card 2 1`."),
    ("result: last_card 1 2\n", "", 19, "result: last_card 1 2", "The end is missing."),
    ("last_card 1 2\n", "last_card 1 2\n0: done\n", 20, "the end of the file", "Nothing comes after"),
    ("last_card 1 2\n", "last_card 1 2\nseats: A, B\n", 20, "the end of the file", "Nothing comes after"),
]


@pytest.mark.parametrize(("good", "bad", "line", "expected", "why"), BROKEN)
def test_broken_records_are_refused(good: str, bad: str, line: int, expected: str, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(FINISHED.replace(good, bad, 1), traexx_sheet())
    error = caught.value
    assert (error.line, expected in error.expected.en) == (line, True), str(error)
    assert why in error.why.en
    assert error.why.de
    assert error.expected.de
    assert str(error).startswith(f"line {line}: ")


@pytest.mark.parametrize("text", ["", "\n\n# nothing\n"])
def test_an_empty_text_is_no_record(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.why.en) == (1, "Found nothing.")


def test_a_record_of_the_head_alone_is_a_game_that_has_not_begun() -> None:
    head = FINISHED.partition("\n\n")[0]
    assert read(head, traexx_sheet()).events == ()
    with pytest.raises(RecordError, match=r"line 7: `seats` is missing"):
        read(head.partition("seats")[0], traexx_sheet())


def test_a_sheet_must_be_in_the_catalogue_or_given() -> None:
    with pytest.raises(RecordError, match="line 3: There is no sheet 'traexx/tiny' in version 1"):
        read(FINISHED)


def test_a_record_of_a_finished_position_has_its_end() -> None:
    table = traexx(1).roll("royg").play(0, "done").roll("gbba").play(0, "done")
    over = Table(table.game, table.state)
    assert read(over.record(), table.sheet).record() == over.record()


def without_comments(text: str) -> list[str]:
    """The lines that count."""
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_a_record_of_an_older_version_of_a_sheet_still_replays() -> None:
    text = Path(__file__).with_name("border-version-1.txt").read_text("utf-8")
    table = read(text)
    assert table.sheet.version == 1 < catalogue.find("border/1")[1].version
    assert without_comments(table.record()) == without_comments(text)
