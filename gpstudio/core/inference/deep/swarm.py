"""Particles of hidden curves, and how they move without leaving the density that they are of.

The normal numbers behind a layer's values may be taken in any order of its inputs: those of the
rows that come last are what the others leave open of these. So a move takes a few rows that are
near one another among the values below, puts them last, and turns their numbers on an ellipse
(``slices.py``): a whole level part of a hidden curve jumps to another height, which small steps of
all numbers hardly ever do. Layers above are carried along by their numbers, or keep their values
and say how likely these still are; each is right, and what one cannot reach the other may. The
free numbers of kernels and noise move alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.drawing import Density
from gpstudio.core.inference.deep.many import LayerOfMany
from gpstudio.core.inference.deep.slices import Tried, slid
from gpstudio.core.task import Task

HELD = 0.5
"""The share of moves that keep the values above."""
OF_NUMBERS = 0.15
"""The share that move the free numbers, where there are any."""


@dataclass(eq=False)
class Swarm:
    density: Density
    random: np.random.Generator
    values: Floats
    """Of each hidden layer at the readings' inputs, (particles, layers, rows)."""
    offsets: Floats
    """Of the free numbers' coordinates from where they begin, (particles, numbers)."""
    heights: Floats
    """The log density of the readings, with what the prior adds to the normal of the offsets."""
    layers: tuple[LayerOfMany, ...]
    """With each particle's numbers, or one for all."""

    @classmethod
    def of(cls, density: Density, count: int, random: np.random.Generator, task: Task) -> Swarm:
        """As they are before any reading."""
        n, hidden = len(density.stack.inputs), density.stack.hidden
        offsets = random.standard_normal((count, len(density.start) if density.moves else 0))
        layers = density.layers(offsets)
        swarm = cls(density, random, np.zeros((count, hidden, n)), offsets, np.zeros(count), layers)
        drives = random.standard_normal((count, hidden, n))
        swarm.values = swarm._led(swarm.values, drives, 0, layers, task)
        swarm.heights = swarm._heights(swarm.values, density.beside(offsets), layers, task)
        return swarm

    @property
    def hidden(self) -> int:
        return int(self.values.shape[1])

    def picked(self, which: Integers) -> None:
        """These instead, any as often as it is named."""
        self.values, self.offsets = self.values[which], self.offsets[which]
        self.heights = self.heights[which]
        self.layers = _some(self.layers, which)

    def move(self, warmth: float, task: Task) -> None:
        """Where the heights count by ``warmth``."""
        if self.density.moves and (not self.hidden or self.random.random() < OF_NUMBERS):
            self._move_numbers(warmth, task)
        elif self.hidden:
            self._move_values(warmth, task)

    def drives(self, task: Task) -> Floats:
        """The normal numbers behind the values, in the readings' order."""
        return self._drives(0, task)

    def _move_values(self, warmth: float, task: Task) -> None:
        random, layers = self.random, self.layers
        hidden, n = self.values.shape[1:]
        layer = int(random.integers(hidden))
        size = int(math.exp(random.random() * math.log(n + 1)))  # 1 to n, few more often
        held = layer < hidden - 1 and random.random() < HELD
        below, swings = self._below(self.values, layer), self._swings(self.values, layer)
        order = self._nearest_last(below)
        own = layers[layer].told(
            np.take_along_axis(below, order, 1), np.take_along_axis(swings, order, 1), size, task
        )
        now, last = own.drives[:, n - size :], order[:, n - size :]
        above = None if held else self._drives(layer + 1, task)
        beside = self.density.beside(self.offsets)

        def told(drives: Floats, which: Integers) -> Tried:
            values = self.values[which]
            moved = np.einsum("pji,pj->pi", own.tails[which], drives - now[which])
            values[np.arange(len(which))[:, None], layer, last[which]] += moved
            some = _some(layers, which)
            if above is None:
                levels = self._likely(values, layer + 1, some, task)
                return Tried(levels, self.heights[which], values, self.offsets[which])
            values = self._led(values, above[which], layer + 1, some, task)
            heights = self._heights(values, beside[which], some, task)
            return Tried(warmth * heights, heights, values, self.offsets[which])

        levels = warmth * self.heights
        if held:
            levels = self._likely(self.values, layer + 1, layers, task)
        slid(now, levels, told, self._take, random, task)

    def _nearest_last(self, below: Floats) -> Integers:
        """Rows of each particle, those last that are nearest to one of them among values below."""
        many, n = below.shape
        centres = below[np.arange(many), self.random.integers(n, size=many)]
        return np.argsort(-np.abs(below - centres[:, None]), axis=1, kind="stable")

    def _move_numbers(self, warmth: float, task: Task) -> None:
        random = self.random
        moved = np.ones(self.offsets.shape[1], dtype=bool)
        if random.random() < HELD:
            moved = np.arange(len(moved)) == random.integers(len(moved))
        held = self.hidden > 0 and random.random() < HELD
        drives = None if held else self._drives(0, task)

        def told(numbers: Floats, which: Integers) -> Tried:
            offsets, values = self.offsets[which], self.values[which]
            offsets[:, moved] = numbers
            some = self.density.layers(offsets)
            if drives is not None:
                values = self._led(values, drives[which], 0, some, task)
            heights = self._heights(values, self.density.beside(offsets), some, task)
            levels = warmth * heights
            if held:
                levels = levels + self._all_likely(values, some, task)
            return Tried(levels, heights, values, offsets)

        levels = warmth * self.heights
        if held:
            levels = levels + self._all_likely(self.values, self.layers, task)
        slid(self.offsets[:, moved], levels, told, self._take, random, task)
        self.layers = self.density.layers(self.offsets)

    def _take(self, which: Integers, tried: Tried) -> None:
        self.values[which], self.heights[which] = tried.values, tried.heights
        self.offsets[which] = tried.offsets

    def _below(self, values: Floats, layer: int) -> Floats:
        """What a layer is a function of."""
        if layer:
            return values[:, layer - 1]
        inputs = self.density.stack.inputs[:, 0]
        return np.broadcast_to(inputs, (len(values), len(inputs)))

    def _swings(self, values: Floats, layer: int) -> Floats:
        """A hidden layer's values about what they swing about."""
        added = self.density.stack.added
        return values[:, layer] - self._below(values, layer) if added else values[:, layer]

    def _drives(self, first: int, task: Task) -> Floats:
        """Of all hidden layers from the ``first`` on; zeros before."""
        found = np.zeros(self.values.shape)
        for layer in range(first, self.hidden):
            below, swings = self._below(self.values, layer), self._swings(self.values, layer)
            found[:, layer] = self.layers[layer].told(below, swings, 0, task).drives
        return found

    def _led(
        self, values: Floats, drives: Floats, first: int, layers: Sequence[LayerOfMany], task: Task
    ) -> Floats:
        """With values of the layers from the ``first`` on as the drives have them."""
        values = values.copy()
        for layer in range(first, self.hidden):
            below = self._below(values, layer)
            swings = layers[layer].led(below, drives[:, layer], task)
            values[:, layer] = below + swings if self.density.stack.added else swings
        return values

    def _likely(
        self, values: Floats, layer: int, layers: Sequence[LayerOfMany], task: Task
    ) -> Floats:
        """How likely a hidden layer's values are over those below."""
        below, swings = self._below(values, layer), self._swings(values, layer)
        return layers[layer].told(below, swings, 0, task).heights

    def _all_likely(self, values: Floats, layers: Sequence[LayerOfMany], task: Task) -> Floats:
        each = [self._likely(values, layer, layers, task) for layer in range(self.hidden)]
        return np.asarray(np.sum(each, axis=0))

    def _heights(
        self, values: Floats, beside: Floats, layers: Sequence[LayerOfMany], task: Task
    ) -> Floats:
        """With what stands ``beside`` how likely readings are."""
        below = self._below(values, self.hidden)
        readings = np.broadcast_to(self.density.stack.readings, below.shape)
        return layers[-1].told(below, readings, 0, task).heights + beside


def _some(layers: Sequence[LayerOfMany], which: Integers) -> tuple[LayerOfMany, ...]:
    return tuple(one.some(which) for one in layers)
