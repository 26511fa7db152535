"""What every store promises, whichever database keeps it: durable, once, in order, nobody disturbs others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kritzel.server.settings import Keep
from kritzel.server.store import Conflict, Player, StoredTable, Unavailable, Unreadable, sql
from kritzel.server.store.sql import Store
from kritzel.server.table import log
from tests.server import postgres
from tests.server.rooms import ANA, BEN
from tests.server.stores import FIRST, KEPT, Database, File, Place, row, run


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=postgres.needed)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Database() if request.param == "postgres" else File(tmp_path)


def others(stored: StoredTable | None) -> list[log.LogRow]:
    """The same log, with all moves made by the second seat."""
    assert stored is not None
    return [
        each._replace(event=log.Played(1, each.event.move)) if isinstance(each.event, log.Played) else each
        for each in stored.rows
    ]


# Logs ------------------------------------------------------------------------------------------
def test_a_table_comes_back_as_it_was_written(place: Place) -> None:
    async def write(store: Store) -> None:
        await store.add_player(Player(BEN, "Ben"), "secret")
        await store.create("table", KEPT, [ANA], b"one")
        await store.append("table", [row(2, "id-2"), row(3)], [BEN], b"two", await store.claim("table"))

    run(place, write)
    kept = run(place, lambda store: store.load("table"))
    assert kept == StoredTable(b"seed", (FIRST, row(2, "id-2"), row(3)))
    assert run(place, lambda store: store.tables_of(BEN)) == [b"two"]
    assert run(place, lambda store: store.load("other")) is None


def test_a_packed_log_goes_on_and_is_rewritten(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.create("table", KEPT, [], b"one")
        token = await store.claim("table")
        await store.append("table", [row(2, "a" * 32), row(3)], token=token)
        await store.pack("table")
        with pytest.raises(Conflict):
            await store.append("table", [row(3)], token=token)
        await store.append("table", [row(4, "id-4")], token=token)
        await store.rewrite("table", others(await store.load("table")), b"two")
        await store.pack("table")
        kept = await store.load("table")
        assert kept is not None
        assert [(each.version, each.move_id) for each in kept.rows] == [
            (1, None),
            (2, "a" * 32),
            (3, None),
            (4, "id-4"),
        ]
        assert [each.event for each in kept.rows[1:]] == [log.Played(1, f"3d{n}") for n in (2, 3, 4)]
        await store.delete("table")
        assert await store.load("table") is None

    run(place, work)


@pytest.mark.parametrize("twin", [row(2, "other"), row(3, "id-2")], ids=["version", "move id"])
def test_the_database_is_the_arbiter(place: Place, twin: log.LogRow) -> None:
    async def work(store: Store) -> StoredTable | None:
        await store.create("table", KEPT, [], b"")
        token = await store.claim("table")
        await store.append("table", [row(2, "id-2")], token=token)
        with pytest.raises(Conflict):
            await store.append("table", [twin], token=token)
        return await store.load("table")

    kept = run(place, work)
    assert kept is not None
    assert [each.version for each in kept.rows] == [1, 2]


def test_of_many_writers_of_one_version_one_wins_and_others_are_untouched(place: Place) -> None:
    async def work(store: Store) -> tuple[list[BaseException | None], StoredTable | None, StoredTable | None]:
        await store.create("table", KEPT, [], b"")
        await store.create("other", KEPT, [], b"")
        token, another = await store.claim("table"), await store.claim("other")
        race = [store.append("table", [row(2, f"id-{n}")], token=token) for n in range(20)]
        beside = store.append("other", [row(2)], token=another)
        answers = await asyncio.gather(*race, beside, return_exceptions=True)
        return answers, await store.load("table"), await store.load("other")

    answers, table, other = run(place, work)
    assert [isinstance(answer, Conflict) for answer in answers].count(True) == 19
    assert table is not None
    assert other is not None
    assert len(table.rows) == len(other.rows) == 2


def test_a_log_without_gaps(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.create("table", KEPT, [], b"")
        token = await store.claim("table")
        with pytest.raises(Conflict):
            await store.append("table", [row(3)], token=token)
        with pytest.raises(Conflict):
            await store.append("other", [row(2)], token=await store.claim("other"))

    run(place, work)


def test_a_name_is_given_once(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.create("table", KEPT, [], b"first")
        with pytest.raises(Conflict):
            await store.create("table", StoredTable(b"other", (FIRST,)), [], b"second")
        kept = await store.load("table")
        assert kept is not None
        assert kept.seed == b"seed"

    run(place, work)


def test_a_deleted_table_is_gone_and_cannot_be_written(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.create("table", KEPT, [ANA], b"")
        token = await store.claim("table")
        assert await store.tables_of(ANA) == [b""]
        await store.delete("table")
        assert await store.load("table") is None
        assert await store.tables_of(ANA) == []
        with pytest.raises(Conflict):
            await store.append("table", [row(2)], token=token)

    run(place, work)


@pytest.mark.parametrize("name", ["0123456789abcdef" * 2, "ABCDEF0123456789", "q-8_" * 5, "12" * 8 + "3"])
def test_ids_come_back_as_they_were_chosen(place: Place, name: str) -> None:
    async def work(store: Store) -> None:
        await store.create("table", KEPT, [], b"")
        token = await store.claim("table")
        await store.append("table", [row(2, name), row(3), row(4, name[::-1])], token=token)
        with pytest.raises(Conflict):
            await store.append("table", [row(5, name)], token=token)

    run(place, work)
    kept = run(place, lambda store: store.load("table"))
    assert kept is not None
    assert [each.move_id for each in kept.rows] == [None, name, None, name[::-1]]


# Commits ---------------------------------------------------------------------------------------
def test_whatever_waits_shares_a_commit(place: Place) -> None:
    async def work(store: Store) -> int:
        names = [f"table-{n}" for n in range(100)]
        await asyncio.gather(*(store.create(name, KEPT, [], b"") for name in names))
        tokens = await asyncio.gather(*(store.claim(name) for name in names))
        before = place.commits(store)
        for version in (2, 3):
            await asyncio.gather(
                *(
                    store.append(name, [row(version)], token=token)
                    for name, token in zip(names, tokens, strict=True)
                )
            )
        return place.commits(store) - before

    assert 2 <= run(place, work) < 60


def test_whoever_does_not_wait_for_an_answer_harms_nobody(place: Place) -> None:
    async def work(store: Store) -> StoredTable | None:
        await store.create("table", KEPT, [], b"")
        token = await store.claim("table")
        gone = asyncio.ensure_future(store.append("table", [row(2, "id-2")], token=token))
        await asyncio.sleep(0)
        gone.cancel()
        await store.append("table", [row(3, "id-3")], token=token)
        return await store.load("table")

    kept = run(place, work)
    assert kept is not None
    assert [each.version for each in kept.rows] == [1, 2, 3]


def test_a_refused_line_disturbs_nobody_who_shares_the_commit(place: Place) -> None:
    async def work(store: Store) -> None:
        names = [f"table-{n}" for n in range(10)]
        await asyncio.gather(*(store.create(name, KEPT, [], b"") for name in names))
        tokens = [await store.claim(name) for name in names]
        await store.append(names[0], [row(2, "id-2")], token=tokens[0])
        twins = [store.append(names[0], [row(3, "id-2")], token=tokens[0])]
        free = list(zip(names, tokens, strict=True))[1:]
        others = [store.append(name, [row(2)], token=token) for name, token in free]
        answers = await asyncio.gather(*twins, *others, store.ping(), return_exceptions=True)
        assert [isinstance(answer, Conflict) for answer in answers] == [True] + [False] * 10
        assert answers[1:] == [None] * 10

    run(place, work)


def test_what_cannot_be_read_disturbs_nobody_who_shares_the_commit(place: Place) -> None:
    async def lay(store: Store) -> None:
        await store.create("table", KEPT, [], b"")
        await store.create("newer", KEPT, [], b"")

    async def work(store: Store) -> None:
        token = await store.claim("table")
        together = [
            store.append("table", [row(2)], token=token),
            *(store.load("newer") for _ in range(9)),
            store.ping(),
        ]
        answers = await asyncio.gather(*together, return_exceptions=True)
        assert [type(answer) for answer in answers[1:-1]] == [Unreadable] * 9
        assert (answers[0], answers[-1]) == (None, None)

    run(place, lay)
    place.spoil("newer")
    run(place, work)


def test_a_closed_store_says_so(place: Place) -> None:
    async def work(store: Store) -> Store:
        await store.ping()
        return store

    store = run(place, work)
    with pytest.raises(Unavailable):
        asyncio.run(store.ping())


# Guests ----------------------------------------------------------------------------------------
def test_guests_devices_and_links(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.rename(ANA, "Anna")
        await store.add_device(ANA, "phone")
        assert await store.player_of("phone") == await store.player_of("secret") == Player(ANA, "Anna")
        assert await store.player_of("nobody") is None
        await store.add_link("soon", ANA, 100.0)
        await store.add_link("late", ANA, 100.0)
        assert await store.take_link("soon", 99.0) == ANA
        assert await store.take_link("soon", 99.0) is None
        assert await store.take_link("late", 101.0) is None

    run(place, work)


def test_a_link_is_taken_once_however_many_ask(place: Place) -> None:
    async def work(store: Store) -> list[str | None]:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.add_link("link", ANA, 100.0)
        return await asyncio.gather(*(store.take_link("link", 99.0) for _ in range(9)))

    assert sorted(map(str, run(place, work))) == ["None"] * 8 + [ANA]


def test_a_list_that_has_not_changed_is_kept(place: Place) -> None:
    async def work(store: Store) -> list[bytes]:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.create("table", KEPT, [ANA], b"one")
        await store.append("table", [row(2)], token=await store.claim("table"))
        return await store.tables_of(ANA)

    assert run(place, work) == [b"one"]


def test_lists_have_the_newest_table_first_and_each_once(place: Place) -> None:
    async def work(store: Store) -> tuple[list[bytes], list[bytes]]:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.add_player(Player(BEN, "Ben"), "other")
        for name in ("one", "two", "three"):
            await store.create(name, KEPT, [ANA], name.encode())
        await store.append("one", [row(2)], [BEN, ANA, "stranger"], token=await store.claim("one"))
        return await store.tables_of(ANA), await store.tables_of(BEN)

    assert run(place, work) == ([b"three", b"two", b"one"], [b"one"])


# Forgetting ------------------------------------------------------------------------------------
def test_a_guest_and_devices_are_forgotten(place: Place) -> None:
    async def work(store: Store) -> None:
        for name in (ANA, BEN):
            await store.add_player(Player(name, name), f"{name} first")
            await store.add_device(name, f"{name} phone")
            await store.add_link(f"{name} link", name, 100.0)
        await store.create("table", KEPT, [ANA, BEN], b"one")
        await store.forget_device(f"{ANA} phone")
        await store.forget_other_devices(BEN, f"{BEN} phone")
        known = [
            await store.player_of(f"{name} {what}") for name in (ANA, BEN) for what in ("first", "phone")
        ]
        assert [each and each.id for each in known] == [ANA, None, None, BEN]
        assert await store.take_link(f"{BEN} link", 99.0) is None
        await store.forget_player(ANA)
        assert await store.player_of(f"{ANA} first") is None
        assert await store.take_link(f"{ANA} link", 99.0) is None
        assert (await store.tables_of(ANA), await store.tables_of(BEN)) == ([], [b"one"])
        assert await store.load("table") == KEPT

    run(place, work)


def test_a_log_is_rewritten(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.create("table", KEPT, [ANA], b"one")
        token = await store.claim("table")
        await store.append("table", [row(2, "a" * 32), row(3)], token=token)
        await store.append("table", [row(4)], token=token)
        before = await store.load("table")
        rows = others(before)
        await store.rewrite("table", rows, b"two")
        with pytest.raises(Conflict):
            await store.rewrite("table", rows[:-1], b"three")
        await store.append("table", [row(5)], token=token)
        after = await store.load("table")
        assert after == StoredTable(KEPT.seed, (*(each._replace(digest="") for each in rows), row(5)))
        assert await store.tables_of(ANA) == [b"two"]

    run(place, work)


def test_what_nobody_uses_goes_in_slices(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    day = [sql.today()]
    monkeypatch.setattr(sql, "today", lambda: day[0])
    monkeypatch.setattr(sql, "GUESTS_PER_SLICE", 2)
    monkeypatch.setattr(sql, "TABLES_PER_SLICE", 1)

    keep = Keep(30, 400, 1000)

    async def tidied(store: Store) -> str:
        while names := await store.old_tables(keep, day[0]):
            for name in names:
                await store.delete(name)
        since = await store.forget_old(keep, day[0], 0)
        while since:
            since = await store.forget_old(keep, day[0], since)
        return "".join([name for name in "ABC" if await store.player_of(name)])

    async def work(store: Store) -> None:
        for name in "ABC":
            await store.add_player(Player(name, name), name)
        for table in ("one", "two", "three"):
            await store.create(table, KEPT, ["A"], b"")
        await store.append("three", [row(2)], token=await store.claim("three"))
        for days, known, tables in ((31, "AB", 3), (432, "B", 3), (1002, "B", 0)):
            day[0] = first + days
            await store.player_of("B")
            assert await tidied(store) == known
            assert sum([await store.load(table) is not None for table in ("one", "two", "three")]) == tables

    first = day[0]
    run(place, work)
