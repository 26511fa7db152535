"""What holds for every test: Hypothesis looks for wrong answers, not for slow ones."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("kritzel", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kritzel")
