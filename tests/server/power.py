"""A disk that can lose its power: what was not synced is gone, or half there. A SQLite VFS in memory."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import apsw

SECTOR = 512


class Disk:
    """Files with what is durable and what was only written."""

    def __init__(self) -> None:
        self.durable: dict[str, bytearray] = {}
        self.now: dict[str, bytearray] = {}
        self.unsynced: dict[str, list[tuple[int, bytes]]] = {}
        self.syncs = 0
        self.on_sync: Callable[[], None] = lambda: None

    def write(self, name: str, at: int, data: bytes) -> None:
        content = self.now[name]
        content.extend(bytes(max(0, at + len(data) - len(content))))
        content[at : at + len(data)] = data
        self.unsynced.setdefault(name, []).append((at, data))

    def sync(self, name: str) -> None:
        self.on_sync()
        self.syncs += 1
        self.durable[name] = bytearray(self.now[name])
        self.unsynced[name] = []

    def after_power_cut(self, luck: Random) -> Disk:
        """The disk when the power is back: any part of what was not synced may have arrived, or torn."""
        later = Disk()
        for name in self.now:
            content = bytearray(self.durable.get(name, b""))
            for at, data in self.unsynced.get(name, []):
                if luck.random() < 0.5:
                    kept = data[: luck.choice([len(data), len(data) // SECTOR // 2 * SECTOR])]
                    content.extend(bytes(max(0, at + len(kept) - len(content))))
                    content[at : at + len(kept)] = kept
            later.durable[name], later.now[name] = content, bytearray(content)
        return later


class File:
    """One open file, as SQLite asks for it. Only one connection ever does."""

    def __init__(self, disk: Disk, name: str) -> None:
        self.disk, self.name = disk, name
        disk.now.setdefault(name, bytearray())

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self.disk.now[self.name][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.write(self.name, offset, bytes(data))

    def xTruncate(self, size: int) -> None:
        del self.disk.now[self.name][size:]

    def xSync(self, flags: int) -> None:
        self.disk.sync(self.name)

    def xFileSize(self) -> int:
        return len(self.disk.now[self.name])

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xLock(self, level: int) -> None: ...

    def xUnlock(self, level: int) -> None: ...

    def xCheckReservedLock(self) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return 0

    def xClose(self) -> None: ...


class PowerVFS(apsw.VFS):
    """SQLite on such a disk."""

    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, base="")
        self.disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return File(self.disk, path)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if filename not in self.disk.now:
            raise apsw.IOError(filename)
        for kept in (self.disk.now, self.disk.durable, self.disk.unsynced):
            kept.pop(filename, None)

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self.disk.now

    def xFullPathname(self, name: str) -> str:
        return name
