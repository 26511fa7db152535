"""Guests: no account, a name is enough. Who is who by a cookie; links for seats and for other devices.

Secrets are random, at least 128 bits, and kept as hashes only. The cookie is `__Host-kritzel` where people
come over https; on plain http (your own machine, your own network) browsers refuse that prefix, and it is
called `kritzel`.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata

from kritzel.server.store import Player, Store
from kritzel.server.table.refusals import Refused

NAME_LENGTH = 24
LINK_LIVES = 600.0
"""Seconds a link to another device can be used."""
COOKIE_LIVES = 400 * 24 * 3600


def new_table() -> str:
    """A name for a table: 96 random bits. Everyone who knows it may watch."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A secret for a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as a record can hold it. Raises Refused."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(plain) <= NAME_LENGTH or not plain.isprintable() or set(plain) & set(",#"):
        raise Refused("bad_name")
    return plain


class Sessions:
    """Who is who."""

    def __init__(self, store: Store, *, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self.cookie = "__Host-kritzel" if secure else "kritzel"

    async def player(self, cookies: dict[str, str]) -> Player | None:
        """Whose cookie this is."""
        secret = cookies.get(self.cookie, "")
        return await self._store.player_of(hashed(secret)) if secret else None

    async def enter(self, name: str) -> tuple[Player, str]:
        """A new guest, and the secret for their cookie."""
        player, secret = Player(secrets.token_urlsafe(12), clean_name(name)), secrets.token_urlsafe(32)
        await self._store.add_player(player, hashed(secret))
        return player, secret

    async def rename(self, player: Player, name: str) -> Player:
        """Another name; tables that have begun keep the old one."""
        renamed = player._replace(name=clean_name(name))
        await self._store.rename(*renamed)
        return renamed

    async def device_link(self, player: Player) -> str:
        """A secret that carries the guest to another device, once and soon."""
        token = new_token()
        await self._store.add_link(hashed(token), player.id, time.time() + LINK_LIVES)
        return token

    async def follow_link(self, token: str) -> str:
        """The secret for the cookie of the other device. Raises Refused."""
        player = await self._store.take_link(hashed(token), time.time())
        if player is None:
            raise Refused("invite_void")
        secret = secrets.token_urlsafe(32)
        await self._store.add_device(player, hashed(secret))
        return secret

    async def forget_device(self, cookies: dict[str, str]) -> None:
        """This device is nobody's any more."""
        await self._store.forget_device(hashed(cookies.get(self.cookie, "")))

    async def forget_other_devices(self, player: Player, cookies: dict[str, str]) -> None:
        """All devices of this guest but the one that asks."""
        await self._store.forget_other_devices(player.id, hashed(cookies.get(self.cookie, "")))

    async def take_back(self, player: Player) -> None:
        """A guest who could not sit down after all."""
        await self._store.forget_player(player.id)

    @property
    def no_cookie(self) -> str:
        """The header that takes the cookie away."""
        fixed = "Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
        return f"{self.cookie}=; {fixed}{'; Secure' if self._secure else ''}"

    def cookie_header(self, secret: str) -> str:
        """The cookie as a header."""
        fixed = f"Path=/; Max-Age={COOKIE_LIVES}; HttpOnly; SameSite=Lax"
        return f"{self.cookie}={secret}; {fixed}{'; Secure' if self._secure else ''}"
