"""Compiled loops that are written once for every game, bound to the twin and the strategy of one."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from kritzel.fast.strategy import strategy
from kritzel.fast.twin import twin


@lru_cache(16)
def loop_of(
    file: Path, package: str, slug: str, strategies: bool = False, view: ModuleType | None = None
) -> Any:
    """A module of compiled loops that is written once for every game, with its `twin` and `strategy`.

    Compiled functions bind what they call when they are compiled, so it is loaded once per game; and once
    more with `STRATEGIES` for bots that have nets, which take long to compile and are rarely needed.
    `view` is what a loop needs that shows tables to seats.
    """
    spec = spec_from_file_location(f"{package}.{file.stem}_{slug}{'_strategies' if strategies else ''}", file)
    assert spec is not None, "a file of ours"
    assert spec.loader is not None, "a file has a loader"
    module = module_from_spec(spec)
    module.__dict__.update(twin=twin(slug), strategy=strategy(slug), view=view, STRATEGIES=strategies)
    sys.modules[spec.name] = module  # where the cache of compiled code looks for it
    spec.loader.exec_module(module)
    return module
