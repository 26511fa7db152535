"""Logs of games that have ended lie packed in the file; whoever reads them notices nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kritzel.server.store import Unreadable
from kritzel.server.store.sqlite import SqliteStore
from tests.cli.run import kritzel
from tests.server.test_schema import asked, changed, file_of, opened, room


def test_a_packed_log_says_the_same_in_few_rows(tmp_path: Path) -> None:
    path = file_of(tmp_path, "version-2")

    async def work(store: SqliteStore) -> None:
        before = await store.load("finished-table-0")
        for _ in range(2):  # packing a packed one changes nothing
            await store.pack("finished-table-0")
            after = await store.load("finished-table-0")
            assert before is not None
            assert after is not None
            assert [row._replace(digest="") for row in before.rows] == list(after.rows)
        assert (await room(store, "finished-table-0")).standing.phase == "over"
        await store.pack("nowhere")

    opened(path, work)
    rows = "SELECT count(*) FROM lines JOIN tables ON game = number WHERE name = 'finished-table-0'"
    assert asked(path, rows)[0][0] <= 12
    assert kritzel("check", str(path)).exit_code == 0


def test_a_packed_log_that_is_damaged_is_unreadable_and_stays(tmp_path: Path) -> None:
    path = file_of(tmp_path, "version-3")
    changed(path, "UPDATE lines SET body = x'78da' WHERE command = -1")

    async def work(store: SqliteStore) -> None:
        await store.pack("finished-table-0")
        with pytest.raises(Unreadable):
            await store.load("finished-table-0")

    opened(path, work)
    assert asked(path, "SELECT DISTINCT body FROM lines WHERE command = -1") == [(b"x\xda",)]
