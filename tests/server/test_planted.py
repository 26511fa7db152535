"""The suite sees faults: each known bug of live servers is planted once, and a test must fail for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kritzel.game import Chance
from kritzel.record import Table, undoing
from kritzel.record.running import Running
from kritzel.server import settings
from kritzel.server.hall import Hall
from kritzel.server.live import Live
from kritzel.server.store import Conflict, schema, sqlite
from kritzel.server.table import commands, dice, log, story
from kritzel.server.table.refusals import No
from kritzel.server.table.standing import Now, Standing
from kritzel.server.view import changes, showing
from kritzel.server.web import asking
from kritzel.server.web.limits import Bucket
from kritzel.server.wire import protocol
from tests.server import (
    test_doors,
    test_hall,
    test_protocol,
    test_room,
    test_secrets,
    test_sockets,
    test_store,
    test_stores,
)
from tests.server.rooms import TABLE, chairs, created
from tests.server.stores import File, row

FAILURES = (AssertionError, pytest.fail.Exception, TimeoutError, No)


def caught(check: Callable[..., Any], *arguments: Any) -> None:
    """The check holds no longer."""
    with pytest.raises(FAILURES):
        check(*arguments)


async def _early(self: Hall, live: Live, player: str, command: commands.AnyCommand) -> int:
    """Told before it is written."""
    decided = live.room.decide(player, command)
    live.room.accept(decided)
    live.changed()
    if decided.rows:
        await self._write(live, decided)
    return live.room.version


def test_broadcast_before_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hall, "_carry_out", _early)
    caught(test_hall.test_nothing_is_acknowledged_or_told_before_the_commit)


def test_ack_before_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Hall._write

    async def hasty(self: Hall, live: Live, decided: Any) -> None:
        self._begin(plain(self, live, decided))

    monkeypatch.setattr(Hall, "_write", hasty)
    caught(test_hall.test_nothing_is_acknowledged_or_told_before_the_commit)


def test_duplicate_answered_before_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, seen = Hall.hear, set[str]()

    async def from_memory(self: Hall, live: Live, player: str, command: commands.AnyCommand) -> int:
        if getattr(command, "id", "") in seen:
            return 1
        seen.add(getattr(command, "id", ""))
        return await plain(self, live, player, command)

    monkeypatch.setattr(Hall, "hear", from_memory)
    caught(test_hall.test_a_duplicate_waits_for_the_original)
    caught(test_hall.test_a_duplicate_of_a_move_that_was_lost_is_not_acknowledged)


def test_synchronous_normal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = sqlite.SqliteStore._connected

    def lazy(self: sqlite.SqliteStore) -> Any:
        connection = plain(self)
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    monkeypatch.setattr(sqlite.SqliteStore, "_connected", lazy)
    caught(test_store.test_every_commit_is_synced, tmp_path)
    assert test_store.lost_in_cuts(2, 1) > 3, "kill -9 cannot see it, a power cut can"


def test_command_ids_that_are_not_unique(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    loose = schema.SCHEMA.replace("KEY (game, command)", "KEY (game, command, version)")
    monkeypatch.setattr(schema, "SCHEMA", loose)
    caught(test_stores.test_the_database_is_the_arbiter, File(tmp_path), row(3, "id-2"))


def test_a_log_that_goes_on_from_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sqlite, "GO_ON", sqlite.GO_ON.replace("version = ?2", "?2 = ?2"))
    caught(test_stores.test_the_database_is_the_arbiter, File(tmp_path), row(2, "other"))


def test_snapshot_off_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    right = changes.whole

    def short(seen: Any, entries: Any, since: int) -> protocol.Table:
        return right(seen, entries, since + 1)

    monkeypatch.setattr(changes, "whole", short)
    caught(test_protocol.test_a_page_that_claims_to_know_too_much_gets_the_whole_story)


def test_unfiltered_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Now, "public", property(lambda now: now.state))
    caught(test_secrets.test_worlds_that_differ_in_hidden_choices_give_equal_bytes, "traexx/1", False)


def test_secret_in_the_undo_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(self: story.Feed, version: int, beat: story.Beat) -> None:
        if beat.hidden and not beat.undoes and beat.seat not in self.seats:
            self._held[version] = beat.told
        else:
            self._tell(beat)

    monkeypatch.setattr(story.Feed, "_take", told)
    caught(test_room.test_a_choice_can_be_taken_back_while_others_still_choose, "traexx/1")


def test_undo_that_tells_when_others_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(table: Any, seat: int) -> Any:
        nth, why = undoing.looked_up(table, seat)
        return why or table.events[nth]

    monkeypatch.setattr(showing, "undoable", plain)
    caught(test_secrets.test_a_hidden_move_sends_nothing_at_all_to_the_others, "border/1")


def _keyed_by(site: Callable[[Standing], int]) -> Callable[[Standing], log.Event | None]:
    def automatic(self: Standing) -> log.Event | None:
        if self.phase == "open":
            return log.Began() if self.company.complete else None
        pending = self.table.pending
        if self.phase != "running" or self.real_dice or not isinstance(pending, Chance):
            return None
        outcome = dice.draw(dice.key(self.id, self.seed, self._seeds), site(self), pending)
        return log.Revealed(pending.purpose, self.table.game.outcome_text(self.table.state, outcome))

    return automatic


def test_a_draw_keyed_by_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = count()
    monkeypatch.setattr(Standing, "automatic", _keyed_by(lambda self: next(counter)))
    caught(test_room.test_undo_and_again_brings_no_other_roll)


def test_reroll_after_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_last(table: Table, seat: int) -> tuple[int, None]:
        own = [n for n, event in enumerate(table.events) if getattr(event, "seat", None) in (seat, None)]
        return max(own), None

    monkeypatch.setattr(undoing, "looked_up", any_last)
    with pytest.raises((*FAILURES, IndexError, KeyError)):
        test_room.test_undo_goes_back_to_the_roll_and_no_further()


def test_origin_suffix_match(monkeypatch: pytest.MonkeyPatch) -> None:
    test_doors.test_origins_are_compared_as_a_whole()

    def loose(self: asking.House, connection: Any) -> bool:
        origin = connection.headers.get("origin") or ""
        return any(origin.endswith(own.split("//")[1]) for own in self.settings.allowed)

    monkeypatch.setattr(asking.House, "allows", loose)
    caught(test_doors.test_origins_are_compared_as_a_whole)


def test_unbounded_send_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "QUEUE_BYTES", 10**9)
    monkeypatch.setattr(settings, "QUEUE_MESSAGES", 10**9)
    caught(test_sockets.sits, test_sockets.three_answers_wait_and_a_fourth_is_too_much)


def test_wall_clock_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting the clock of the machine must neither throw people out nor let floods in."""
    monkeypatch.setattr("time.time", lambda: 10.0**10)
    bucket = Bucket(1, 1)
    assert bucket.take()
    monkeypatch.setattr("time.time", lambda: 10.0**11)
    assert not bucket.take()
    test_hall.run(_nobody_is_gone)


async def _nobody_is_gone(house: test_hall.House) -> None:
    hall = Hall(house.store, house.hall.settings)
    await hall.lay(created("traexx/1", chairs(2)), table=TABLE)
    live = await hall.enter(TABLE, house.ana)
    assert not live.gone()


def test_seat_not_rechecked_at_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def decided_early(self: Hall, live: Live, player: str, command: commands.AnyCommand) -> int:
        decided = live.room.decide(player, command)
        if not decided.rows:
            return live.room.version
        async with live.lock:
            await self.store.append(live.room.id, decided.rows)
            live.room.accept(decided)
        return live.room.version

    monkeypatch.setattr(Hall, "hear", decided_early)
    with pytest.raises((*FAILURES, Conflict)):
        test_hall.test_the_seat_is_checked_when_the_command_is_carried_out()


def test_simultaneous_choices_visible_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Running, "shared", False)
    monkeypatch.setattr(Now, "hides", lambda self, seat: False)
    caught(test_secrets.test_worlds_that_differ_in_hidden_choices_give_equal_bytes, "traexx/1", False)


def test_the_planted_faults_are_gone_again() -> None:
    """What the checks above say without any fault planted."""
    test_hall.test_nothing_is_acknowledged_or_told_before_the_commit()
    test_room.test_undo_and_again_brings_no_other_roll()
