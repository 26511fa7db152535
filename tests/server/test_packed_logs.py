"""Logs of finished games are packed into few rows; whoever reads them notices nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kritzel.server.store import StoredTable, Unreadable
from kritzel.server.store.sqlite import SqliteStore
from tests.cli.run import kritzel
from tests.server.filled import FINISHED, RUNNING, asked, changed, filled, opened, room

ROWS = "SELECT count(*) FROM lines JOIN tables ON game = number WHERE name = '{}'"


def test_a_packed_log_says_the_same_in_few_rows(tmp_path: Path) -> None:
    path = filled(tmp_path)

    async def work(store: SqliteStore) -> None:
        before = await store.load(RUNNING)
        assert before is not None
        same = StoredTable(before.seed, tuple(row._replace(digest="") for row in before.rows))
        for _ in range(2):  # packing a packed one changes nothing
            await store.pack(RUNNING)
            assert await store.load(RUNNING) == same
        assert (await room(store, RUNNING)).state.phase == "running"
        await store.pack("nowhere")

    assert asked(path, ROWS.format(RUNNING))[0][0] > 10
    opened(path, work)
    assert all(asked(path, ROWS.format(table))[0][0] < 5 for table in (RUNNING, FINISHED))
    assert kritzel("check", str(path)).exit_code == 0


def test_a_packed_log_that_is_damaged_is_unreadable_and_stays(tmp_path: Path) -> None:
    path = filled(tmp_path)
    changed(path, "UPDATE lines SET body = x'78da' WHERE command = '#0/0000'")

    async def work(store: SqliteStore) -> None:
        for call in (store.pack, store.load):
            with pytest.raises(Unreadable):
                await call(FINISHED)

    opened(path, work)
    assert asked(path, "SELECT DISTINCT body FROM lines WHERE command = '#0/0000'") == [(b"x\xda",)]
