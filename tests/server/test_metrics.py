"""`/metrics`: what is counted is true, a real parser reads it, and strangers find nothing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client import Metric
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from kritzel.server.metrics import CONTENT_TYPE, Metrics
from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app
from tests.patience import until
from tests.server.serving import Server

SECRET = "a secret of the owner"
DEPLOY = Path(__file__).parent.parent.parent / "deploy"
BOARD, ALERTS = DEPLOY / "grafana.json", DEPLOY / "alerts.yaml"


def families(text: str) -> list[Metric]:
    return list(text_string_to_metric_families(text))


def parsed(text: str) -> dict[str, Metric]:
    return {family.name: family for family in families(text)}


def value(told: dict[str, Metric], name: str, **labels: str) -> float:
    found = [
        s.value
        for f in told.values()
        for s in f.samples
        if s.name == name and labels.items() <= s.labels.items()
    ]
    return sum(found)


class Watched:
    """A server with Ana and a bot, and what it tells."""

    def __init__(self, server: Server) -> None:
        self.server, self.ana = server, server.guest("Ana")

    def read(self) -> dict[str, Metric]:
        answer = httpx.get(f"{self.server.url}/metrics")
        assert (answer.status_code, answer.headers["content-type"]) == (200, CONTENT_TYPE)
        return parsed(answer.text)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with Server(tmp_path_factory.mktemp("metrics")) as server:
        yield Watched(server)


def test_what_is_counted_is_what_happened(watched: Watched) -> None:
    before = watched.read()
    luck, page = Random(1), watched.ana.sit(watched.ana.lay("traexx/1", "me", "here")["table"])
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    for _ in range(5):
        assert page.play_any(luck)
    again = {"t": "move", "id": "x" * 22, "seat": 0, "move": "nonsense", "version": 10**6}
    assert page.command(again)["t"] == "refused"
    page.ask({"t": "nothing"}, "trouble")
    after = watched.read()

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("kritzel_commands_total", outcome="written") == 7, "sealed, opened, five moves"
    assert more("kritzel_command_seconds_count") == more("kritzel_command_seconds_bucket", le="+Inf") == 7
    assert more("kritzel_refusals_total", code="notation") == 1
    assert more("kritzel_refusals_total", code="bad_message") == 1
    assert more("kritzel_commit_jobs_sum") >= 8
    assert more("kritzel_commit_seconds_count") == more("kritzel_commit_jobs_count") > 0
    assert (more("kritzel_tables"), more("kritzel_pages")) == (1, 1)
    assert value(after, "kritzel_commands_pending") == 0
    assert 0 < value(after, "kritzel_command_seconds_sum") < value(after, "process_cpu_seconds_total") + 600
    assert value(after, "kritzel_build_info") == 1
    page.close()
    until(lambda: value(watched.read(), "kritzel_pages") == 0)


def test_bots_are_counted_by_who_really_moved(watched: Watched) -> None:
    page = watched.ana.sit(watched.ana.lay("traexx/1", "me", "random")["table"])
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    until(lambda: value(watched.read(), "kritzel_bot_moves_total", bot="random") > 0)
    told = watched.read()
    assert value(told, "kritzel_bot_seconds_count") == value(told, "kritzel_bot_moves_total")
    page.close()


def test_every_metric_has_words_and_a_kind(watched: Watched) -> None:
    told = watched.read()
    assert len(told) > 15
    assert [
        name for name, family in told.items() if not family.documentation or family.type == "unknown"
    ] == []
    assert [name for name in told if not name.startswith(("kritzel_", "process_"))] == []


def test_nothing_in_it_is_about_anybody(watched: Watched) -> None:
    watched.ana.lay("traexx/1", "me")
    text = httpx.get(f"{watched.server.url}/metrics").text
    tables = [each["table"] for each in watched.ana.get("/api/tables")]
    assert tables
    assert not [each for each in (*tables, "Ana", "127.0.0.1") if each in text]


def test_the_board_asks_for_what_there_is(watched: Watched) -> None:
    known = metric_names(watched)
    board = json.loads(BOARD.read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    names = names_in(asked)
    assert len(asked) > 8
    assert names - known == set()
    assert {name for name in known if name.startswith("kritzel_")} - names <= _parts(names)


def test_alerts_ask_for_what_there_is(watched: Watched) -> None:
    (group,) = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    rules = {rule["alert"]: rule["expr"] for rule in group["rules"]}
    assert len(rules) == len(group["rules"]) > 5
    assert names_in(rules.values()) - metric_names(watched) == set()
    assert not [name for name, expr in rules.items() if name != "KritzelDown" and not names_in([expr])]


def metric_names(watched: Watched) -> set[str]:
    """All samples of a server; those with labels also where nothing was counted yet."""
    told = {sample.name for family in watched.read().values() for sample in family.samples}
    return told | {f"kritzel_{name}_total" for name in ("commands", "refusals", "bot_moves")}


def names_in(expressions: Iterable[str]) -> set[str]:
    return {name for expr in expressions for name in re.findall(r"\b(?:kritzel|process)_\w+", expr)}


def _parts(names: set[str]) -> set[str]:
    """What belongs to a histogram that is asked for in another way."""
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}
    return {f"{family}{part}" for family in families for part in ("_bucket", "_sum", "_count")}


# Who may read it -------------------------------------------------------------------------------
def answered(folder: Path, asks: list[dict[str, Any]], **chosen: Any) -> list[int]:
    """What a server with these settings answers to requests."""

    async def run() -> list[int]:
        app = make_app(Settings(data=folder / "tables.db", **chosen))
        async with app.router.lifespan_context(app):
            return [await _one(app, **each) for each in asks]

    return asyncio.run(run())


async def _one(app: Any, peer: str = "127.0.0.1", host: str = "127.0.0.1:8321", **headers: str) -> int:
    transport = httpx.ASGITransport(app, client=(peer, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as client:
        sent = {name.replace("_", "-"): text for name, text in headers.items()} | {"host": host}
        return (await client.get("/metrics", headers=sent)).status_code


KEY = {"authorization": f"Bearer {SECRET}"}


def test_by_itself_only_the_machine_reads_it(tmp_path: Path) -> None:
    asks = [
        {},
        {"peer": "192.168.1.7"},
        {"x_forwarded_for": "1.2.3.4"},
        {"host": "kritzel.example"},
        {"via": "x"},
    ]
    assert answered(tmp_path, asks) == [200, 404, 404, 404, 404]


def test_behind_a_proxy_only_who_brings_the_secret(tmp_path: Path) -> None:
    origins = ("https://kritzel.example",)
    assert answered(tmp_path, [{}, KEY], origins=origins) == [404, 404]
    asks = [
        {},
        KEY,
        {"peer": "10.1.2.3", **KEY},
        {"authorization": "Bearer wrong"},
        {"authorization": SECRET + "x"},
    ]
    assert answered(tmp_path, asks, origins=origins, metrics=SECRET) == [404, 200, 200, 404, 404]


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    assert answered(tmp_path, [{}, {"authorization": "Bearer off"}], metrics="off") == [404, 404]


def test_a_secret_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="KRITZEL_METRICS"):
        Settings.from_environment({"KRITZEL_METRICS": "short"})
    assert Settings.from_environment({"KRITZEL_METRICS": "off"}).metrics == "off"


# Several apps in one process -------------------------------------------------------------------
def test_each_app_counts_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.refuse('a "quoted" code')
    assert value(parsed(one.text().decode()), "kritzel_refusals_total", code='a "quoted" code') == 1
    assert value(parsed(other.text().decode()), "kritzel_refusals_total") == 0
