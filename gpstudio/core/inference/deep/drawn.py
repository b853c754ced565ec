"""The curve at new inputs: drawn hidden curves carried on to them, the last layer over these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.paths import root_of_covariance
from gpstudio.core.inference.deep.slopes import Seen
from gpstudio.core.inference.deep.stack import Layered, Stack
from gpstudio.core.task import Task


@dataclass(frozen=True, eq=False)
class Draws:
    """Paths: each drawn hidden curve is one."""

    stacks: tuple[Stack, ...]
    """With each draw's numbers."""
    drawn: tuple[Layered, ...]
    open: Floats
    """Normal numbers for what a draw leaves open between readings, (draws, hidden layers)."""

    @classmethod
    def of(cls, pairs: Sequence[tuple[Stack, Layered]], seed: int) -> Draws:
        random = np.random.default_rng([seed, 41])
        stacks, drawn = zip(*pairs, strict=True)
        return cls(stacks, drawn, random.standard_normal((len(drawn), stacks[0].hidden)))

    @property
    def count(self) -> int:
        return len(self.drawn)

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        means, variances = np.empty((2, self.count, len(inputs), 1))
        for place, (stack, drawn) in enumerate(zip(self.stacks, self.drawn, strict=True)):
            task.check()
            here = inputs
            for layer in range(stack.hidden):
                mean, half = _carried(stack, drawn, layer, here)
                rest = stack.kernels[layer].diagonal(here) - np.einsum("mi,mi->i", half, half)
                open_ = self.open[place, layer] * np.sqrt(np.maximum(rest, 0.0))
                here = stack.led(here, (mean + open_)[:, None])
            mean, half = _last(stack, drawn, here)
            known = np.einsum("mi,mi->i", half, half)
            own = stack.kernels[-1].diagonal(here) + stack.level
            means[place, :, 0], variances[place, :, 0] = mean, np.maximum(own - known, 0.0)
        return means, variances

    def slopes(self, inputs: Floats, seed: int, task: Task) -> tuple[Floats, Floats]:
        means, variances = np.empty((2, self.count, len(inputs)))
        leans = np.random.default_rng([seed, 73]).standard_normal(self.open.shape)
        for place, (stack, drawn) in enumerate(zip(self.stacks, self.drawn, strict=True)):
            task.check()
            here, slope = inputs, np.ones(len(inputs))
            for layer in range(stack.hidden):
                halved = partial(np.linalg.solve, drawn.lowers[layer])
                seen = Seen.of(stack.kernels[layer], drawn.values[layer], halved, 0.0, here)
                lean = leans[place, layer]
                values, rise = seen.drawn(drawn.drives[layer], self.open[place, layer], lean)
                here = stack.led(here, values[:, None])
                slope = slope * (rise + 1.0 if stack.added else rise)
            lower, solved = drawn.top
            halved = partial(np.linalg.solve, lower)
            seen = Seen.of(stack.kernels[-1], drawn.values[-1], halved, stack.level, here)
            means[place] = slope * (solved @ (lower @ seen.slopes))
            variances[place] = slope**2 * np.maximum(seen.rest_of_slope, 0.0)
        return means, variances

    def together(
        self, path: int, inputs: Floats, random: np.random.Generator, task: Task
    ) -> tuple[list[Floats], Floats, Floats]:
        stack, drawn = self.stacks[path], self.drawn[path]
        below = [inputs]
        for layer in range(stack.hidden):
            task.check()
            here = below[-1]
            mean, half = _carried(stack, drawn, layer, here)
            root = root_of_covariance(stack.kernels[layer].block(here, here) - half.T @ half)
            swing = mean + root @ random.standard_normal(len(here))
            below.append(stack.led(here, swing[:, None]))
        mean, half = _last(stack, drawn, below[-1])
        own = stack.kernels[-1].block(below[-1], below[-1]) + stack.level
        return below, mean, own - half.T @ half


def _carried(stack: Stack, drawn: Layered, layer: int, here: Floats) -> tuple[Floats, Floats]:
    """A hidden curve's mean given the drawn one, and what that knows of it."""
    between = stack.kernels[layer].block(drawn.values[layer], here)
    half = np.asarray(np.linalg.solve(drawn.lowers[layer], between))
    return half.T @ drawn.drives[layer], half


def _last(stack: Stack, drawn: Layered, here: Floats) -> tuple[Floats, Floats]:
    lower, solved = drawn.top
    between = stack.kernels[-1].block(drawn.values[-1], here) + stack.level
    return between.T @ solved, np.asarray(np.linalg.solve(lower, between))
