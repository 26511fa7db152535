"""backup, restore, check, export, import: nothing is lost or overwritten unasked, all of it in words."""

from __future__ import annotations

import json
import socket
import stat
import threading
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from kritzel.server.store import backup, sql
from kritzel.server.store.check import check
from kritzel.server.web.api import admin
from tests.cli.run import kritzel, refused
from tests.server.filled import PHASES, RUNNING, asked, changed, everything, filled
from tests.server.serving import Server


def done(*words: str) -> str:
    result = kritzel(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


# Backup and restore ----------------------------------------------------------------------------
def test_a_backup_restores_to_the_same_file(tmp_path: Path) -> None:
    source, saved, target = filled(tmp_path / "a"), tmp_path / "saved.db", tmp_path / "b" / "tables.db"
    before = everything(source)
    assert "6 tables saved" in done("backup", str(saved), "--data", str(source))
    assert "6 tables restored" in done("restore", str(saved), "--data", str(target))
    assert everything(source) == everything(saved) == everything(target) == before
    assert stat.S_IMODE(saved.stat().st_mode) == stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(each.name for each in target.parent.iterdir()) == ["tables.db"]


def test_a_backup_overwrites_nothing_unasked(tmp_path: Path) -> None:
    source, saved = filled(tmp_path / "a"), tmp_path / "saved.db"
    saved.write_text("mine")
    assert "--force" in refused("backup", str(saved), "--data", str(source))
    assert saved.read_text() == "mine"
    done("backup", str(saved), "--data", str(source), "--force")
    assert everything(saved) == everything(source)
    assert "themselves" in refused("backup", str(source), "--data", str(source), "--force")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_no_file_of_tables_is_refused(tmp_path: Path, lang: str) -> None:
    rubbish, empty, saved = tmp_path / "rubbish.db", tmp_path / "empty.db", tmp_path / "saved.db"
    rubbish.write_text("no database, but long enough to be taken for one " * 20)
    empty.touch()
    words = {"de": "keine Datei mit Tischen", "en": "no file of tables"}[lang]
    for each in (rubbish, empty):
        assert words in refused("backup", str(saved), "--data", str(each), lang=lang)
        assert words in refused("check", str(each), lang=lang)
        assert words in refused("restore", str(each), "--data", str(saved), lang=lang)
        assert words in refused("export", "--all", "--data", str(each), lang=lang)
    assert refused("backup", str(saved), "--data", str(tmp_path / "nowhere.db"), lang=lang)
    assert not saved.exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["empty.db", "rubbish.db"]


def test_restoring_keeps_what_was_there(tmp_path: Path) -> None:
    source, target = filled(tmp_path / "a"), filled(tmp_path / "b")
    changed(target, "DELETE FROM tables")
    before = everything(target)
    assert "--force" in refused("restore", str(source), "--data", str(target))
    assert everything(target) == before
    told = done("restore", str(source), "--data", str(target), "--force")
    [kept] = target.parent.glob("tables.db.before-*")
    assert str(kept) in told
    assert (everything(kept), everything(target)) == (before, everything(source))


def test_even_a_damaged_file_is_kept_when_another_takes_its_place(tmp_path: Path) -> None:
    source, target = filled(tmp_path / "a"), tmp_path / "tables.db"
    target.write_bytes(b"x" * 5000)
    done("restore", str(source), "--data", str(target), "--force")
    [kept] = tmp_path.glob("tables.db.before-*")
    assert kept.read_bytes() == b"x" * 5000
    assert everything(target) == everything(source)


def spoilt_page(path: Path) -> None:
    """A page in the middle of the file is rubbish."""
    content = bytearray(path.read_bytes())
    [(page,)] = asked(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'lines'")
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)


def test_a_damaged_file_is_not_saved_as_a_backup(tmp_path: Path) -> None:
    source, saved = filled(tmp_path / "a"), tmp_path / "saved.db"
    spoilt_page(source)
    assert "damaged" in refused("backup", str(saved), "--data", str(source))
    assert list(tmp_path.glob("saved*")) == []
    result = kritzel("check", str(source))
    assert (result.exit_code, "Damaged:" in result.stdout) == (1, True)


def test_a_database_that_does_not_answer_is_told_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KRITZEL_DATABASE", f"postgresql://kritzel:secret@/kritzel?host={tmp_path}")
    for words in (("backup", str(tmp_path / "saved.db")), ("check",), ("export", "--all")):
        told = refused(*words)
        assert (str(tmp_path) in told, "secret" in told) == (True, False)
    assert list(tmp_path.glob("saved*")) == []
    assert "6 tables" in done("check", str(filled(tmp_path)))
    assert "Either" in refused("check", str(tmp_path / "tables.db"), "--database", "postgresql://a@b/c")


def test_two_moments_of_one_second_do_not_meet(tmp_path: Path) -> None:
    for _ in range(3):
        (tmp_path / "tables.db").touch()
        backup.put_aside(tmp_path / "tables.db", "now")
    assert len(list(tmp_path.glob("tables.db.before-now*"))) == 3


# Check -----------------------------------------------------------------------------------------
def test_a_sound_file(tmp_path: Path) -> None:
    path = filled(tmp_path)
    before = path.read_bytes()
    told = done("check", str(path))
    [(lines,)] = asked(path, "SELECT sum(version) FROM tables")
    assert f"version {len(sql.MIGRATIONS)}, 6 tables; lines: {lines}, guests: 2." in told
    assert all(part in told for part in ("waiting for players: 2", "played: 2", "over: 1", "given up: 1"))
    assert "All is sound" in told
    assert path.read_bytes() == before
    assert check(path).phases.total() == len(PHASES)


@pytest.mark.parametrize(
    ("how", "table", "why"),
    [
        ("UPDATE lines SET body = x'9199' WHERE game = 3", RUNNING, ""),
        ("UPDATE tables SET version = 99 WHERE number = 3", RUNNING, "not 99"),
        ("UPDATE tables SET summary = x'7b' WHERE number = 3", RUNNING, "lists"),
        ("DELETE FROM lines WHERE game = 3", RUNNING, "without lines"),
        ("DELETE FROM lines WHERE game = 3 AND version = 9", RUNNING, ""),
    ],
)
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, how: str, table: str, why: str) -> None:
    path = filled(tmp_path)
    changed(path, how)
    report = check(path)
    assert (list(report.unreadable), report.damage) == ([table], [])
    assert why in report.unreadable[table]
    result = kritzel("check", str(path))
    assert (result.exit_code, f"Cannot be read: {table}" in result.stdout) == (1, True)
    assert f"Nicht zu lesen: {table}" in kritzel("check", str(path), lang="de").stdout


def test_lines_of_no_table_are_damage(tmp_path: Path) -> None:
    path = filled(tmp_path)
    changed(path, "DELETE FROM tables WHERE number = 3")
    assert [each.split(":")[0] for each in check(path).damage] == ["lines", "members"]
    assert kritzel("check", str(path)).exit_code == 1


# Export and import -----------------------------------------------------------------------------
def test_what_is_carried_over_is_the_same(tmp_path: Path) -> None:
    source, text, target = filled(tmp_path / "a"), tmp_path / "tables.jsonl", tmp_path / "b.db"
    assert "6 tables" in done("export", "--all", "--data", str(source), "--out", str(text))
    assert stat.S_IMODE(text.stat().st_mode) == 0o600
    told = done("import", str(text), "--data", str(target))
    assert "6 tables taken in" in told
    assert told.count("/device#") == 2, "a link for each guest"
    done("check", str(target))
    assert done("export", "--all", "--data", str(target)) == text.read_text("utf-8")


def test_one_table_by_name(tmp_path: Path) -> None:
    source = filled(tmp_path)
    text = done("export", RUNNING, "--data", str(source)).splitlines()
    head, first, *_, end = map(json.loads, text)
    assert (head["kritzel"], head["format"], head["name"], head["phase"]) == ("table", 1, RUNNING, "running")
    assert (first["version"], first["created"]["sheet"]) == (1, "dizzle/1")
    [(lines,)] = asked(source, f"SELECT version FROM tables WHERE name = '{RUNNING}'")
    assert (end["end"], end["lines"]) == (RUNNING, lines)
    assert "nowhere" in refused("export", "nowhere", "--data", str(source))
    assert "--all" in refused("export", "--data", str(source))
    (tmp_path / "there").touch()
    assert "there already" in refused(
        "export", "--all", "--out", str(tmp_path / "there"), "--data", str(source)
    )


def test_a_table_that_was_deleted_comes_back_without_links(tmp_path: Path) -> None:
    source, text = filled(tmp_path), tmp_path / "one.jsonl"
    done("export", RUNNING, "--data", str(source), "--out", str(text))
    before = done("export", RUNNING, "--data", str(source))
    for table, key in (("lines", "game"), ("members", "game"), ("tables", "number")):
        changed(source, f"DELETE FROM {table} WHERE {key} = 3")
    assert "/device#" not in done("import", str(text), "--data", str(source))
    assert done("export", RUNNING, "--data", str(source)) == before


def spoilt(text: list[str]) -> list[tuple[list[str], int, str]]:
    """Texts that are no good, the line it is about, and a word of the reason."""
    head = json.loads(text[0])
    return [
        ([], 1, "No table begins"),
        (["{}\n", *text[1:]], 1, "No table begins"),
        ([json.dumps({**head, "format": 2}) + "\n", *text[1:]], 1, "newer"),
        (text[:-1], len(text) - 1, "incomplete"),
        ([*text[:5], *text[6:]], len(text) - 1, "incomplete"),
        ([*text[:5], "[1]\n", *text[5:]], 6, "no line"),
        ([*text[:5], "{\n", *text[5:]], 6, "no line"),
        ([text[0].replace("seed", "Seed"), *text[1:]], len(text), "incomplete"),
        ([*text, *text], len(text) + 1, "already"),
    ]


def test_a_damaged_text_is_refused_with_its_line(tmp_path: Path) -> None:
    source, target, file = filled(tmp_path / "a"), tmp_path / "b.db", tmp_path / "text.jsonl"
    text = done("export", RUNNING, "--data", str(source)).splitlines(keepends=True)
    for lines, at, why in spoilt(text):
        file.write_text("".join(lines), "utf-8")
        told = refused("import", str(file), "--data", str(target))
        assert f"{file}:{at}: " in told
        assert why in told
    assert not target.exists()


def test_a_table_that_is_there_is_not_taken_in_again_nor_its_company(tmp_path: Path) -> None:
    source, target, text = filled(tmp_path / "a"), filled(tmp_path / "b"), tmp_path / "all.jsonl"
    done("export", "--all", "--data", str(source), "--out", str(text))
    for table, key in (("lines", "game"), ("members", "game"), ("tables", "number")):
        changed(target, f"DELETE FROM {table} WHERE {key} = 1")
    before = everything(target)
    assert "already" in refused("import", str(text), "--data", str(target))
    assert everything(target) == before


def resealed(lines: list[dict[str, Any]]) -> str:
    """A text that somebody wrote on purpose: its end fits."""
    import hashlib

    body = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    end = {
        "end": lines[0]["name"],
        "lines": len(lines) - 1,
        "sha256": hashlib.sha256(body.encode()).hexdigest(),
    }
    return body + json.dumps(end) + "\n"


def test_a_log_that_breaks_the_rules_is_refused(tmp_path: Path) -> None:
    source, target, file = filled(tmp_path / "a"), tmp_path / "b.db", tmp_path / "text.jsonl"
    lines = [json.loads(each) for each in done("export", RUNNING, "--data", str(source)).splitlines()[:-1]]
    last = len(lines)
    wrong: list[dict[str, Any]] = [
        {"version": last, "played": {"seat": 0, "move": "no move"}},
        {"version": last + 5, "stopped": {"player": "ana"}},
        {"version": last, "raw": "9199"},
        {"version": last, "danced": {}},
        {"version": last, "stopped": {"player": 7}},
        {"version": last, "stopped": {"player": "ana"}, "played": {}},
    ]
    for each in wrong:
        file.write_text(resealed([*lines, each]), "utf-8")
        assert f"{file}:" in refused("import", str(file), "--data", str(target))
    for name in ("../../etc/passwd", 7):
        file.write_text(resealed([{**lines[0], "name": name}, *lines[1:]]), "utf-8")
        assert f"{file}:" in refused("import", str(file), "--data", str(target))
    assert not target.exists()


def test_what_cannot_be_read_leaves_as_it_is(tmp_path: Path) -> None:
    source = filled(tmp_path)
    changed(source, "UPDATE lines SET body = x'9199' WHERE game = 3 AND version = 9")
    text = [json.loads(each) for each in done("export", RUNNING, "--data", str(source)).splitlines()]
    assert [each["raw"] for each in text if "raw" in each] == ["9199"]


# While people play -----------------------------------------------------------------------------
def test_while_a_server_plays(tmp_path: Path) -> None:
    luck, path = Random(1), tmp_path / "tables.db"
    with Server(tmp_path) as server:
        ana = server.guest("Ana")
        page = ana.sit(ana.lay("traexx/1", "me", "here")["table"])
        page.ready()
        page.hear(lambda: page.view["phase"] == "running")
        assert all(page.play_any(luck) for _ in range(5))
        made = str(page.view["version"])
        assert stat.S_IMODE(admin.key_of(path).stat().st_mode) == 0o600
        assert "1 table saved" in done("backup", str(tmp_path / "saved.db"), "--data", str(path))
        assert "1 table;" in done("check", str(path))
        assert json.loads(done("export", "--all", "--data", str(path)).splitlines()[-1])["lines"] >= int(made)
        assert "Stop it first" in refused(
            "restore", str(tmp_path / "saved.db"), "--data", str(path), "--force"
        )
        (tmp_path / "text").write_text(done("export", "--all", "--data", str(tmp_path / "saved.db")))
        assert "Stop it first" in refused("import", str(tmp_path / "text"), "--data", str(path))
        assert page.play_any(luck)
        assert "Traceback" not in server.log
        admin.key_of(path).unlink()
        assert "does not answer" in refused("backup", str(tmp_path / "more.db"), "--data", str(path))
    assert sorted(each.name for each in tmp_path.glob("*.copy-*")) == []


def test_an_upgrade_as_it_is_told(tmp_path: Path) -> None:
    """docs/server.md: backup, check, start, play on, backup, restore, carry over."""
    path, luck = filled(tmp_path), Random(1)
    place, before, after = ("--data", str(path)), tmp_path / "before.db", tmp_path / "after.db"
    done("backup", str(before), *place)
    assert "All is sound" in done("check", str(before))
    with Server(tmp_path) as server:
        ben = server.guest("")
        ben.http.cookies.set("kritzel", "Ben's secret")
        assert {each["table"]: each["phase"] for each in ben.get("/api/tables")}.items() <= PHASES.items()
        assert ben.sit(RUNNING).play_any(luck), "it is his turn"
        done("backup", str(after), *place)
        assert "All is sound" in done("check", str(path))
        assert "Traceback" not in server.log
        server.stop()
    assert "All is sound" in done("restore", str(before), *place, "--force") + done("check", str(path))
    kept = next(path.parent.glob(f"{path.name}.before-*"))
    assert "All is sound" in done("restore", str(kept), *place, "--force") + done("check", str(path))
    text, other = tmp_path / "one.jsonl", tmp_path / "other.db"
    done("export", RUNNING, "--data", str(after), "--out", str(text))
    assert done("import", str(text), "--data", str(other)).count("/device#") == 2
    assert "1 table;" in done("check", str(other))


def test_a_file_that_somebody_else_has_open(tmp_path: Path) -> None:
    path = filled(tmp_path)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE").fetchall()
    assert "does not answer" in refused("backup", str(tmp_path / "saved.db"), "--data", str(path))
    connection.close()


@pytest.mark.parametrize(
    ("said", "why"),
    [(b'5\r\n{"don', "does not answer"), (b'16\r\n{"done": 1, "of": 200}\n\r\n0\r\n\r\n', "ended before")],
)
def test_a_server_that_ends_while_it_copies(tmp_path: Path, said: bytes, why: str) -> None:
    path, head = filled(tmp_path), b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE").fetchall()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with listener.accept()[0] as line:
                line.recv(4096)
                line.sendall(head + said)

        falling = threading.Thread(target=answer)
        falling.start()
        key = admin.AdminKey(f"http://127.0.0.1:{listener.getsockname()[1]}", "key")
        admin.leave_key(path, key)
        assert why in refused("backup", str(tmp_path / "saved.db"), "--data", str(path))
        falling.join()
    connection.close()
