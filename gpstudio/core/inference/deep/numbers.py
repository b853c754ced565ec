"""The numbers of layers, each measured by what its layer is a function of and leads to.

The last layer's stand beside the likelihood's: what is held likely of noise beside the curve is
held there as everywhere. A hidden curve that swings about the inputs is begun at a share of their
spread; one about zero is of size one, and the next layer's lengths are measured by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.free_numbers import FreeNumbers
from gpstudio.core.learning.learner import Evaluate
from gpstudio.core.learning.starts import Scales
from gpstudio.core.spec import Parameter, Setting

SWING = 0.3
"""Of a hidden curve about the inputs, as a share of their standard deviation."""


@dataclass(frozen=True, eq=False)
class Ways:
    """Where rows lie on their way through layers that bend nothing yet."""

    below: tuple[Floats, ...]
    """What each layer is a function of."""
    onwards: tuple[Floats | None, ...]
    """W of each hidden layer: the inputs, or where a layer is narrower their components that vary
    most, or where it is wider, beside them zeros; none where nothing is added."""
    wanted: tuple[Floats, ...]
    """What each hidden layer's curves are begun at, beside W."""

    @classmethod
    def of(cls, kernel: Deep, inputs: Floats) -> Ways:
        below, onwards, wanted = [inputs], list[Floats | None](), list[Floats]()
        for width in kernel.widths(inputs.shape[1])[:-1]:
            here = below[-1]
            plain = here[:, : here.shape[1] - inputs.shape[1]] if _beside(kernel, below) else here
            if kernel.carried == "added":
                onwards.append(_onwards(plain, width))
                wanted.append(np.zeros((len(here), width)))
                below.append(plain @ _onwards(plain, width))
                continue
            begun = _standard(plain @ _onwards(plain, width))
            onwards.append(None)
            wanted.append(begun)
            beside = kernel.carried == "beside"
            below.append(np.column_stack([begun, inputs]) if beside else begun)
        return cls(tuple(below), tuple(onwards), tuple(wanted))


def _beside(kernel: Deep, below: Sequence[Floats]) -> bool:
    return kernel.carried == "beside" and len(below) > 1


def _onwards(values: Floats, width: int) -> Floats:
    have = values.shape[1]
    if width >= have:
        return np.eye(have, width)
    _, _, turned = np.linalg.svd(values - values.mean(axis=0), full_matrices=False)
    return np.ascontiguousarray(turned[:width].T)


def _standard(values: Floats) -> Floats:
    spread = values.std(axis=0)
    return np.asarray((values - values.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0))


class LayerNumbers:
    """Those of all kernels and of the likelihood, in a row."""

    def __init__(
        self,
        kernel: Deep,
        of_likelihood: Sequence[tuple[Parameter, Setting]],
        ways: Ways,
        last: Scales,
    ) -> None:
        edges = [0, *accumulate(len(part.settings) for part in kernel.parts)]
        settings, each = kernel.settings, []
        for place, (start, end) in enumerate(pairwise(edges)):
            own = list(settings[start:end])
            if place == len(kernel.parts) - 1:
                each.append(FreeNumbers([*own, *of_likelihood], _over(last, ways.below[place])))
            else:
                each.append(FreeNumbers(own, _hidden_scales(kernel, ways, place)))
        self.each = tuple(each)
        self._of_likelihood = len(of_likelihood)

    @cached_property
    def _edges(self) -> list[int]:
        return [0, *accumulate(len(one.places) for one in self.each)]

    @property
    def count(self) -> int:
        return self._edges[-1]

    @property
    def slices(self) -> tuple[slice, ...]:
        """Where each layer's coordinates stand; the likelihood's are the last layer's."""
        return tuple(slice(first, last) for first, last in pairwise(self._edges))

    def of_layer(self, place: int, part: Floats) -> tuple[list[Setting], list[Setting]]:
        """``at``, of a layer alone, from its own coordinates."""
        found = self.each[place].at(part)
        edge = len(found) - (self._of_likelihood if place == len(self.each) - 1 else 0)
        return found[:edge], found[edge:]

    def start(self, attempt: int) -> Floats:
        starts = [one.starts() for one in self.each]
        # one layer after the other takes another start
        turns = [attempt // (1 + place) for place in range(len(starts))][::-1]
        picked = [own[turn % len(own)] for own, turn in zip(starts, turns, strict=True)]
        return np.concatenate([np.asarray(one, dtype=float) for one in picked])

    @property
    def span(self) -> tuple[Floats, Floats]:
        spans = [one.span for one in self.each]
        return np.concatenate([low for low, _ in spans]), np.concatenate([up for _, up in spans])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for one in self.each for name in one.names)

    def at(self, coordinates: Floats) -> tuple[list[Setting], list[Setting]]:
        """The kernels' settings, and the likelihood's."""
        parts = np.split(coordinates, self._edges[1:-1])
        found = [s for one, part in zip(self.each, parts, strict=True) for s in one.at(part)]
        edge = len(found) - self._of_likelihood
        return found[:edge], found[edge:]

    @property
    def free(self) -> tuple[list[int], ...]:
        """Which of each layer's own settings are learnt; of the last, the kernel's alone."""
        last = len(self.each[-1].settings) - self._of_likelihood
        *hidden, end = (one.places for one in self.each)
        return (*hidden, [place for place in end if place < last])

    def prior(self, coordinates: Floats) -> tuple[float, Floats]:
        return self._summed([one.prior for one in self.each], coordinates)

    def written_prior(self, coordinates: Floats) -> tuple[float, Floats]:
        return self._summed([one.written_prior for one in self.each], coordinates)

    def _summed(self, priors: Sequence[Evaluate], coordinates: Floats) -> tuple[float, Floats]:
        parts = np.split(coordinates, self._edges[1:-1])
        found = [prior(part) for prior, part in zip(priors, parts, strict=True)]
        return sum(value for value, _ in found), np.concatenate([slope for _, slope in found])


def _hidden_scales(kernel: Deep, ways: Ways, place: int) -> Scales:
    below = ways.below[place]
    if kernel.carried == "added":
        above = ways.below[place + 1]
        swings = SWING * (above - above.mean(axis=0))
        size = float(np.sqrt(np.mean(swings**2))) or 1.0
    else:
        size = 1.0
    values = size * np.resize([1.0, -1.0], len(below))
    return Scales.of(below, values, swing=size, known=True)


def _over(scales: Scales, below: Floats) -> Scales:
    """The readings' own, over what the last layer is a function of."""
    found = Scales.of(below, scales.values)
    return replace(scales, range=found.range, extents=found.extents, inputs=below)
