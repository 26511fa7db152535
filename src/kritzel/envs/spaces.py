"""What observations and actions on a sheet can be, as Gymnasium's spaces. Importing this needs Gymnasium."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Discrete

from kritzel.envs.sheets import Paper


def spaces(paper: Paper) -> tuple[Box, Discrete]:
    """What observations and actions on a sheet can be."""
    low = np.concatenate([np.full(part.length, part.low, np.float32) for part in paper.layout])
    high = np.concatenate([np.full(part.length, part.high, np.float32) for part in paper.layout])
    return Box(low, high), Discrete(paper.actions)
