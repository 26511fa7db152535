"""The same learning on a graphics card, by PyTorch, if both are there. Nothing else needs PyTorch."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from kritzel.fast.net import Shape
from kritzel.training.descent import BETA1, BETA2, CLIP, EPSILON, FOLLOW, VISITS, Memory
from kritzel.training.selfplay import Lesson

BATCH = 1024
"""Samples in a step: more than on a processor; a graphics card is not busy with fewer."""


def has_card() -> bool:
    return find_spec("torch") is not None and bool(import_module("torch").cuda.is_available())


class CardLearner:
    """As `descent.Learner`, on the card."""

    def __init__(self, memory: Memory, shape: Shape) -> None:
        torch: Any = import_module("torch")
        self._torch, self._shape = torch, shape
        self._weights = torch.tensor(memory.weights, device="cuda", requires_grad=True)
        self._acting = torch.tensor(memory.acting, device="cuda")
        self._adam = torch.optim.Adam([self._weights], betas=(BETA1, BETA2), eps=EPSILON, fused=True)
        if memory.steps:
            self._adam.state[self._weights] = {
                "step": torch.tensor(float(memory.steps), device="cuda"),
                "exp_avg": torch.tensor(memory.mean, device="cuda"),
                "exp_avg_sq": torch.tensor(memory.square, device="cuda"),
            }
        self._steps = memory.steps

    def memory(self) -> Memory:
        state = self._adam.state[self._weights]
        parts = self._weights.detach(), self._acting, state["exp_avg"], state["exp_avg_sq"]
        return Memory._make([*[part.cpu().numpy() for part in parts], self._steps])

    def learn(self, lesson: Lesson, count: int, rate: float, rng: np.random.Generator) -> float:
        """Use every sample `VISITS` times, in random order; the mean loss."""
        torch = self._torch
        self._adam.param_groups[0]["lr"] = rate
        order = np.concatenate([rng.permutation(count) for _ in range(VISITS)])
        counts = lesson.counts[order].astype(np.int64)
        offsets = np.concatenate([[0], np.cumsum(counts)])
        numbers, begins = self._in_order(lesson, order, counts, offsets), self._card(offsets[:-1])
        target, losses = self._card(lesson.target)[self._card(order)], torch.zeros((), device="cuda")
        for begin in range(0, len(order), BATCH):
            end = min(begin + BATCH, len(order))
            bag = numbers[offsets[begin] : offsets[end]], begins[begin:end] - offsets[begin]
            losses += self._step(*bag, target[begin:end]) * (end - begin)
        return float(losses) / len(order)

    def _card(self, array: Any) -> Any:
        return self._torch.from_numpy(np.ascontiguousarray(array)).cuda()

    def _in_order(self, lesson: Lesson, order: Any, counts: Any, offsets: Any) -> Any:
        """The inputs of all samples in the order in which they are used, one after the other."""
        shift = self._card(lesson.begin[order] - offsets[:-1])
        places = shift.repeat_interleave(self._card(counts), output_size=int(offsets[-1]))
        places += self._torch.arange(int(offsets[-1]), device="cuda")
        return self._card(lesson.inputs)[places].long()

    def _step(self, numbers: Any, offsets: Any, target: Any) -> Any:
        torch = self._torch
        loss = -(target * torch.log_softmax(self._forward(numbers, offsets), 1)).sum(1).mean()
        self._adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([self._weights], CLIP)
        self._adam.step()
        with torch.no_grad():
            self._acting.lerp_(self._weights, FOLLOW)
        self._steps += 1
        return loss.detach()

    def _forward(self, numbers: Any, offsets: Any) -> Any:
        functions = self._torch.nn.functional
        first, first_bias, second, second_bias, last, last_bias = self._parts()
        sums = functions.embedding_bag(numbers, first, offsets, mode="sum") + first_bias
        hidden = sums.relu() @ second + second_bias
        return hidden.relu() @ last + last_bias

    def _parts(self) -> list[Any]:
        parts = self._weights.split([int(np.prod(size)) for size in self._shape.sizes])
        return [part.view(size) for part, size in zip(parts, self._shape.sizes, strict=True)]
