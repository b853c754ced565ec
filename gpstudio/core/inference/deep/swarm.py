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
from functools import partial

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
SIZES = 3
"""Sizes of rows that move about one centre, one after the other: growing, so that what belongs to
all other rows stands for each of them."""
MOST_STANDING = 1_000_000
"""Numbers of matrices that stand while some particles move: 8 MB, which a cache may hold."""


@dataclass(eq=False)
class Swarm:
    density: Density
    random: np.random.Generator
    values: Floats
    """Of each hidden layer at the readings' inputs, (particles, layers, rows)."""
    offsets: Floats
    """Of the free numbers' coordinates from where they begin, (particles, numbers)."""
    beside: Floats
    """What the prior of each layer's numbers adds to the normal of the offsets."""
    heights: Floats
    """The log density of the readings, with all that stands beside."""
    layers: tuple[LayerOfMany, ...]
    """With each particle's numbers, or one for all."""

    @classmethod
    def of(cls, density: Density, count: int, random: np.random.Generator, task: Task) -> Swarm:
        """As they are before any reading."""
        n, hidden = len(density.stack.inputs), density.stack.hidden
        offsets = random.standard_normal((count, len(density.start) if density.moves else 0))
        beside = np.column_stack([density.beside(one, offsets) for one in range(hidden + 1)])
        values, heights = np.zeros((count, hidden, n)), np.zeros(count)
        swarm = cls(density, random, values, offsets, beside, heights, density.layers(offsets))
        drives = random.standard_normal((count, hidden, n))
        swarm.values = swarm._led(values, drives, 0, swarm.layers, task)
        swarm.heights = swarm._heights(swarm.values, beside, swarm.layers[-1], task)
        return swarm

    @property
    def hidden(self) -> int:
        return int(self.values.shape[1])

    def some(self, which: Integers) -> Swarm:
        """These, any as often as it is named."""
        return Swarm(
            self.density, self.random, self.values[which], self.offsets[which],
            self.beside[which], self.heights[which], _some(self.layers, which),
        )  # fmt: skip

    def move(self, moves: int, warmth: float, task: Task) -> None:
        """So often, or hardly more, where the heights count by ``warmth``."""
        for _ in range(0, moves, SIZES):
            self._move(warmth, task)

    def _move(self, warmth: float, task: Task) -> None:
        if self.density.moves and (not self.hidden or self.random.random() < OF_NUMBERS):
            for _ in range(SIZES):
                self._move_numbers(warmth, task)
        elif self.hidden:
            many, layers, n = self.values.shape
            size = max(MOST_STANDING // ((layers + 1) * n**2), 1)
            for first in range(0, many, size):
                which = np.arange(first, min(first + size, many))
                some = self.some(which)
                some._move_values(warmth, task)
                self.values[which], self.heights[which] = some.values, some.heights

    def drives(self, task: Task) -> Floats:
        """The normal numbers behind the values, in the readings' order."""
        return self._drives(0, task)

    def _move_values(self, warmth: float, task: Task) -> None:
        random, layers, hidden = self.random, self.layers, self.hidden
        layer, n = int(random.integers(hidden)), self.values.shape[2]
        sizes = np.exp(random.random(SIZES) * math.log(n + 1)).astype(int)  # few rows more often
        firsts, held = n - np.unique(sizes), layer < hidden - 1 and random.random() < HELD
        order = self._nearest_last(self._below(self.values, layer))
        values = np.take_along_axis(self.values, order[:, None], 2)
        stands = [
            layers[place].in_order(order).standing(
                self._below(values, place, order), self._swings(values, place, order), task
            )
            for place in range(layer, layer + 2 if held else hidden + 1)
        ]  # fmt: skip
        own, above = stands[0], stands[1:]
        drives, beside = own.told.drives, self.beside.sum(axis=1)
        levels = above[0].told.heights if held else warmth * self.heights

        def told(tried: Floats, which: Integers, first: int) -> Tried:
            moved, offsets, rows = values[which], self.offsets[which], order[which]
            further = tried - drives[which, first:]
            moved[:, layer, first:] += np.einsum("pji,pj->pi", own.tails(which, first), further)
            for place, stand in enumerate(above, layer + 1):
                below = self._below(moved, place, rows)
                if held or place == hidden:
                    swings = self._swings(moved, place, rows)
                    heights = stand.heights(which, below, swings, first, task)
                else:
                    swings = stand.led(which, below, first, task)
                    moved[:, place] = below + swings if self.density.stack.added else swings
            if held:
                return Tried(heights, self.heights[which], moved, offsets, tried)
            heights = heights + beside[which]
            return Tried(warmth * heights, heights, moved, offsets, tried)

        def take(which: Integers, tried: Tried, first: int) -> None:
            values[which], self.heights[which] = tried.values, tried.heights
            levels[which], drives[which, first:] = tried.levels, tried.normals

        for first in firsts:
            slid(
                drives[:, first:], levels, partial(told, first=first), partial(take, first=first),
                random, task,
            )  # fmt: skip
        np.put_along_axis(self.values, order[:, None], values, 2)

    def _nearest_last(self, below: Floats) -> Integers:
        """Rows of each particle, those last that are nearest to one of them among values below."""
        many, n = below.shape
        centres = below[np.arange(many), self.random.integers(n, size=many)]
        return np.argsort(-np.abs(below - centres[:, None]), axis=1, kind="stable")

    def _move_numbers(self, warmth: float, task: Task) -> None:
        """Of one layer, all of them or one."""
        random, density, top = self.random, self.density, self.hidden
        parts = [np.arange(part.start, part.stop) for part in density.numbers.slices]
        place = int(random.choice([layer for layer, part in enumerate(parts) if len(part)]))
        part = parts[place]
        moved = part if random.random() < HELD else part[[random.integers(len(part))]]
        held = place < top and random.random() < HELD
        drives = None if held or place == top else self._drives(place, task)

        def told(numbers: Floats, which: Integers) -> Tried:
            offsets, values = self.offsets[which], self.values[which]
            offsets[:, moved] = numbers
            own = density.layer(place, offsets)
            beside = self.beside[which]
            beside[:, place] = density.beside(place, offsets)
            if held:
                gained = beside[:, place] - self.beside[which, place]
                heights = self.heights[which] + gained
                likely = self._likely(values, place, own, task)
                return Tried(warmth * heights + likely, heights, values, offsets, numbers)
            layers = list(_some(self.layers, which))
            layers[place] = own
            if drives is not None:
                values = self._led(values, drives[which], place, layers, task)
            heights = self._heights(values, beside, layers[-1], task)
            return Tried(warmth * heights, heights, values, offsets, numbers)

        def take(which: Integers, tried: Tried) -> None:
            self.values[which], self.heights[which] = tried.values, tried.heights
            self.offsets[which] = tried.offsets

        levels = warmth * self.heights
        if held:
            levels = levels + self._likely(self.values, place, self.layers[place], task)
        slid(self.offsets[:, moved], levels, told, take, random, task)
        self.beside[:, place] = density.beside(place, self.offsets)
        layers = list(self.layers)
        layers[place] = density.layer(place, self.offsets)
        self.layers = tuple(layers)

    def _below(self, values: Floats, layer: int, order: Integers | None = None) -> Floats:
        """What a layer is a function of; rows may stand in an order of each particle."""
        if layer:
            return values[:, layer - 1]
        return _in_order(self.density.stack.inputs[:, 0], len(values), order)

    def _swings(self, values: Floats, layer: int, order: Integers | None = None) -> Floats:
        """A hidden layer's values about what they swing about; the readings over the last."""
        if layer == self.hidden:
            return _in_order(self.density.stack.readings, len(values), order)
        if not self.density.stack.added:
            return values[:, layer]
        return values[:, layer] - self._below(values, layer, order)

    def _drives(self, first: int, task: Task) -> Floats:
        """Of all hidden layers from the ``first`` on; zeros before."""
        found = np.zeros(self.values.shape)
        for layer in range(first, self.hidden):
            below, swings = self._below(self.values, layer), self._swings(self.values, layer)
            found[:, layer] = self.layers[layer].told(below, swings, task).drives
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

    def _likely(self, values: Floats, layer: int, own: LayerOfMany, task: Task) -> Floats:
        """How likely a layer's values are over those below."""
        return own.told(self._below(values, layer), self._swings(values, layer), task).heights

    def _heights(self, values: Floats, beside: Floats, last: LayerOfMany, task: Task) -> Floats:
        """With all that stands ``beside`` how likely readings are."""
        likely = self._likely(values, self.hidden, last, task)
        return np.asarray(likely + beside.sum(axis=1))


def _some(layers: Sequence[LayerOfMany], which: Integers) -> tuple[LayerOfMany, ...]:
    return tuple(one.some(which) for one in layers)


def _in_order(row: Floats, many: int, order: Integers | None) -> Floats:
    """As many rows of it."""
    return np.broadcast_to(row, (many, len(row))) if order is None else row[order]
