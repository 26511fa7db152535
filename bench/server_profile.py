"""`python -m bench.server profile`: where the CPU of a live move goes by stage, and its bytes by field.

Every game is played by the same clients without the sampler and with it, in turns: the shares are from the
runs with it, the microseconds are these shares of the runs without, and how much the two differ is told.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bench import server_stages
from bench.server_kritzel import Scales


class Profile(NamedTuple):
    """One game: CPU microseconds per move without the sampler and with it, and samples by stage."""

    game: str
    plains: Sequence[float]
    sampleds: Sequence[float]
    stages: Counter[str]
    scales: Scales
    moves: int
    """Moves that were weighed."""

    @property
    def plain(self) -> float:
        """Microseconds per move without the sampler."""
        return statistics.median(self.plains)

    @property
    def sampled(self) -> float:
        """And with it."""
        return statistics.median(self.sampleds)

    @property
    def samples(self) -> int:
        """All of them."""
        return self.stages.total()

    def spent(self, stage: str) -> float:
        """Microseconds per move."""
        return self.plain * self.stages[stage] / max(self.samples, 1)

    def sent(self, field: str) -> float:
        """Bytes per move to both clients."""
        return self.scales[field] / max(self.moves, 1)

    def as_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "game": self.game,
            "cpu_us": [round(each) for each in self.plains],
            "cpu_us_sampled": [round(each) for each in self.sampleds],
            "samples": self.samples,
            "stages_us": {stage: round(self.spent(stage), 1) for stage in sorted(self.stages)},
            "bytes": {field: round(self.sent(field), 1) for field in sorted(self.scales)},
        }


def read(text: str) -> Counter[str]:
    """Samples of a file by stage."""
    return server_stages.counted(server_stages.stacks(text))


# The terminal -----------------------------------------------------------------------------------------------
def as_text(profiles: Sequence[Profile]) -> str:
    """Three tables: stages, what the sampler itself costs, bytes."""
    stages = _ordered(*(profile.stages for profile in profiles))
    fields = _heaviest(profiles)
    parts = [
        "CPU of the server by stage, µs per durable move, two clients at each table",
        _table(profiles, stages, Profile.spent, lambda profile: profile.plain),
        "",
        *(_cost(profile) for profile in profiles),
        "",
        "Bytes per move to both clients, by message and field",
        _table(profiles, fields, Profile.sent, lambda profile: sum(map(profile.sent, profile.scales))),
    ]
    return "\n".join(parts)


def _ordered(*counts: Mapping[str, int]) -> list[str]:
    """All stages: those of a group together, the way in and out after them."""
    return sorted({stage for count in counts for stage in count}, key=lambda name: (":" not in name, name))


def _heaviest(profiles: Sequence[Profile]) -> list[str]:
    fields = {field for profile in profiles for field in profile.scales}
    return sorted(fields, key=lambda field: -max(profile.sent(field) for profile in profiles))


def _cost(profile: Profile) -> str:
    more = profile.sampled / profile.plain - 1 if profile.plain else 0.0
    return (
        f"{profile.game}: without the sampler {_each(profile.plains)} µs, with it {_each(profile.sampleds)} "
        f"({more:+.0%}); {profile.samples:,} samples, so a stage of 10 % is known to ±{_error(profile):.1%}."
    )


def _each(figures: Sequence[float]) -> str:
    return ", ".join(f"{figure:,.0f}" for figure in figures)


def _error(profile: Profile) -> float:
    """Two standard deviations of a share of a tenth."""
    return 2 * float((0.1 * 0.9 / max(profile.samples, 1)) ** 0.5)


def _table(
    profiles: Sequence[Profile],
    names: Sequence[str],
    figure: Callable[[Profile, str], float],
    total: Callable[[Profile], float],
) -> str:
    head = f"{'':<28}" + "".join(f"{profile.game:>12}{'':>6}" for profile in profiles)
    rows = [(name, [figure(profile, name) for profile in profiles]) for name in names]
    sums = [total(profile) for profile in profiles]
    return "\n".join([head, *(_row(name, figures, sums) for name, figures in [*rows, ("together", sums)])])


def _row(name: str, figures: Sequence[float], sums: Sequence[float]) -> str:
    cells = [f"{each:>12,.0f}{each / (of or 1):>6.0%}" for each, of in zip(figures, sums, strict=True)]
    return f"{name:<28}" + "".join(cells)
