"""Installable on a phone: the manifest and our own icons are served; headers are strict on every page."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]


def test_manifest_and_icons(server: Server, person: People) -> None:
    mara = person("Mara").open()
    link = mara.page.locator("link[rel=manifest]").get_attribute("href")
    answer = mara.context.request.get(f"{server.url}{link}")
    assert answer.ok
    manifest = answer.json()
    assert manifest["name"] == manifest["short_name"] == "Kritzel"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    touch = mara.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    for icon in [*manifest["icons"], {"src": touch, "type": "image/png", "sizes": "180x180"}]:
        file = mara.context.request.get(f"{server.url}{icon['src']}")
        assert (file.status, file.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            width = int.from_bytes(file.body()[16:20], "big")
            assert f"{width}x{width}" == icon["sizes"]


def test_strict_headers(server: Server, person: People) -> None:
    mara = person("Mara")
    for path in ("/", "/t/0123456789abcdef", "/rules/dizzle"):
        answer = mara.page.goto(server.url + path)
        assert answer is not None
        assert answer.ok
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_nothing_is_fetched_from_elsewhere(server: Server, person: People) -> None:
    mara = person("Mara")
    asked: list[str] = []
    mara.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/rules/dizzle", "/learn/traexx", "/verify"):
        mara.open(path).page.get_by_role("main").wait_for()
    strange = [url for url in asked if not url.startswith((server.url, "data:", "blob:"))]
    assert asked
    assert not strange
