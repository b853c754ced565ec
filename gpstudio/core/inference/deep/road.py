"""The road of a plan whose kernel is of layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.members import DeepMembers
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.deep.paths import Through
from gpstudio.core.inference.deep.tellers import OfReadings
from gpstudio.core.inference.deep.walk import Begun, Walked, walked
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.problem import scales_of, silent_remarks
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Fitted, Settled
from gpstudio.core.inference.sparse.basis import InducingInputs
from gpstudio.core.inference.sparse.bound import Tellers
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import Rooted, root_of
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.climbs import MOST_HEIGHTS, Climbs
from gpstudio.core.learning.learner import Learnt, flat
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

PATHS = 100
"""Through the layers, that predictions are averaged over."""


class Layered:
    def suits(self, plan: Plan, readings: Readings) -> bool:
        return "layers" in plan.kernel.offers

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        model = Model.of(plan, readings)
        found = walked(model.begun(task), task)
        learnt = Learnt(
            found.coordinates,
            found.steps,
            design=tr("{paths} paths through the layers", paths=_paths(model.kernel)),
        )
        members = self._members(model, learnt, found.net)
        remarks = (tr("the log evidence is a lower bound of it"), *model.remarks)
        return Fitted(
            members, np.zeros(plan.mean.trends(readings.inputs[:1]).shape[1]), found.bound,
            SolveNotes(iterations=found.steps, evidence_error=2.0 * found.error), remarks,
            climbs=_climbs(found),
        )  # fmt: skip

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        model, kept = Model.of(plan, readings), settled[1]
        assert kept is not None
        return self._members(model, learnt, model.unpacked(learnt.logs, kept))

    def _members(self, model: Model, learnt: Learnt, net: Net) -> Members:
        plan = model.plan
        paths = Through.of(net, _paths(model.kernel), plan.seed)
        return DeepMembers(plan, model.readings, learnt, model.numbers, paths, packed(net))


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


def _paths(kernel: Deep) -> int:
    return PATHS if len(kernel.parts) > 1 else 1


def _noise(plan: Plan, of_likelihood: list) -> float:  # type: ignore[type-arg]
    numbers = tuple(setting.number for setting in of_likelihood)
    noise = plan.likelihood.noise(numbers)
    return noise if np.isfinite(noise) else 1.0


def _climbs(found: Walked) -> Climbs:
    heights = found.heights
    some = np.linspace(0, len(heights) - 1, min(len(heights), MOST_HEIGHTS)).round().astype(int)
    taken = tuple(float(height) for height in heights[some]) if len(heights) else ()
    return Climbs(tr("bound on the log evidence"), (taken,), max(len(found.scouted), 1))
