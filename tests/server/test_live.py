"""A real server, real sockets: every game to its end, and everything a page does on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import kritzel
from kritzel.server.table import dice, dice_proof
from tests.server.clients import Guest, Page
from tests.server.rooms import GAMES
from tests.server.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("live"))) as started:
        yield started
        assert "trace" not in started.log, started.log


@pytest.fixture(autouse=True)
def _home(server: Server) -> Iterator[None]:
    yield
    server.send_home()


def two_at_a_table(server: Server, sheet: str, **more: object) -> tuple[Guest, Guest, Page, Page]:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    laid = ana.lay(sheet, "me", "friend", **more)
    ben.join(laid["table"], laid["invites"][0]["token"])
    pages = ana.sit(laid["table"]), ben.sit(laid["table"])
    return ana, ben, *pages


def begin(*pages: Page) -> None:
    for page in pages:
        assert page.ready()["t"] == "ack"
    for page in pages:
        page.hear(lambda page=page: page.view["phase"] != "open")


def play_out(pages: list[Page], luck: Random) -> None:
    """All pages move whenever they can, until the game is over for everybody."""
    while any(page.view["phase"] == "running" for page in pages):
        moved = [page.play_any(luck) for page in pages]
        if not any(moved):
            for page in pages:
                page.hear()


@pytest.mark.parametrize("sheet", GAMES)
def test_two_pages_play_a_whole_game(server: Server, sheet: str) -> None:
    ana, ben, one, two = two_at_a_table(server, sheet)
    begin(one, two)
    play_out([one, two], Random(sheet))
    assert one.view["result"] == two.view["result"]
    fresh = ana.sit(one.table)
    assert one.view == fresh.view | {"seats": one.view["seats"]}, "updates lead to what a new page is sent"
    record = ben.get(f"/api/tables/{one.table}/record")
    assert dice_proof.verify(record).draws > 10
    replayed = kritzel.replay(record)
    assert list(replayed.totals) == [seat["total"] for seat in two.view["seats"]]


def test_solo_with_real_dice_to_the_end(server: Server) -> None:
    ana, luck = server.guest("Ana"), Random(3)
    page = ana.sit(ana.lay("dizzle/1", "me", real_dice=True)["table"])
    begin(page)
    while page.view["phase"] == "running":
        asked = page.view["entry"]
        if asked:
            assert page.view["waiting"]["question"] == asked["words"], "also for those who only watch"
            faces = "".join(luck.choice(asked["faces"]) for _ in range(asked["dice"]))
            answer = page.say("roll", outcome=faces, version=page.view["version"])
            assert answer["t"] == "ack", answer
            page.hear(lambda answer=answer: page.view["version"] >= answer["version"])
        else:
            page.play_any(luck)
    result, printed = page.view["result"], ana.document(page.heard[0]["document"])
    assert result["title"]["de"]
    assert result["title"] == printed["ranks"][result["solo_rank"] - 1]["title"]
    assert len(printed["ranks"]) == result["solo_ranks"]
    assert printed["ranks"][-1]["least"] is None
    assert printed["ranks_clause"]
    assert ana.get(f"/api/tables/{page.table}/dice", 409)["code"] == "no_chance"
    assert kritzel.replay(ana.get(f"/api/tables/{page.table}/record")).over


def test_a_game_against_a_bot(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me", "random")["table"])
    begin(page)
    while page.view["phase"] == "running":
        if page.view["hands"][0]["options"]:
            page.move(0, "done")
        page.hear()
    assert page.view["seats"][1]["kind"] == "bot"
    assert any(entry["kind"] == "played" and entry["seat"] == 1 for entry in page.story)


def test_somebody_who_watches_sees_the_table_and_can_do_nothing(server: Server) -> None:
    *_, one, two = two_at_a_table(server, "traexx/1")
    begin(one, two)
    eve = server.guest("Eve").sit(one.table)
    assert (eve.view["you"], eve.view["hands"]) == ([], [])
    assert eve.move(0, "done")["code"] == "not_seated"
    stranger = Guest(server.url, "")
    server.guests.append(stranger)
    assert stranger.sit(one.table).view["you"] == []


def test_choices_stay_hidden_in_every_message_until_settled(server: Server) -> None:
    *_, one, two = two_at_a_table(server, "traexx/1")
    begin(one, two)
    heard = len(two.raw)
    move = next(o["text"] for o in one.view["hands"][0]["options"] if o["kind"] == "extend")
    assert one.move(0, move)["t"] == "ack"
    two.ask({"t": "ping"}, "pong")
    assert len(two.raw[heard:]) == 1, "not even that there was a move"
    one.move(0, "done")
    two.hear(lambda: two.view["seats"][0]["done"])
    assert not any(move in text for text in two.raw[heard:])
    two.move(1, "done")
    two.hear(lambda: any(entry.get("text") == move for entry in two.story))


def test_why_not_tells_the_clause_and_nothing_about_others(server: Server) -> None:
    *_, one, two = two_at_a_table(server, "dizzle/1")
    begin(one, two)
    option = one.view["hands"][0]["options"][0]
    legal, here = option["text"], {"cell": option["cell"], "die": option["die"]}
    yes = one.ask({"t": "why", "seat": 0, "touched": here}, "because")
    assert (yes["legal"], yes["touched"]) == (True, here)
    no = one.ask({"t": "why", "seat": 0, "touched": {"kind": "reroll"}}, "because")
    assert (no["legal"], no["clause"], no["touched"]) == (False, "D10", {"kind": "reroll"})
    assert no["words"]["de"]
    assert no["words"]["en"]
    assert one.ask({"t": "why", "seat": 0, "touched": {"cell": "nonsense"}}, "because")["words"]["en"]
    assert not one.ask({"t": "why", "seat": 1, "touched": here}, "because")["legal"]
    refused = two.move(1, legal)
    assert (refused["t"], refused["code"], refused["clause"]) == ("refused", "illegal", "D5")


def test_a_page_that_was_away_gets_what_it_missed(server: Server) -> None:
    _, ben, one, two = two_at_a_table(server, "dizzle/1")
    begin(one, two)
    known = two.view["version"]
    two.close()
    one.hear(lambda: not one.view["seats"][1]["present"])
    one.play_any(Random(1))
    back = ben.sit(one.table, two.story)
    first = back.heard[0]
    assert (first["t"], first["since"]) == ("welcome", known)
    assert len(first["log"]) == 1
    assert back.story[-1]["n"] == known + 1
    one.hear(lambda: one.view["seats"][1]["present"])


def test_undo_over_the_wire(server: Server) -> None:
    *_, one, two = two_at_a_table(server, "border/1")
    begin(one, two)
    one.move(0, "stop")
    one.hear(lambda: one.view["hands"][0]["undo"] == "stop")
    assert one.say("undo", seat=0, move="stop")["t"] == "ack"
    one.hear(lambda: one.view["hands"][0]["undo"] == "")
    two.hear(lambda: two.story[-1]["kind"] == "undone")


def test_a_document_is_kept_for_ever_and_another_one_has_another_address(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("dizzle/1", "me")["table"])
    address = page.heard[0]["document"]
    answer = ana.http.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.json()["sheet"] == "dizzle/1"
    assert ana.get(address[:-4] + "0000", 404)["code"] == "no_sheet"
    assert ana.get("/api/documents/dizzle/1/2/2/99/0000", 404)["code"] == "no_sheet"
    assert ana.get("/api/documents/dizzle/1/2/99/2/0000", 404)["code"] == "no_sheet"
    assert ana.get("/api/documents/chess/1/1/1/2/0000", 404)["code"] == "no_sheet"


def test_what_was_told_long_ago_is_asked_for(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    begin(page)
    page.play_any(Random(1))
    older = ana.get(f"/api/tables/{page.table}/story?before=2")
    assert (older["since"], len(older["log"])) == (0, 2)


def test_rematch_takes_everybody_along(server: Server) -> None:
    ana, ben, one, two = two_at_a_table(server, "traexx/1")
    begin(one, two)
    assert ana.post(f"/api/tables/{one.table}/rematch", 409)["code"] == "not_over"
    one.say("stop")
    two.hear(lambda: two.view["phase"] == "stopped")
    again = ben.post(f"/api/tables/{one.table}/rematch")["table"]
    one.hear(lambda: one.view["rematch"] == again)
    assert ana.post(f"/api/tables/{one.table}/rematch")["table"] == again
    begin(ana.sit(again), ben.sit(again))


def test_replay_shows_every_step_after_the_end_only(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    begin(page)
    assert ana.get(f"/api/tables/{page.table}/replay", 409)["code"] == "not_over"
    assert ana.get(f"/api/tables/{page.table}/record", 409)["code"] == "not_over"
    play_out([page], Random(5))
    last = ana.get(f"/api/tables/{page.table}/replay")
    assert last["at"] == last["of"]
    assert ana.look(f"/api/tables/{page.table}/replay")["scenes"] == page.view["scenes"]
    first = ana.look(f"/api/tables/{page.table}/replay?at=0")
    assert first["version"] == 0
    assert first["scenes"] != page.view["scenes"]


def test_a_page_can_check_the_dice_itself(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    commit = page.view["dice"]["commit"]
    begin(page)
    play_out([page], Random(5))
    proof = ana.get(f"/api/tables/{page.table}/dice")
    assert (proof["commit"], proof["seed"]) == (commit, page.view["dice"]["seed"])
    assert proof["scheme"] == dice.SCHEME
    assert dice.promise(proof["table"], 1, bytes.fromhex(proof["seed"])) == commit
    assert all(draw["event"]["kind"] == "draw" and draw["event"]["left"] for draw in proof["draws"])


def test_a_friendly_stop_finishes_and_the_table_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path) as other:
        ana = other.guest("Ana")
        page = ana.sit(ana.lay("traexx/1", "me", "random")["table"])
        begin(page)
        page.play_any(Random(1))
        story, table = page.story, page.table
        other.guests.clear()
        page.close()
        other.stop()
        assert "Application shutdown complete." in other.log
        other.start()
        again = ana.sit(table)
        assert again.story[: len(story)] == story
        ana.close()
        assert '"level": "error"' not in other.log


def test_every_page_sees_the_seals_of_all_before_it_opens_its_own(server: Server) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    laid = ana.lay("traexx/1", "me", "friend")
    ben.join(laid["table"], laid["invites"][0]["token"])
    pages = [ana.sit(laid["table"]), ben.sit(laid["table"])]
    for page in pages:
        page.seal()
    for page in pages:
        page.hear(
            lambda page=page: page.view["waiting"]["kind"] == "seeds" or page.view["phase"] == "running"
        )
    seen = [news["changes"].get("seals", []) for news in pages[0].heard if news["t"] == "update"]
    assert [seal["seat"] for seal in next(seals for seals in seen if len(seals) == 2)] == [0, 1]
