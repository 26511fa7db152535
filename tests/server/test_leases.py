"""Several servers on one database: a table has one keeper at a time; whoever kept it once cannot write."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing

import psycopg
import pytest

from kritzel.server.store import Elsewhere, Lost, StoredTable, Unavailable, Unusable, postgres, sql
from kritzel.server.store import postgres as store_module
from kritzel.server.store.postgres import PostgresStore
from kritzel.server.store.sql import Store
from tests.patience import LONGEST, until_here
from tests.server.postgres import Postgres, needed, shared
from tests.server.stores import KEPT, Database, row

pytestmark = [pytest.mark.slow, needed]
EXPIRED = "UPDATE servers SET until = clock_timestamp() - interval '1 second' WHERE name = %s"


async def keeps(store: Store) -> int:
    await store.create("table", KEPT, [], b"")
    return await store.claim("table")


def versions(kept: StoredTable | None) -> list[int]:
    return [each.version for each in kept.rows] if kept else []


def test_a_paused_keeper_can_never_write_once_another_has_taken_over() -> None:
    paused_keeper_is_refused(Database())


def paused_keeper_is_refused(place: Database) -> None:
    async def work() -> None:
        one, two = place.open("one"), place.open("two")
        old = await keeps(one)
        await one.append("table", [row(2, "id-2")], token=old)
        place.asked(EXPIRED, "one")
        new = await two.claim("table")
        assert new > old
        with pytest.raises(Lost):
            await one.append("table", [row(3, "id-3")], token=old)
        await two.append("table", [row(3, "id-4")], token=new)
        with pytest.raises(Lost):
            await one.append("table", [row(4, "id-5")], token=old)
        assert versions(await two.load("table")) == [1, 2, 3]
        await one.release("table", old)
        assert place.asked("SELECT owner IS NOT NULL, token FROM tables") == [(True, new)]
        await asyncio.gather(one.close(), two.close())

    asyncio.run(work())


def test_without_the_token_two_would_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: where the database does not look at the token, the test above sees it."""
    monkeypatch.setattr(sql, "CONTINUE", sql.CONTINUE.replace("token = :token", ":token >= 0"))
    with pytest.raises(pytest.fail.Exception):
        paused_keeper_is_refused(Database())


def test_whoever_keeps_a_table_is_asked_for_it_and_lets_go() -> None:
    place, asked = Database(), list[Sequence[str] | None]()

    async def work() -> None:
        one, two = place.open(), place.open()
        token = await keeps(one)
        one.on_wanted(asked.append)
        claiming = asyncio.ensure_future(two.claim("table"))
        await until_here(lambda: asked)
        assert asked[0] == ["table"]
        assert not claiming.done()
        await one.release("table", token)
        assert await asyncio.wait_for(claiming, LONGEST) == token + 1
        await asyncio.gather(one.close(), two.close())

    asyncio.run(work())


def test_a_table_that_is_not_let_go_of_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Database()
    monkeypatch.setattr(store_module, "MAX_WAIT_S", 0.0)

    async def work() -> None:
        one, two = place.open(), place.open()
        token = await keeps(one)
        with pytest.raises(Elsewhere):
            await two.claim("table")
        await one.append("table", [row(2)], token=token)
        await one.close()
        assert await two.claim("table") == token + 1, "whoever ends lets go of everything"
        assert await two.claim("no such table") == 0
        await two.close()

    asyncio.run(work())


def test_the_same_server_started_again_has_its_tables_at_once() -> None:
    place = Database()

    async def work() -> None:
        before = place.open("one")
        old = await keeps(before)
        again = place.open("one")
        assert await again.claim("table") == old + 1
        with pytest.raises(Lost):
            await before.append("table", [row(2)], token=old)
        await asyncio.gather(before.close(), again.close())

    asyncio.run(work())


def test_a_server_that_was_away_for_too_long_lets_go_of_everything() -> None:
    place, asked = Database(), list[Sequence[str] | None]()

    async def work() -> None:
        store = place.open("one")
        token = await keeps(store)
        store.on_wanted(asked.append)
        number = place.asked("SELECT number FROM servers")
        place.asked(EXPIRED, "one")
        await until_here(lambda: None in asked)
        assert place.asked("SELECT number FROM servers") > number
        assert await store.claim("table") == token + 1
        await store.close()
        assert place.asked("SELECT * FROM servers") == []

    asyncio.run(work())


def test_many_claims_at_once_each_get_another_token() -> None:
    place = Database()

    async def work() -> None:
        stores = [place.open() for _ in range(3)]
        for store in stores:
            store.on_wanted(lambda tables: None)
        await stores[0].create("table", KEPT, [], b"")
        tokens = await asyncio.gather(*(stores[0].claim("table") for _ in range(20)))
        assert sorted(tokens) == list(range(1, 21))
        assert place.asked("SELECT token FROM tables") == [(20,)]
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(work())


# The database ----------------------------------------------------------------------------------
def test_a_database_that_dies_tells_and_recovers() -> None:
    with closing(Postgres().start()) as server:
        url = server.new()

        async def work() -> None:
            store = PostgresStore(url, "one")
            token = await keeps(store)
            await store.append("table", [row(2, "id-2")], token=token)
            server.kill()
            with pytest.raises(Unavailable):
                await store.append("table", [row(3, "id-3")], token=token)
            with pytest.raises(Unavailable):
                await store.load("table")
            server.start()
            assert versions(await store.load("table")) == [1, 2]
            await store.append("table", [row(3, "id-3")], token=token)
            assert versions(await store.load("table")) == [1, 2, 3]
            await store.close()

        asyncio.run(work())


def test_databases_that_cannot_be_used_are_refused_in_words() -> None:
    place = Database()
    asyncio.run(place.open().close())
    place.asked("INSERT INTO written VALUES (99)")
    with pytest.raises(Unusable, match="newer Kritzel"):
        place.open()
    with pytest.raises(Unusable, match="does not answer"):
        PostgresStore(shared().url("nowhere"), "one")
    with pytest.raises(Unusable, match="does not answer"):
        PostgresStore("postgresql://[", "one")


def test_a_database_that_does_not_sync_is_refused() -> None:
    place = Database()
    with psycopg.connect(place.url, autocommit=True) as connection:
        try:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
            asyncio.run(until_here(lambda: _synced(place) == "off"))
            with pytest.raises(Unusable, match="fsync"):
                place.open()
        finally:
            connection.execute("ALTER SYSTEM RESET fsync")
            connection.execute("SELECT pg_reload_conf()")
    asyncio.run(until_here(lambda: _synced(place) == "on"))


def _synced(place: Database) -> str:
    return str(place.asked("SHOW fsync")[0][0])


def test_several_servers_may_start_at_once_on_an_empty_database() -> None:
    place = Database()

    async def work() -> list[PostgresStore]:
        return await asyncio.gather(*(asyncio.to_thread(place.open) for _ in range(4)))

    async def all_of_it() -> None:
        await asyncio.gather(*(store.close() for store in await work()))

    asyncio.run(all_of_it())
    assert place.asked("SELECT version FROM written ORDER BY 1") == [
        (number + 1,) for number in range(len(sql.MIGRATIONS))
    ]


def test_every_commit_waits_for_the_disk() -> None:
    place = Database()

    async def work() -> list[str]:
        store = place.open()
        names = ("synchronous_commit", "search_path", "transaction_isolation")
        found = [(await store._read("SELECT current_setting(:name)", name=name))[0][0] for name in names]
        await store.close()
        return found

    assert asyncio.run(work()) == ["on", "kritzel", "read committed"]
    assert postgres.BEAT_S * 3 < postgres.ALIVE_S < store_module.MAX_WAIT_S


def test_a_mistake_in_one_job_disturbs_nobody_who_shares_the_commit() -> None:
    async def work() -> None:
        store = Database().open()
        token = await keeps(store)
        together = [
            store._write(("DELETE FROM tables", {}), ("DELETE FROM nowhere", {})),
            store._read("SELECT 1 / 0"),
            store.append("table", [row(2)], token=token),
        ]
        answers = await asyncio.wait_for(asyncio.gather(*together, return_exceptions=True), LONGEST)
        assert [type(answer) for answer in answers] == [Unavailable, Unavailable, type(None)]
        await store.close()

    asyncio.run(work())
