"""`kritzel arena`, called as a person would."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest

from kritzel.arena import cluster, runner
from kritzel.arena.job import Job
from kritzel.arena.runner import Chunk, play_chunk
from tests.cli.run import MICRO, TINY, kritzel, refused

DUEL = ("arena", "traexx/1", "--bots", "greedy,random", "--jobs", "1")


def test_the_table_tells_it_all() -> None:
    told = kritzel(*DUEL, "--games", "80").stdout
    assert "80 games in 20 deals of 4" in told
    for word in ("greedy", "Elo", "seat", "board", "power of 80 %", "compiled bots", "per second and core"):
        assert word in told
    german = kritzel(*DUEL, "--games", "80", "--lang", "de").stdout
    assert "80 Partien in 20 Gaben zu 4" in german


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert json.loads(kritzel(*DUEL, "--games", "81", "--json").stdout)["games"] == 84


def test_results_go_into_a_folder_and_can_be_resumed(tmp_path: Path) -> None:
    folder = ("--out", str(tmp_path / "new"))
    assert kritzel(*DUEL, "--games", "8", *folder).exit_code == 0
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["deals.jsonl", "ladder.svg", "manifest.json", "scores.svg"]
    assert "--resume" in refused(*DUEL, "--games", "8", *folder)
    more = kritzel(*DUEL, "--games", "16", *folder, "--resume")
    assert "16 games in 4 deals" in more.stdout
    again = kritzel(*DUEL, "--games", "16", *folder, "--resume")
    assert "per second" not in again.stdout
    assert "seed: 0 there, 5 now" in refused(*DUEL, "--games", "8", *folder, "--resume", "--seed", "5")
    assert "seed: dort 0, jetzt 5" in refused(*DUEL, *folder, "--resume", "--seed", "5", "--lang", "de")


def test_nothing_is_left_behind_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kritzel(*DUEL, "--games", "4")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_says_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(runner, "CHUNK_GAMES", {True: 4, False: 4})
    count = iter(range(9))

    def stop(job: Job, deals: list[int], engine: str) -> Chunk:
        if next(count) == 2:
            raise KeyboardInterrupt
        return play_chunk(job, deals, engine)

    monkeypatch.setattr(runner, "play_chunk", stop)
    said = refused(*DUEL, "--games", "20").replace("\n", " ")
    assert "Stopped. 2 of 5 deals are finished and kept in" in said
    kept = next(tmp_path.iterdir())
    again = kritzel(*DUEL, "--games", "20", "--out", str(kept), "--resume")
    assert "20 games in 5 deals" in again.stdout


def test_the_figures_name_who_really_played() -> None:
    """Nobody trained a net for this sheet: the planner plays for the owl, in the data too."""
    words = "arena", "--sheet", MICRO, "--bots", "learned,greedy,random", "--games", "12"
    bots = json.loads(kritzel(*words, "--json").stdout)["bots"]
    assert [bot["played_by"] for bot in bots] == ["planner", "greedy", "random"]
    said = kritzel(*words).stdout
    assert said.count("learned (planner)") == 3, "in its own row and in those of its pairs"


def test_the_reference_gives_the_same_figures() -> None:
    fast = json.loads(kritzel(*DUEL, "--games", "8", "--json").stdout)
    slow = json.loads(kritzel(*DUEL, "--games", "8", "--json", "--reference").stdout)
    assert (fast.pop("throughput")[0]["engine"], slow.pop("throughput")[0]["engine"]) == (
        "compiled",
        "reference",
    )
    assert fast == slow


@pytest.mark.slow
def test_alone_and_with_several() -> None:
    alone = kritzel("arena", "dizzle/1", "--bots", "greedy,random", "--seats", "1", "--games", "20").stdout
    assert "20 games in 10 deals of 2" in alone
    three = kritzel(
        "arena", "traexx/1", "--bots", "greedy,random,random", "--seats", "3", "--games", "9"
    ).stdout
    assert "9 games in 1 deals of 9" in three
    assert "random-2" in three
    one = kritzel("arena", TINY, "--bots", "random", "--seats", "1", "--games", "3").stdout
    assert "3 games in 3 deals of 1" in one


def too_large(folder: Path) -> str:
    """A board of Träxx with more cells than a twin takes."""
    rows = ["  " * (row % 2) + "   ".join("royg"[(row + at) % 4] for at in range(14)) for row in range(10)]
    board = "\n".join(rows)
    head = 'game = "traexx"\nid = "large"\nversion = 1\n'
    rest = f"board = '''\n{board}\n'''\nstarts = ['c3', 'c9']\ncards = ['roy', 'yyg', 'rog']\n"
    file = folder / "large.toml"
    file.write_text(head + rest, "utf-8")
    return str(file)


def test_a_sheet_too_large_for_the_twin_is_played_on_the_reference(tmp_path: Path) -> None:
    sheet = ("arena", "--sheet", too_large(tmp_path), "--games", "8")
    result = kritzel(*sheet, "--bots", "random,random")
    assert result.exit_code == 0, result.stderr
    assert "does not fit the compiled twin" in result.stderr
    assert "140 cells" in result.stderr
    assert "Python bots (reference)" in result.stdout
    assert (
        "greedy cannot play here. This sheet does not fit the compiled twin (this board has 140 cells"
        in refused(*sheet, "--bots", "random,greedy")
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--bots", "greedy,ludo"],
            "There is no bot 'ludo', only: random, casual, greedy, generic, skilled, planner, learned",
        ),
        (["--bots", ""], "There is no bot ''"),
        (["--bots", "greedy"], "2 seats need at least 2 bots"),
        (["--bots", "greedy,random", "--seats", "7"], "--seats 7"),
        (["--bots", "greedy,random", "--games", "0"], "--games"),
        (["--bots", "greedy,random", "--resume"], "--resume needs --out"),
        ([], "--bots"),
    ],
)
def test_bad_input(words: list[str], said: str) -> None:
    assert said in refused("arena", "traexx/1", *words)


def test_bad_sheets() -> None:
    assert "no sheet 'traexx/9'" in refused("arena", "traexx/9", "--bots", "random,random")
    assert "Missing argument" in refused("arena", "--bots", "random,random")
    assert "a sheet for dizzle" in refused("arena", "traexx/1", "--bots", "random,random", "--sheet", TINY)


@pytest.mark.slow
def test_a_cluster_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN_S", 0.5)
    said = refused(*DUEL, "--cluster", "tcp://127.0.0.1:9")
    assert "--cluster tcp://127.0.0.1:9: no cluster answers there" in said
    assert "antwortet kein Cluster" in refused(*DUEL, "--cluster", "tcp://127.0.0.1:9", "--lang", "de")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    assert "file" in refused(*DUEL, "--out", str(tmp_path / "file" / "x"))
