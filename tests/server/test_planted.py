"""The suite sees faults: each known bug of live servers is planted once, and a test must fail for it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kritzel.game import Chance, Game, Outcome
from kritzel.record.table import Running, Table
from kritzel.server import settings
from kritzel.server.live import LiveTable
from kritzel.server.store import backup, sql, sqlite
from kritzel.server.table import commands, dice, remains, story
from kritzel.server.table.room import Room
from kritzel.server.table.state import Derived, TableState
from kritzel.server.tables import Tables
from kritzel.server.web import http, limits
from kritzel.server.web.api import admin
from kritzel.server.web.api.admin import Control
from kritzel.server.web.limits import Caller, RateLimits
from kritzel.server.web.sockets import PageSocket
from kritzel.server.wire import protocol
from tests.server import (
    planting,
    test_callers,
    test_copying,
    test_doors,
    test_full_disk,
    test_hall,
    test_metrics,
    test_protocol,
    test_remains,
    test_room,
    test_schema,
    test_secrets,
    test_sockets,
    test_store,
    test_stores,
)
from tests.server.planting import FAULTS, Fault, arbiter, fault, here, said
from tests.server.rooms import TABLE, chairs, created

pytestmark = pytest.mark.slow

Plants = pytest.MonkeyPatch


# Telling and writing ---------------------------------------------------------------------------
@fault("told before it is written", test_hall.test_nothing_is_acknowledged_or_told_before_the_commit)
def broadcast_before_commit(patch: Plants) -> None:
    async def early(self: Tables, live: LiveTable, player: str, command: commands.AnyCommand) -> int:
        decided = live.room.decide(player, command)
        live.room.accept(decided)
        live.changed()
        if decided.rows:
            await self._write(live, decided)
        return live.room.version

    patch.setattr(Tables, "_carry_out", early)


@fault("acknowledged before it is written", test_hall.test_nothing_is_acknowledged_or_told_before_the_commit)
def ack_before_commit(patch: Plants) -> None:
    plain = Tables._write

    async def hasty(self: Tables, live: LiveTable, decided: Any) -> None:
        self._begin(plain(self, live, decided))

    patch.setattr(Tables, "_write", hasty)


@fault(
    "a repeated command is answered from memory while the first is not written yet",
    test_hall.test_a_duplicate_waits_for_the_original,
    test_hall.test_a_duplicate_of_a_move_that_was_lost_is_not_acknowledged,
)
def duplicate_answered_before_commit(patch: Plants) -> None:
    plain, seen = Tables.hear, set[str]()

    async def from_memory(self: Tables, live: LiveTable, player: str, command: commands.AnyCommand) -> int:
        if getattr(command, "id", "") in seen:
            return 1
        seen.add(getattr(command, "id", ""))
        return await plain(self, live, player, command)

    patch.setattr(Tables, "hear", from_memory)


@fault(
    "a repeated command is done twice after a restart",
    here(test_schema.test_a_command_from_before_is_still_done_only_once),
)
def double_apply(patch: Plants) -> None:
    plain = Room._note

    def forgetful(self: Room, rows: Any, *more: Any) -> None:
        plain(self, [row._replace(move_id=None) for row in rows], *more)

    patch.setattr(Room, "_note", forgetful)


def no_cut_loses_anything() -> None:
    assert test_store.lost_in_cuts(2, 1) == 0


@fault(
    "commits that are not synced (synchronous=NORMAL)",
    here(test_store.test_every_commit_is_synced),
    no_cut_loses_anything,
)
def synchronous_normal(patch: Plants) -> None:
    plain = sqlite.SqliteDriver._connect

    def lazy(self: sqlite.SqliteDriver) -> Any:
        connection = plain(self)
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    patch.setattr(sqlite.SqliteDriver, "_connect", lazy)


@fault(
    "ids of commands that are not unique in the file",
    arbiter(test_stores.test_the_database_is_the_arbiter, 3, "id-2"),
)
def command_ids_that_are_not_unique(patch: Plants) -> None:
    loose = [step.replace("KEY (game, command)", "KEY (game, command, version)") for step in sql.MIGRATIONS]
    patch.setattr(sql, "MIGRATIONS", tuple(loose))


@fault("a log that goes on from anywhere", arbiter(test_stores.test_the_database_is_the_arbiter, 2, "other"))
def log_from_anywhere(patch: Plants) -> None:
    patch.setattr(sql, "CONTINUE", sql.CONTINUE.replace("version = :before", ":before >= 0"))


@fault(
    "a server writes to a table that another one has taken over",
    test_hall.test_a_table_that_another_server_took_is_lost_without_a_word_of_it_written,
)
def wrong_owner_after_lease(patch: Plants) -> None:
    plain = Tables._write

    async def unfenced(self: Tables, live: LiveTable, decided: Any) -> None:
        live.token = 0
        await plain(self, live, decided)

    patch.setattr(Tables, "_write", unfenced)


@fault(
    "the seat is not checked again when the command is carried out",
    test_hall.test_the_seat_is_checked_when_the_command_is_carried_out,
)
def seat_not_rechecked_at_commit(patch: Plants) -> None:
    async def decided_early(self: Tables, live: LiveTable, player: str, command: commands.AnyCommand) -> int:
        decided = live.room.decide(player, command)
        if not decided.rows:
            return live.room.version
        async with live.lock:
            await self.store.append(live.room.id, decided.rows)
            live.room.accept(decided)
        return live.room.version

    patch.setattr(Tables, "hear", decided_early)


@fault(
    "the health check does not write",
    test_full_disk.test_on_a_full_disk_one_can_look_and_is_told_that_nothing_is_written,
)
def health_that_does_not_write(patch: Plants) -> None:
    async def looks(self: sqlite.SqliteStore) -> None:
        await self._read("SELECT 1")

    patch.setattr(sqlite.SqliteStore, "ping", looks)


# Over the versions -----------------------------------------------------------------------------
@fault(
    "a running game goes on by newer rules",
    test_room.test_a_table_laid_under_other_rules_is_not_played_by_these,
)
def rules_not_pinned(patch: Plants) -> None:
    patch.setattr(Game, "expect_rules", lambda self, version: None)


@fault("a file of a newer Kritzel is used", here(test_schema.test_a_file_of_a_newer_kritzel_is_refused))
def newer_file_used(patch: Plants) -> None:
    patch.setattr(sql, "version_of", lambda execute: len(sql.MIGRATIONS))


@fault(
    "a backup copies the file without what is in the WAL",
    here(test_copying.test_a_backup_under_load_has_every_move_acknowledged_before_it_began),
)
def backup_without_the_wal(patch: Plants) -> None:
    async def copied(store: sqlite.SqliteStore, target: Path) -> AsyncGenerator[tuple[int, int], None]:
        shutil.copy(store.path, target)
        for done in range(4):
            yield done + 1, 4

    patch.setattr(backup, "copy_live", copied)


# What is hidden --------------------------------------------------------------------------------
EQUAL_BYTES = said(test_secrets.test_worlds_that_differ_in_hidden_choices_give_equal_bytes, "traexx/1", False)


@fault(
    "a page that comes back misses a line of the story",
    test_protocol.test_a_page_that_claims_to_know_too_much_gets_the_whole_log,
)
def snapshot_off_by_one(patch: Plants) -> None:
    right = LiveTable.welcome

    def short(live: LiveTable, viewer: Any, view: Any, known: int, ack: str = "") -> protocol.Welcome:
        return right(live, viewer, view, known + 1, ack)

    patch.setattr(LiveTable, "welcome", short)


@fault("everybody is sent the whole state", EQUAL_BYTES)
def unfiltered_state(patch: Plants) -> None:
    patch.setattr(Derived, "public", property(lambda now: now.state))


@fault("simultaneous choices are shown at once", EQUAL_BYTES)
def simultaneous_choices_visible_early(patch: Plants) -> None:
    patch.setattr(Running, "shared", False)
    patch.setattr(Derived, "hides", lambda self, seat: False)


@fault(
    "a hidden choice that was taken back is told",
    said(test_room.test_a_choice_can_be_taken_back_while_others_still_choose, "traexx/1"),
)
def secret_in_the_undo_stack(patch: Plants) -> None:
    def told(self: story.Feed, version: int, line: story.StoryLine) -> None:
        if line.hidden and not line.undoes and line.seat not in self.seats:
            self._held[version] = line.entry
        else:
            self._tell(line)

    patch.setattr(story.Feed, "_take", told)


@fault(
    "that a move can no longer be taken back tells that others have begun",
    said(test_secrets.test_a_hidden_move_sends_nothing_at_all_to_the_others, "border/1"),
)
def undo_that_tells_when_others_begin(patch: Plants) -> None:
    def plain(self: TableState, seat: int) -> Any:
        nth, why = self.table.find_undo(seat)
        return why or self.table.events[nth]

    patch.setattr(TableState, "undoable", plain)


@fault(
    "the record of a running game tells hidden choices",
    said(test_remains.test_of_a_running_game_no_hidden_choice_is_told, "traexx/1"),
)
def leak_in_the_record(patch: Plants) -> None:
    plain = remains.record
    patch.setattr(remains, "record", lambda rows, ended: plain(rows, ended=True))


# Dice ------------------------------------------------------------------------------------------
@fault(
    "a draw is keyed by a counter and not by its place", test_room.test_undo_and_again_brings_no_other_roll
)
def draw_keyed_by_a_counter(patch: Plants) -> None:
    counter = count()

    def draw(self: TableState, chance: Chance) -> Outcome:
        return dice.draw(self._dice_key(), next(counter), 0, chance)

    patch.setattr(TableState, "_draw", draw)


@fault("taking back goes behind the roll", test_room.test_undo_goes_back_to_the_roll_and_no_further)
def reroll_after_undo(patch: Plants) -> None:
    def any_last(table: Table, seat: int) -> tuple[int, None]:
        own = [n for n, event in enumerate(table.events) if getattr(event, "seat", None) in (seat, None)]
        return max(own), None

    patch.setattr(Table, "find_undo", any_last)


# Strangers -------------------------------------------------------------------------------------
@fault("origins are compared by their end", test_doors.test_origins_are_compared_as_a_whole)
def origin_suffix_match(patch: Plants) -> None:
    def loose(self: http.AppContext, connection: Any) -> bool:
        origin = connection.headers.get("origin") or ""
        return any(origin.endswith(own.split("//")[1]) for own in self.settings.allowed)

    patch.setattr(http.AppContext, "allows", loose)


def a_page_that_does_not_read_is_cut_off() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "QUEUE_MESSAGES", 3)
        test_sockets.sits(test_sockets.three_answers_wait_and_a_fourth_is_too_much, deaf=True)


@fault("answers wait without bound for a page that does not read", a_page_that_does_not_read_is_cut_off)
def unbounded_send_queue(patch: Plants) -> None:
    def patient(self: PageSocket, frame: bytes) -> None:
        self._answers.append(frame)
        self.wake()

    patch.setattr(PageSocket, "_say", patient)


def the_clock_of_the_machine_changes_nothing() -> None:
    """Setting it must neither throw people out nor let floods in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: 10.0**10)
        limits = RateLimits(0.25)
        assert limits.take("play", Caller("ana"))
        patch.setattr("time.time", lambda: 10.0**11)
        assert not limits.take("play", Caller("ana"))
        test_hall.run(_nobody_is_gone)


async def _nobody_is_gone(house: test_hall.House) -> None:
    tables = Tables(house.store, house.tables.settings)
    await tables.lay(created("traexx/1", chairs(2)), table=TABLE)
    live = await tables.enter(TABLE, house.ana)
    assert not live.gone()


@fault("limits look at the clock on the wall", the_clock_of_the_machine_changes_nothing)
def wall_clock_timers(patch: Plants) -> None:
    import time

    plain = RateLimits.__init__

    def by_the_wall(self: RateLimits, rate: float) -> None:
        plain(self, rate, lambda: time.time())

    patch.setattr(RateLimits, "__init__", by_the_wall)


@fault("anybody is believed whom they bring", test_callers.test_by_default_nobody_is_believed)
def forwarded_by_anybody(patch: Plants) -> None:
    patch.setattr(limits.Networks, "trusted_hosts", lambda self: ["*"])


@fault("a copy of the file for any caller", here(test_copying.test_only_who_has_the_key_gets_a_copy))
def control_without_a_key(patch: Plants) -> None:
    patch.setattr(Control, "admits", lambda self, request: True)


@fault("metrics for strangers", here(test_metrics.test_by_itself_only_the_machine_reads_it))
def metrics_for_strangers(patch: Plants) -> None:
    patch.setattr(admin, "admits", lambda request, chosen: True)


@fault(
    "the file can be read by everybody", here(test_schema.test_nobody_else_on_the_machine_can_read_the_file)
)
def file_for_everybody(patch: Plants) -> None:
    def open_to_all(path: Path) -> None:
        path.touch(0o644)
        path.chmod(0o644)

    patch.setattr(sqlite, "_keep_private", open_to_all)


# -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("one", FAULTS, ids=[each.name for each in FAULTS])
def test_it_is_noticed_and_nothing_is_without_it(one: Fault, tmp_path: Path) -> None:
    assert planting.held(one, tmp_path / "sound") == [check.name for check in one.checks]
    with planting.planted(one):
        assert planting.held(one, tmp_path / "planted") == [], "not noticed"


def test_the_list_is_long_enough_and_on_its_page() -> None:
    assert len({each.name for each in FAULTS}) == len(FAULTS) >= 20
    page = planting.PAGE.read_text("utf-8")
    assert planting.on_page(page) == page, "python -m tests.server.planting --page"
