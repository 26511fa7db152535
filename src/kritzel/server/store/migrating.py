"""Older files brought up to date, losing nothing. What one cannot read is carried over as it is.

Files of version 0 had a row for every line, with the names of table and command and the event as JSON in it.
"""

from __future__ import annotations

from typing import Any, get_args

import apsw
import msgspec

from kritzel.server.store.packing import packed
from kritzel.server.table import log

DIGEST = 2 * log.DIGEST_BYTES
"""So many hex digits of a digest are kept."""
ASIDE = """
DROP INDEX once; DROP INDEX guests;
ALTER TABLE tables RENAME TO old_tables; ALTER TABLE members RENAME TO old_members;
ALTER TABLE players RENAME TO old_players; ALTER TABLE devices RENAME TO old_devices;
ALTER TABLE links RENAME TO old_links; ALTER TABLE events RENAME TO old_events;
"""
OVER = """
INSERT INTO tables (name, seed, version, summary)
    SELECT id, seed, (SELECT coalesce(max(version), 0) FROM old_events WHERE game = id), summary
    FROM old_tables ORDER BY (SELECT min(number) FROM old_members WHERE game = id);
INSERT INTO players (id, name) SELECT id, name FROM old_players;
INSERT INTO players (id, name)
    SELECT player, '' FROM (SELECT player FROM old_members UNION SELECT player FROM old_devices
        UNION SELECT player FROM old_links) WHERE player NOT IN (SELECT id FROM old_players);
INSERT INTO members (number, player, game)
    SELECT m.number, p.number, t.number FROM old_members AS m, players AS p, tables AS t
    WHERE p.id = m.player AND t.name = m.game;
INSERT INTO devices (secret, player)
    SELECT packed(secret), number FROM old_devices, players WHERE id = player;
INSERT INTO links SELECT packed(token), number, until FROM old_links, players WHERE id = player;
INSERT INTO lines
    SELECT number, coalesce(packed(move_id), e.version), e.version, packed(substr(digest, 1, {digest})),
    written(body) FROM old_events AS e, tables WHERE name = game;
"""
AWAY = """
DROP TABLE old_tables; DROP TABLE old_members; DROP TABLE old_players; DROP TABLE old_devices;
DROP TABLE old_links; DROP TABLE old_events;
"""
KINDS: dict[str, type[log.Event]] = {kind.__name__.lower(): kind for kind in get_args(log.Event)}


def migrate(connection: apsw.Connection, schema: str) -> None:
    """A file of version 0 into this schema, within the transaction of whoever calls."""
    connection.create_scalar_function("packed", _packed, 1, deterministic=True)
    connection.create_scalar_function("written", _written, 1, deterministic=True)
    connection.execute(ASIDE + schema + OVER.format(digest=DIGEST) + AWAY)


def _packed(*asked: Any) -> bytes | str | None:
    return None if asked[0] is None else packed(asked[0])


def _written(*asked: Any) -> bytes:
    """An event as it is written now, and as it was where this Kritzel cannot read it."""
    body: bytes = asked[0]
    try:
        now = log.encode([event(msgspec.json.decode(body))])
        log.decode(now)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError):
        return body
    return now


def event(said: dict[str, Any]) -> log.Event:
    """An event by its name (`t`) and its fields, not checked yet. Raises LookupError, TypeError."""
    if "chairs" in said:
        said["chairs"] = [log.Chair(**chair) for chair in said["chairs"]]
    fixed: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in said.items()
    }
    return KINDS[fixed.pop("t")](**fixed)
