"""The terminal game, typed from a script."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from kritzel import replay
from kritzel.cli.output import print_ending
from kritzel.game import Over
from kritzel.games import catalogue
from kritzel.record import read
from tests.cli.run import TINY, kritzel, refused

GOLDEN = Path(TINY).parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home/data"))
    return tmp_path / "home"


def whole_game(*words: str, record: Path, lang: str = "en") -> str:
    """Always the first move of the list, until the game is over."""
    result = kritzel("play", *words, "--seed", "1", "--record", str(record), typed="1\n" * 2000, lang=lang)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("slug", "lang"), [("dizzle", "de"), ("border", "en"), ("traexx", "de")])
def test_every_game_can_be_played_to_the_end(slug: str, lang: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    told = whole_game(slug, "--seats", "you,random", record=record, lang=lang)
    assert "Random: " in told
    assert ("Recorded in" if lang == "en" else "Aufgeschrieben in") in told
    assert read(record.read_text("utf-8")).over


@pytest.mark.parametrize("name", [f"dizzle/{sheet.id}" for sheet in catalogue.sheets("dizzle")])
def test_every_sheet_can_be_begun(name: str) -> None:
    told = kritzel("play", name, "--seats", "random,you,random", "--seed", "4", typed="1\n" * 12).stdout
    assert "Random 2: " in told


@pytest.mark.parametrize("slug", ["dizzle", "traexx"])
def test_alone_there_is_a_rank(slug: str, tmp_path: Path) -> None:
    told = whole_game(slug, "--seats", "you", record=tmp_path / "game.txt")
    assert " points: " in told


def test_two_people_share_a_keyboard(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    told = whole_game("traexx", "--seats", "you, du", record=record)
    assert "You 2's turn (Enter)" in told
    assert read(record.read_text("utf-8")).names == ("You 1", "You 2")


def test_equal_seeds_tell_equal_games(tmp_path: Path) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    whole_game("traexx", record=first)
    whole_game("traexx", record=second)
    assert first.read_text("utf-8") == second.read_text("utf-8")


def test_the_keys(tmp_path: Path) -> None:
    keys = ["?", "h", "", "s", "o", "r D9", "r Z1", "w 9z9", "w reroll", "w 1", "castle", "reroll", "99", "u"]
    game = ["play", "--sheet", TINY, "--real-dice", "--record", str(tmp_path / "game.txt")]
    told = kritzel(*game, typed="\n".join(["6543211", *keys, "2b1", "q"])).stdout
    for words in (
        "place 2 on b1",
        "u undo",
        "Total",
        "Random · Pass 1",
        "You are enclosed",
        "no clause 'Z1'",
        "[D10]",
        "That works.",
        "Undo goes back to the roll, no further.",
        "Recorded in",
    ):
        assert words in told, words
    assert "roll: 1123456\n0: 2b1\n" in (tmp_path / "game.txt").read_text("utf-8")


def test_undo_takes_a_small_move_back(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    game = ["play", "traexx", "--seats", "you,random", "--seed", "1", "--record", str(record)]
    kritzel(*game, typed="1\n1\nu\nu\ndone\nq\n")
    assert "0: done\n" in record.read_text("utf-8")


def test_a_roll_that_was_read_wrong_is_typed_again(tmp_path: Path) -> None:
    game = ["play", "--sheet", TINY, "--seats", "you", "--record", str(tmp_path / "game.txt"), "--lang", "en"]
    told = kritzel(*game, "--real-dice", typed="65432111\nc\n65432211\n5a2\nq\n").stdout
    assert told.count("Roll") == 2
    assert "roll: 11223456" in (tmp_path / "game.txt").read_text("utf-8")
    assert "The terminal rolls" in kritzel(*game[:-4], "--lang", "en", "--seed", "1", typed="c\nq\n").stdout


def test_real_dice_are_asked_for_again_until_they_fit() -> None:
    told = kritzel(
        "play", "--sheet", TINY, "--real-dice", typed="123\nabc\n1 1 2 3,4 5 6\nq\n", lang="de"
    ).stdout
    assert told.count("Wurf (") >= 3
    assert "Nimm einen Würfel" in told


def test_the_end_of_the_input_ends_the_game_cleanly(home: Path) -> None:
    result = kritzel("play", "dizzle/1")
    assert result.exit_code == 0
    assert not home.exists()


def test_a_game_that_was_left_is_saved(home: Path) -> None:
    told = kritzel("play", "dizzle/1", "--seed", "1", typed="1\n").stdout
    (saved,) = home.rglob("dizzle-1-*.txt")
    assert str(saved) in told.replace("\n", "")
    assert not read(saved.read_text("utf-8")).over


def test_an_old_record_is_never_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("mine", "utf-8")
    assert "exists already" in refused("play", "dizzle/1", "--record", str(record))
    assert record.read_text("utf-8") == "mine"


def test_the_menu_asks_for_everything() -> None:
    told = kritzel("play", typed="1\n3\n2\n1\nq\n").stdout
    for words in ("Sprache / Language", "Spiel", "Plätze", "Davon an dieser Tastatur", "Träxx · Wabenfeld"):
        assert words in told
    assert "Blatt\n" in kritzel("play", typed="1\n1\n8\n1\nq\n").stdout


def test_the_menu_with_a_language_asked_for() -> None:
    told = kritzel("play", "--lang", "en", typed="2\n\n\nq\n").stdout
    assert "Language" not in told
    assert "The Border" in told


def test_the_menu_of_a_game_that_two_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.GAMES["dizzle"]
    three = replace(game, facts=replace(game.facts, seat_counts=range(3, 5)))
    monkeypatch.setitem(catalogue.GAMES, "dizzle", three)
    assert "At this keyboard" in kritzel("play", "--lang", "en", typed="1\n\n\n\nq\n").stdout


def test_nobody_answers_the_menu() -> None:
    assert kritzel("play").exit_code == 0


@pytest.mark.parametrize("seats", ["", "you,stockfish", "you,you,you,you,you", ","])
def test_seats_that_do_not_fit_are_refused(seats: str) -> None:
    assert "--seats" in refused("play", "dizzle/1", "--seats", seats)


def test_a_record_that_cannot_be_written_is_shown(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    path = tmp_path / "file" / "game.txt"
    result = kritzel("play", "traexx", "--seed", "1", "--record", str(path), typed="done\nq\n")
    assert result.exit_code == 2
    assert "kritzel record 1" in result.stdout
    assert str(tmp_path / "file") in result.stderr


@pytest.mark.parametrize(
    ("lang", "name", "said"),
    [
        ("de", "Du", "Du gewinnst!"),
        ("en", "You", "You win!"),
        ("de", "Mara", "Mara gewinnt!"),
        ("en", "Mara", "Mara wins!"),
    ],
)
def test_the_winner_is_named_as_one_speaks(lang: str, name: str, said: str) -> None:
    table = replay((GOLDEN / "border-2-action_1.txt").read_text("utf-8"))
    over = table.pending
    assert isinstance(over, Over)
    first = over.ranking[0].seat
    table.names = tuple(name if seat == first else "Jonas" for seat in table.seats)
    told = StringIO()
    print_ending(Console(file=told, width=80), table, lang)
    assert said in told.getvalue()


def test_records_of_earlier_versions_are_brought_along(home: Path) -> None:
    former, folder = home / "kritzel/records", home / "data/kritzel/records"
    former.mkdir(parents=True)
    (former / "old.txt").write_text("old", "utf-8")
    told = kritzel("play", "traexx/1", "--seats", "random,random", "--seed", "1").stdout
    assert str(folder) in told
    assert (folder / "old.txt").read_text("utf-8") == "old"
    assert not (former / "old.txt").exists()
    assert len(list(folder.iterdir())) == 2
