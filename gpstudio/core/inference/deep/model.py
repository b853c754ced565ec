"""A plan of layers on its readings, and what is begun with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.begun import Begun
from gpstudio.core.inference.deep.choosing import DRAWN
from gpstudio.core.inference.deep.drawing import Density
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.deep.stack import Stack
from gpstudio.core.inference.deep.tellers import OfReadings
from gpstudio.core.inference.problem import scales_of, silent_remarks
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.sparse.basis import InducingInputs
from gpstudio.core.inference.sparse.bound import Tellers
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import Rooted, root_of
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import flat
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Model:
    """A plan on its readings."""

    plan: Plan
    kernel: Deep
    readings: Readings
    numbers: LayerNumbers
    ways: Ways
    level: float
    """The variance of what the curve swings about."""
    silent: bool

    @classmethod
    def of(cls, plan: Plan, readings: Readings) -> Model:
        kernel = plan.kernel
        assert isinstance(kernel, Deep)
        inputs = readings.places[readings.here]
        if readings.outputs.any():
            raise InputError(tr("A deep model takes readings of one output."))
        if not (inputs != inputs[:1]).any():
            raise InputError(
                tr("All readings are at one place: there is no curve that layers could bend.")
            )
        scales = scales_of(plan.likelihood, readings)
        if plan.approximation.spec.name == DRAWN:
            # what is drawn from wants a prior for the size too
            scales = replace(scales, known=True)
        ways = Ways.of(kernel, inputs)
        numbers = LayerNumbers(kernel, plan.likelihood.settings, ways, scales)
        flat_mean = plan.mean.trends(readings.inputs[:1]).shape[1] > 0
        level = scales.variance if flat_mean else 0.0
        return cls(plan, kernel, readings, numbers, ways, level, scales.silent)

    @property
    def remarks(self) -> tuple[str, ...]:
        return silent_remarks() if self.silent and self.plan.learner.moves else ()

    def begun(self, task: Task) -> Begun:
        plan, kernel, numbers = self.plan, self.kernel, self.numbers
        inputs = self.ways.below[0]
        start = numbers.start(0)
        settings, of_likelihood = numbers.at(start)
        first = kernel.with_settings(settings).parts[0]
        moves = plan.learner.moves and not self.silent
        ground = Ground(first, inputs, self.readings.usual_noise * _noise(plan, of_likelihood),
                        plan.seed)  # fmt: skip
        approximation = plan.approximation.prepared(ground, task)
        places = approximation.kept()
        assert places is not None
        prior = plan.learner.beside(numbers.prior, numbers.written_prior) or flat
        free_noise = any(
            parameter.role == "noise" and not setting.held
            for parameter, setting in plan.likelihood.settings
        )
        return Begun(
            kernel, inputs, self._tellers(start), numbers, self.ways, places, self.level,
            prior if moves else flat, moves, plan.approximation.learns, moves and free_noise,
            plan.seed, plan.learner.restarts if moves else 0,
        )  # fmt: skip

    def density(self) -> Density:
        """Of hidden curves, and of the numbers where these are learnt."""
        plan, kernel, numbers = self.plan, self.kernel, self.numbers
        readings, here = self.readings, self.readings.here
        start = numbers.start(0)
        settings, of_likelihood = numbers.at(start)
        stack = Stack(
            kernel.with_settings(settings).parts, self.ways.below[0], readings.values[here],
            of_likelihood[0].number, readings.relative_noise[here], self.level,
            kernel.carried == "added",
        )  # fmt: skip
        moves = plan.learner.moves and not self.silent and len(start) > 0
        return Density(kernel, stack, numbers, start, moves)

    def _tellers(self, coordinates: Floats) -> Tellers:
        tellers = OfReadings.of(self.plan.likelihood, self.readings)
        return tellers.with_settings(tuple(self.numbers.at(coordinates)[1]))

    def unpacked(self, coordinates: Floats, kept: Floats) -> Net:
        """The layers from what ``packed`` made of them."""
        kernel, dimensions = self.kernel, self.ways.below[0].shape[1]
        parts = kernel.with_settings(self.numbers.at(coordinates)[0]).parts
        points, rest = int(kept[0]), kept[1:]

        def take(count: int) -> Floats:
            nonlocal rest
            found, rest = rest[:count], rest[count:]
            return found

        layers = []
        widths, seen = kernel.widths(dimensions), kernel.seen(dimensions)
        for place, (part, width, inputs) in enumerate(zip(parts, widths, seen, strict=True)):
            level = self.level if place == len(parts) - 1 else 0.0
            where = take(points * inputs).reshape(points, inputs).copy()
            basis = InducingInputs.of(part, where, level, QUIET)
            beliefs = []
            for _ in range(width):
                mean, root = take(points).copy(), np.zeros((points, points))
                root[np.tril_indices(points)] = take(points * (points + 1) // 2)
                beliefs.append(Rooted.of(mean, root))
            layers.append(Layer((basis,), tuple(beliefs)))
        return Net(tuple(layers), self.ways.onwards, kernel.carried == "beside")


def packed(net: Net) -> Floats:
    """Places and beliefs of all layers as one row of numbers, how many points there are first."""
    found = [np.array([float(net.layers[0].bases[0].size)])]
    for layer in net.layers:
        (basis,) = layer.bases
        assert isinstance(basis, InducingInputs)
        found.append(basis.places.ravel())
        for belief in layer.beliefs:
            root = root_of(belief)
            found += [belief.mean, root[np.tril_indices(len(root))]]
    return np.concatenate(found)


def _noise(plan: Plan, of_likelihood: Sequence[Setting]) -> float:
    noise = plan.likelihood.noise(tuple(setting.number for setting in of_likelihood))
    return noise if np.isfinite(noise) else 1.0
