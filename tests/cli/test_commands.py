"""What each command says, in both languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from kritzel.games import catalogue
from tests.cli.run import MICRO, POSITION, RECORD, TINY, kritzel, refused
from tests.games.test_border_sheets import BOARD, sheet_text
from tests.record.sheets import HEXES

NAMED_AREAS = """
[areas.A]
name = { de = "Brunnen", en = "Fountain" }
points = [4, 2]
[areas.B]
name = { de = "Mühle", en = "Mill" }
points = [5, 2]
"""
"""Areas of a single hexagon: the terminal has little room for their names."""


def test_version() -> None:
    assert kritzel("--version").stdout.startswith("kritzel 0.")


def test_help_names_every_command() -> None:
    told = kritzel("--help").stdout
    for command in ("games", "sheets", "sheet", "rules", "play", "replay", "moves", "why", "simulate"):
        assert f"  {command} " in told


def test_games() -> None:
    told = kritzel("games").stdout
    assert "dizzle" in told
    assert "The Border" in told
    assert "Spiel" in kritzel("games", lang="de").stdout


def test_sheets() -> None:
    assert "dizzle/8" in kritzel("sheets").stdout
    assert "dizzle" not in kritzel("sheets", "traexx").stdout
    assert "no game 'ludo'" in refused("sheets", "ludo")
    assert "gibt es nicht" in refused("sheets", "ludo", "--lang", "de")


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_sheet_show(slug: str, tmp_path: Path) -> None:
    assert catalogue.find(slug)[1].blurb.en.split()[0] in kritzel("sheet", "show", slug).stdout
    picture = tmp_path / "new" / "sheet.svg"
    assert kritzel("sheet", "show", slug, "--svg", str(picture), "--theme", "dark").exit_code == 0
    assert picture.read_text("utf-8").startswith("<svg")


def test_sheet_show_from_a_file() -> None:
    assert "Tiny" in kritzel("sheet", "show", TINY).stdout
    assert "Winzig" in kritzel("sheet", "show", TINY, lang="de").stdout


def test_sheet_show_another_board() -> None:
    assert kritzel("sheet", "show", "border/1", "--seat", "3").exit_code == 0
    assert "only 0-3" in refused("sheet", "show", "border/1", "--seat", "4")


def test_a_sheet_with_few_boards_is_shown_with_few_seats(tmp_path: Path) -> None:
    file = tmp_path / "hexes.toml"
    file.write_text(HEXES, "utf-8")
    assert kritzel("sheet", "show", str(file), "--seat", "1").exit_code == 0
    assert "only 0-1" in refused("sheet", "show", str(file), "--seat", "2")


def test_a_border_with_one_board_is_drawn_but_not_called_playable(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(sheet_text(areas=NAMED_AREAS, boards=(BOARD,)), "utf-8")
    assert "Foun" in kritzel("sheet", "show", str(file)).stdout
    checked = kritzel("sheet", "check", str(file))
    assert checked.exit_code == 2
    assert "nobody can play this yet" in checked.stderr


def test_sheet_check_remarks_are_no_failure() -> None:
    result = kritzel("sheet", "check", TINY)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{TINY}: remark: " in result.stdout


def test_sheet_check_names_defects_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(Path(TINY).read_text("utf-8").replace("5    x    6b", "5    x    7q"), "utf-8")
    result = kritzel("sheet", "check", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{file}:8: error: " in result.stderr
    assert f"{file}:8: Fehler: " in kritzel("sheet", "check", str(file), "--lang", "de").stderr
    assert f"{file}:8: " in refused("sheet", "show", str(file))


def test_a_good_sheet_has_nothing_wrong(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(catalogue.find("traexx/1")[1].source, "utf-8")
    assert kritzel("sheet", "check", str(file)).stdout == f"{file}: nothing wrong\n"


def test_rules_of_a_game_a_clause_and_a_tag() -> None:
    assert "T7" in kritzel("rules", "traexx").stdout
    assert kritzel("rules", "d9").stdout.startswith("D9")
    tagged = kritzel("rules", "dizzle", "--tag", "scoring").stdout
    assert "D26" in tagged
    assert "D4 " not in tagged
    assert kritzel("rules", "dizzle", "--tag", "Punkte", lang="de").stdout.count("D26") == 1
    everything = kritzel("rules").stdout
    assert all(clause in everything for clause in ("D40", "B9", "T7"))


def test_rules_that_are_not_there() -> None:
    assert "no clause 'D99'" in refused("rules", "D99")
    assert "--tag luck" in refused("rules", "--tag", "luck")


def test_moves() -> None:
    told = kritzel("moves", POSITION, "--sheet", TINY).stdout
    assert "place 2 on b1" in told
    assert "2 auf b1 legen" in kritzel("moves", POSITION, "--sheet", TINY, "--lang", "de").stdout
    assert "b1" not in kritzel("moves", POSITION, "--sheet", TINY, "--seat", "1").stdout
    assert "The table waits for: Roll." in kritzel("moves", "dizzle/1 pass=1 roll | -").stdout


def test_moves_of_a_finished_game() -> None:
    line = "dizzle/tiny pass=10 over | -"
    assert "The last round has been played." in kritzel("moves", line, "--sheet", TINY).stdout


def test_why() -> None:
    legal = kritzel("why", POSITION, "2b1", "--sheet", TINY)
    assert (legal.exit_code, legal.stdout) == (0, "legal: 2b1\n")
    no = kritzel("why", POSITION, "reroll", "--sheet", TINY)
    assert no.exit_code == 1
    assert "[D10]" in no.stdout
    assert "[D5]" in kritzel("why", POSITION, "2b1", "--seat", "1", "--sheet", TINY).stdout
    assert "erlaubt" in kritzel("why", POSITION, "2b1", "--sheet", TINY, lang="de").stdout


def test_replay() -> None:
    told = kritzel("replay", RECORD, "--sheet", TINY).stdout
    assert "A sheet is full. [D25]" in told
    assert "wins!" in told
    early = kritzel("replay", RECORD, "--sheet", TINY, "--at", "2", "--seat", "1").stdout
    assert "Pass 1 of 12 · 2 of" in early
    assert "Jonas" in early
    assert "\nMara\n" not in early
    assert "Pass 1 of 12 · 0 of" in kritzel("replay", RECORD, "--sheet", TINY, "--at", "0").stdout


def test_replay_draws(tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    assert kritzel("replay", RECORD, "--sheet", TINY, "--svg", str(picture)).stdout == f"{picture}\n"
    assert picture.read_text("utf-8").startswith("<svg")


def test_replay_refuses(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(Path(RECORD).read_text("utf-8").replace("rules: 1", "rules: 7"), "utf-8")
    assert f"{broken}:6: " in refused("replay", str(broken), "--sheet", TINY)
    assert "Erwartet: 1" in refused("replay", str(broken), "--sheet", TINY, "--lang", "de")
    assert "--at 999" in refused("replay", RECORD, "--sheet", TINY, "--at", "999")
    assert ":3: There is no sheet 'dizzle/tiny'" in refused("replay", RECORD)


def test_simulate_repeats_itself() -> None:
    once = kritzel("simulate", "traexx/1", "--seats", "random,random", "--games", "5", "--seed", "3").stdout
    assert once == kritzel("simulate", "traexx/1", "--games", "5", "--seed", "3").stdout
    assert "decisions a game" in once
    assert kritzel("simulate", "--sheet", TINY, "--seats", "random", "--games", "1", lang="de").exit_code == 0


def test_simulate_names_who_really_played() -> None:
    """Nobody trained a net for this sheet: the planner plays for the owl, in the data too."""
    words = "simulate", "--sheet", MICRO, "--seats", "learned,random", "--games", "1"
    seats = json.loads(kritzel(*words, "--json").stdout)["seats"]
    assert [(seat["player"], seat["played_by"]) for seat in seats] == [
        ("learned", "planner"),
        ("random", "random"),
    ]
    assert "Learned (planner)" in kritzel(*words).stdout
    assert "Random (" not in kritzel(*words).stdout


def test_simulate_stopped_says_so_as_the_arena_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("kritzel.cli.simulate"), "play_out", interrupted)
    assert refused("simulate", "traexx/1") == "kritzel: Stopped.\n"
    assert "Abgebrochen." in refused("simulate", "traexx/1", lang="de")


def test_simulate_refuses() -> None:
    assert "no bot 'you'" in refused("simulate", "traexx/1", "--seats", "you,random")
    assert "--seats" in refused("simulate", "border/1", "--seats", "random")
    assert "Missing argument" in refused("simulate")


def test_a_sheet_of_another_game_is_refused() -> None:
    assert "a sheet for dizzle, not for traexx" in refused("simulate", "traexx", "--sheet", TINY)


def test_language_comes_from_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Spiel" in kritzel("games", lang="fr").stdout
    monkeypatch.setenv("LANG", "C")
    assert "Game" in kritzel("games", lang="").stdout


@pytest.mark.parametrize("words", ["rules dizzle", "games --json"])
def test_whoever_stops_reading_is_no_failure(words: str) -> None:
    """As `head` does: nothing is said about it, and nothing has failed."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "kritzel", *words.split()]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
