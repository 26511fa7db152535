"""What the figures were measured with: processor, system, Python and the versions of everything."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    "kritzel",
    "numba",
    "llvmlite",
    "numpy",
    "open_spiel",
    "pgx",
    "jax",
    "jaxlib",
    "pettingzoo",
    "rlcard",
)


def facts() -> dict[str, str]:
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{package: installed(package) for package in PACKAGES},
    }


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def processor() -> str:
    listed = Path("/proc/cpuinfo")
    for line in listed.read_text().splitlines() if listed.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def load() -> float:
    """How many processes wanted a core in the last minute; 0 where nobody knows."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
