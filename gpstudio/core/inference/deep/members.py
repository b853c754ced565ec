"""What a deep model's posterior is averaged over: paths through its layers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.numbers import LayerNumbers
from gpstudio.core.inference.deep.paths import Paths, root_of_covariance
from gpstudio.core.inference.deep.tellers import OfReadings
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, foretold_about
from gpstudio.core.inference.members import DrawsPlan, Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

MOST_TOGETHER = 4_000
"""Inputs of one joint draw: every path takes matrices of all their pairs."""
ALMOST = 0.999
"""A reading never is more than this of what is known of the curve at its place."""


class DeepMembers(Members):
    """``kept`` is what ``Learned`` holds of the layers."""

    draws_at_once: ClassVar[bool] = True

    def __init__(
        self,
        plan: Plan,
        readings: Readings,
        learnt: Learnt,
        layer_numbers: LayerNumbers,
        paths: Paths,
        kept: Floats,
    ) -> None:
        super().__init__(plan, readings, learnt)
        self.paths, self._layer_numbers, self._kept_layers = paths, layer_numbers, kept
        if learnt.points is None:
            self.points = np.tile(learnt.logs, (paths.count, 1))
            self.weights = np.full(paths.count, 1.0 / paths.count)

    @cached_property
    def numbers(self) -> Floats:
        if self.learnt.points is None:
            return np.tile(np.array(self.at_mode[1]), (len(self.points), 1))
        return np.array([self._at(point)[1] for point in self.points])

    @cached_property
    def at_mode(self) -> tuple[Kernel, Numbers]:
        return self._at(self.learnt.logs)

    def _at(self, coordinates: Floats) -> tuple[Kernel, Numbers]:
        settings, of_likelihood = self._layer_numbers.at(coordinates)
        kernel = self.plan.kernel.with_settings(settings)
        return kernel, tuple(setting.number for setting in of_likelihood)

    @property
    def at_bounds(self) -> tuple[str, ...]:
        return ()

    @property
    def is_one_normal(self) -> bool:
        """Even of one layer its draws are had here."""
        return False

    @property
    def settled(self) -> tuple[Floats | None, Floats | None]:
        return None, self._kept_layers

    @property
    def remarks(self) -> tuple[str, ...]:
        return ()

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        means, variances = self.paths.curves(inputs, task)
        return means[:, :, 0] + self.readings.centre, variances[:, :, 0]

    def joint(self, place: int, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        _few_enough(len(inputs))
        random = np.random.default_rng([self.plan.seed, 61, place])
        _, mean, covariance = self.paths.together(place, inputs, random, task)
        return mean + self.readings.centre, covariance

    def drawn(self, inputs: Floats, counts: Sequence[int], seed: int, task: Task) -> Floats:
        _few_enough(len(inputs))
        found = [
            self._drawn_by(place, inputs, count, [seed, 67, place], task)
            for place, count in enumerate(counts)
            if count
        ]
        return np.concatenate(found, axis=1)

    def drawn_in(self, windows: Sequence[Floats], plan: DrawsPlan) -> list[Floats]:
        whole = int(plan.edges[-1])
        drawn = []
        for number, window in enumerate(windows):
            _few_enough(len(window))
            curves = np.empty((len(window), whole))
            for place, (first, last) in enumerate(pairwise(plan.edges)):
                if last > first:
                    seed, count = [plan.seed, 71, number, place], int(last - first)
                    own = self._drawn_by(place, window[:, None], count, seed, QUIET)
                    curves[:, first:last] = own
            drawn.append(curves)
        return drawn

    def _drawn_by(
        self, place: int, inputs: Floats, count: int, seed: list[int], task: Task
    ) -> Floats:
        """By one path; its hidden values are drawn once."""
        random = np.random.default_rng(seed)
        _, mean, covariance = self.paths.together(place, inputs, random, task)
        swing = root_of_covariance(covariance) @ random.standard_normal((len(inputs), count))
        return np.asarray(mean[:, None] + self.readings.centre + swing)

    def left_out(self, task: Task) -> LeftOut:
        """A reading is taken out of the last layer of every path; hidden curves stay as all of them
        say, which is a little too much."""
        readings, likelihood = self.readings, self.plan.likelihood
        here = readings.here
        means, variances = (one[:, here] for one in self.curves(readings.places, task))
        tellers = OfReadings.of(likelihood, readings)
        for place, own in enumerate(self.numbers):
            task.check()
            settings = tuple(s.at(x) for s, x in zip(tellers.settings, own.tolist(), strict=True))
            said = tellers.with_settings(settings)
            level = means[place] - readings.centre
            told = said.told(slice(None), level[:, None], variances[place][:, None])
            pull, firm = told.pull[:, 0], -2.0 * told.bend[:, 0]
            lost = 1.0 - np.minimum(firm * variances[place], ALMOST)
            variances[place] /= lost
            means[place] -= variances[place] * pull
        mean = self.weights @ means
        spread = self.weights @ (variances + (means - mean) ** 2)
        whole = np.full((2, len(here)), np.nan)
        whole[:, here] = mean, spread
        return foretold_about(likelihood, self.at_mode[1], readings, *whole)

    def derivatives(self, inputs: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        kernel = self.plan.kernel
        assert isinstance(kernel, Deep)
        if order != 1 or kernel.carried == "beside" or max(kernel.widths(1)) > 1:
            raise InputError(
                tr(
                    "Of a deep curve the first derivative is known, where each layer is one curve "
                    "without the inputs beside it: take differences of its draws."
                )
            )
        return self.paths.slopes(inputs, self.plan.seed, task)

    def trended(self, place: int, task: Task) -> Trended:
        raise InputError(
            tr("A deep model has no single solution of its equations: ask for means and draws.")
        )

    def mode(self) -> Trended:
        return self.trended(0, QUIET)


def _few_enough(inputs: int) -> None:
    if inputs > MOST_TOGETHER:
        raise InputError(
            tr(
                "A deep curve is drawn at up to {most:,} inputs together, here are {n:,}: ask for "
                "fewer at a time.",
                most=MOST_TOGETHER,
                n=inputs,
            )
        )
