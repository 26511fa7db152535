"""Result folders: resumed, never counted twice, refused where they belong to another job."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kritzel.arena.job import ArenaError, Job
from kritzel.arena.results import DEALS, MANIFEST, Folder
from kritzel.arena.runner import REFERENCE, Chunk, play_chunk
from tests.arena.jobs import job, lines, played

JOB = job()
ALL = lines(JOB, range(6), REFERENCE)
"""Played on the reference: this runs while tests are collected, where nothing is to be compiled."""


def text(*deals: int) -> str:
    return "".join(f"{ALL[deal]}\n" for deal in deals)


def test_equal_jobs_leave_equal_files(tmp_path: Path) -> None:
    assert played(JOB, tmp_path / "one", 6) == played(JOB, tmp_path / "two", 6) == text(*range(6))
    manifests = [(tmp_path / name / MANIFEST).read_text("utf-8") for name in ("one", "two")]
    assert manifests[0] == manifests[1]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [DEALS, MANIFEST]


def test_deals_in_any_order_end_sorted(tmp_path: Path) -> None:
    folder = Folder(tmp_path, JOB, resume=False)
    folder.add({4: ALL[4], 2: ALL[2]})
    folder.add({0: ALL[0], 4: ALL[4]})
    assert (tmp_path / DEALS).read_text("utf-8") == text(4, 2, 0)
    folder.close()
    assert (tmp_path / DEALS).read_text("utf-8") == text(0, 2, 4)
    assert [deal["deal"] for deal in folder.deals()] == [0, 2, 4]


def test_resuming_plays_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(JOB, tmp_path, 3)
    asked: list[int] = []

    def play(job: Job, deals: list[int], engine: str) -> Chunk:
        asked.extend(deals)
        return play_chunk(job, deals, engine)

    monkeypatch.setattr("kritzel.arena.runner.play_chunk", play)
    assert played(JOB, tmp_path, 6, resume=True) == text(*range(6))
    assert asked == [3, 4, 5]
    assert played(JOB, tmp_path, 2, resume=True) == text(*range(6)), "nothing finished is thrown away"
    assert asked == [3, 4, 5]


@pytest.mark.parametrize(
    "torn",
    [
        ALL[5][:40],
        ALL[5][:-1],
        '{"deal":5}',
        "\udcff".encode("utf-8", "surrogateescape").decode("latin1"),
        "{",
    ],
)
def test_a_torn_last_line_is_dropped_and_played_again(tmp_path: Path, torn: str) -> None:
    played(JOB, tmp_path, 3)
    with (tmp_path / DEALS).open("a", encoding="latin1") as file:
        file.write(torn)
    assert played(JOB, tmp_path, 6, resume=True) == text(*range(6))


def test_a_whole_last_line_without_its_end_is_kept(tmp_path: Path) -> None:
    played(JOB, tmp_path, 1)
    (tmp_path / DEALS).write_text(text(0) + ALL[1], "utf-8")
    folder = Folder(tmp_path, JOB, resume=True)
    assert list(folder.lines) == [0, 1]
    folder.close()


def test_a_deal_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    played(JOB, tmp_path, 1)
    (tmp_path / DEALS).write_text(text(1, 0, 1, 0), "utf-8")
    assert played(JOB, tmp_path, 2, resume=True) == text(0, 1)


@pytest.mark.parametrize(
    "broken",
    [
        "rubbish",
        "[]",
        '{"deal":-1,"games":[]}',
        '{"deal":1,"games":[]}',
        '{"deal":1,"games":7}',
        ALL[1].replace("greedy", "master"),
        ALL[1].replace('"places":[1,2]', '"places":[1]'),
    ],
)
def test_a_broken_line_in_the_middle_is_refused(tmp_path: Path, broken: str) -> None:
    played(JOB, tmp_path, 1)
    before = text(0) + broken + "\n" + text(2)
    (tmp_path / DEALS).write_text(before, "utf-8")
    with pytest.raises(ArenaError, match=f"{DEALS}:2: this is no deal of this job"):
        Folder(tmp_path, JOB, resume=True)
    assert (tmp_path / DEALS).read_text("utf-8") == before


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(JOB, seed=2), "seed: 1 there, 2 now"),
        (replace(JOB, kritzel="9.9"), "kritzel: .* there, 9.9 now"),
        (job(bots="greedy,random,greedy"), "bots: greedy,random there, greedy,random,greedy-2 now"),
        (job("border/1"), "game: traexx there, border now; .*sheet_hash: "),
        (
            replace(JOB, sheet=JOB.sheet.replace("version = 1", "version = 2")),
            "sheet_version: 1 there, 2 now",
        ),
    ],
)
def test_results_of_another_job_are_refused_with_what_differs(
    tmp_path: Path, other: object, words: str
) -> None:
    before = played(JOB, tmp_path, 1)
    with pytest.raises(ArenaError, match=words):
        Folder(tmp_path, other, resume=True)  # type: ignore[arg-type]
    assert (tmp_path / DEALS).read_text("utf-8") == before


def test_results_are_not_continued_unasked(tmp_path: Path) -> None:
    played(JOB, tmp_path, 1)
    with pytest.raises(ArenaError, match="--resume goes on"):
        Folder(tmp_path, JOB, resume=False)


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("x", "utf-8")
    with pytest.raises(ArenaError, match="not empty"):
        Folder(tmp_path, JOB, resume=True)


@pytest.mark.parametrize("manifest", ["", "[]", "{", '{"bots": 7}'])
def test_a_broken_manifest_is_refused(tmp_path: Path, manifest: str) -> None:
    played(JOB, tmp_path, 1)
    (tmp_path / MANIFEST).write_text(manifest, "utf-8")
    with pytest.raises(ArenaError, match=r"no manifest of the arena|results of another job"):
        Folder(tmp_path, JOB, resume=True)


def test_a_manifest_names_versions_and_fingerprint(tmp_path: Path) -> None:
    played(JOB, tmp_path, 1)
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    assert manifest["sheet_hash"] == "5e3ba4c1dcdb"
    assert manifest["bots"] == [{"name": "greedy", "bot": "greedy"}, {"name": "random", "bot": "random"}]
    assert {"kritzel", "design", "rules_version", "sheet_version", "seed", "seats"} < manifest.keys()


def test_a_missing_file_of_deals_is_an_empty_one(tmp_path: Path) -> None:
    played(JOB, tmp_path, 1)
    (tmp_path / DEALS).unlink()
    assert played(JOB, tmp_path, 1, resume=True) == text(0)
