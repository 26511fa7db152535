"""Guests: no account, a name is enough. A cookie says who they are; links lead to seats and other devices.

Secrets are random, at least 128 bits, and stored as hashes only. The cookie is `__Host-kritzel` over https;
on plain http (the own machine, the home network) browsers refuse that prefix, and it is `kritzel`.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata

from kritzel.server.store import Player
from kritzel.server.store.sql import Store
from kritzel.server.table.refusals import Refused

MAX_NAME_LENGTH = 24
DEVICE_LINK_LIFE_S = 600.0
COOKIE_LIFE_S = 400 * 24 * 3600


def new_table() -> str:
    """A name for a table: 96 random bits. Everyone who knows it may watch."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A secret for a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> str:
    """The hash of a secret, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as a record can hold it. Raises Refused."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(plain) <= MAX_NAME_LENGTH or not plain.isprintable() or set(plain) & set(",#"):
        raise Refused("bad_name")
    return plain


class Sessions:
    """Guests by their cookies."""

    def __init__(self, store: Store, *, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self.cookie = "__Host-kritzel" if secure else "kritzel"

    async def player(self, cookies: dict[str, str]) -> Player | None:
        secret = cookies.get(self.cookie, "")
        return await self._store.player_of(hash_secret(secret)) if secret else None

    async def enter(self, name: str) -> tuple[Player, str]:
        player, secret = Player(secrets.token_urlsafe(12), clean_name(name)), secrets.token_urlsafe(32)
        await self._store.add_player(player, hash_secret(secret))
        return player, secret

    async def rename(self, player: Player, name: str) -> Player:
        """Another name; tables that have begun keep the old one."""
        renamed = player._replace(name=clean_name(name))
        await self._store.rename(*renamed)
        return renamed

    async def device_link(self, player: Player) -> str:
        """A secret that opens the session on another device, once, within DEVICE_LINK_LIFE_S."""
        token = new_token()
        await self._store.add_link(hash_secret(token), player.id, time.time() + DEVICE_LINK_LIFE_S)
        return token

    async def follow_link(self, token: str) -> str:
        """The secret for the cookie of the other device. Raises Refused."""
        player = await self._store.take_link(hash_secret(token), time.time())
        if player is None:
            raise Refused("invite_void")
        secret = secrets.token_urlsafe(32)
        await self._store.add_device(player, hash_secret(secret))
        return secret

    async def forget_device(self, cookies: dict[str, str]) -> None:
        await self._store.forget_device(hash_secret(cookies.get(self.cookie, "")))

    async def forget_other_devices(self, player: Player, cookies: dict[str, str]) -> None:
        """Log out all devices of this guest but the one that asks."""
        await self._store.forget_other_devices(player.id, hash_secret(cookies.get(self.cookie, "")))

    async def take_back(self, player: Player) -> None:
        await self._store.forget_player(player.id)

    def cookie_header(self, secret: str = "") -> str:
        """The cookie as a header; without a secret the one that deletes it."""
        max_age_s = COOKIE_LIFE_S if secret else 0
        fixed = f"Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax"
        return f"{self.cookie}={secret}; {fixed}{'; Secure' if self._secure else ''}"
