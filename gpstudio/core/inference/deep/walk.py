"""Layers learnt together: a bound climbed by steps that each draw hidden values anew.

The bound is that of Salimbeni & Deisenroth (2017): what readings say of the last layer, averaged
over values drawn through the hidden ones, less how far beliefs went from what was held beforehand.
Each step takes some rows and draws. The last belief takes a natural step, whose end Gaussian
readings know at once; hidden beliefs, numbers and places one by Adam (Kingma & Ba 2015), whose
lengths shrink over the second half. What is averaged over the last steps (Polyak & Juditsky 1992)
is kept, with the last belief that is best for it.

In the beginning the noise is held low: where it may grow before hidden layers have bent anything,
it takes what they were to explain, and they never do. Several starts go a share of the way; the
highest goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep.net import Net, Pulls, Way
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.deep.tellers import Repeated
from gpstudio.core.inference.sparse.basis import InducingInputs
from gpstudio.core.inference.sparse.belief import Asked, Belief
from gpstudio.core.inference.sparse.bound import Tellers, Told, settled
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import Rooted
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import Evaluate
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

ROWS = 1_000
"""Looked at in a step, draws of the same row counted; of many rows so many of them, drawn once."""
MOST_DRAWS = 3
STEPS, MOST_STEPS, PASSES = 2_000, 4_000, 100
"""Of few rows; of many about so many passes over them, and no more than so many steps."""
LENGTH, LAST, SHRINKING = 0.03, 0.03, 0.5
"""Of a step, in the logarithm of a number, as a share of the spread of an input, or in deviations
of an inducing number; by what it has shrunk in the end, and the share of steps after which it
begins to."""
AVERAGED = 0.1
FIRST, SECOND, TINY = 0.9, 0.99, 1e-12
SHARE = 0.1
"""Of the way to what some rows and draws ask that the last belief goes."""
WARM = 0.25
"""The share of steps during which the noise is held."""
QUIET_NOISE = 0.2
"""That noise, as a share of where learning would begin with it."""
SCOUTED = 0.4
"""The share of steps that every start goes."""
CERTAIN = 0.03
"""How far hidden curves are uncertain in the beginning, in deviations of an inducing number."""
SETTLING_DRAWS, JUDGING_DRAWS = 10, 20
MANY_ROWS = 20_000
"""Rows with draws that are settled and judged, or hardly more."""


@dataclass(frozen=True, eq=False)
class Begun:
    """What is to be learnt from, and how."""

    kernel: Deep
    inputs: Floats
    tellers: Tellers
    numbers: LayerNumbers
    ways: Ways
    places: Floats
    """Z of the first layer; those of the others are where these come."""
    level: float
    """The variance of what the curve swings about."""
    prior: Evaluate
    moves: bool
    places_move: bool
    warms: bool
    """Whether there is a noise to hold low in the beginning."""
    seed: int
    restarts: int = 0
    steps: int | None = None
    """None: as many as the rows want."""


@dataclass(frozen=True, eq=False)
class Look:
    height: float
    up: Floats
    """Its slopes in all that steps move."""
    last: Layer
    asked: tuple[Asked, ...]


@dataclass(frozen=True, eq=False)
class Walked:
    net: Net
    coordinates: Floats
    tellers: Tellers
    bound: float
    error: float
    """Its standard error, from the draws that it is an average of."""
    steps: int
    """Of the way that was taken to its end."""
    heights: Floats
    """The bound as each of them told it."""
    scouted: tuple[float, ...]
    """How high each start had come when the highest was chosen."""


def walked(begun: Begun, task: Task) -> Walked:
    steps = steps_for(len(begun.inputs)) if begun.steps is None else begun.steps
    if not (begun.moves or begun.places_move or begun.kernel.parts[1:]):
        steps = 0
    walks = [_Walk(begun, steps, attempt) for attempt in range(begun.restarts + 1)]
    whole = steps + (len(walks) - 1) * int(SCOUTED * steps)
    done = 0

    def go(walk: _Walk, until: int) -> None:
        nonlocal done
        while walk.count < until:
            task.check()
            walk.step(task)
            done += 1
            task.report(tr("learning layer upon layer"), done / (whole + 1))

    if len(walks) > 1:
        for walk in walks:
            go(walk, int(SCOUTED * steps))
    best = max(walks, key=lambda walk: walk.height)
    go(best, steps)
    return best.ended(task, tuple(walk.height for walk in walks) if len(walks) > 1 else ())


def steps_for(rows: int) -> int:
    return int(np.clip(PASSES * rows / ROWS, STEPS, MOST_STEPS))


def _rows(count: int, random: np.random.Generator) -> Iterator[Integers]:
    """Of each step: all rows once before any comes again, but for those left at a pass's end."""
    size = min(ROWS, count)
    while True:
        order = random.permutation(count) if size < count else np.arange(count)
        for first in range(0, count - size + 1, size):
            yield np.sort(order[first : first + size])  # in their order, which memory likes


class _Walk:
    """One way up, from one start."""

    def __init__(self, begun: Begun, steps: int, attempt: int) -> None:
        self.begun, self.steps, self.count = begun, steps, 0
        self._random = np.random.default_rng([begun.seed, 53, attempt])
        self._rows = _rows(len(begun.inputs), self._random)
        draws = MOST_DRAWS * (len(begun.kernel.parts) > 1)
        self._draws = int(np.clip(ROWS // len(begun.inputs), 1, max(draws, 1)))
        self._units = [_units(below) for below in begun.ways.below]
        self._own = len(begun.tellers.coordinates)
        self._parts = self._starts(attempt)
        self._at = np.concatenate([part.ravel() for part in self._parts])
        low, high = begun.numbers.span
        free = np.full(len(self._at) - len(low), np.inf)
        self._low, self._high = np.append(low, -free), np.append(high, free)
        self._first, self._second, self._total = np.zeros((3, len(self._at)))
        self._averaged = 0
        points = len(begun.places)
        self._last = (Belief.beforehand(points),) * begun.tellers.curves
        self._heights: list[float] = []

    def _starts(self, attempt: int) -> list[Floats]:
        """Coordinates; places of each layer; means and roots of each hidden layer."""
        begun = self.begun
        places, places_at = begun.places, [begun.places]
        coordinates = begun.numbers.start(attempt)
        kernels = self._kernels(coordinates)[0]
        means = []
        for layer, (onwards, wanted) in enumerate(
            zip(begun.ways.onwards, begun.ways.wanted, strict=True)
        ):
            values = np.zeros((len(places), wanted.shape[1]))
            if onwards is None:
                values = wanted[_nearest(begun.ways.below[layer], places)]
            means.append(_whitened(kernels[layer], places, values))
            places = places @ onwards if onwards is not None else values
            if begun.kernel.carried == "beside":
                places = np.column_stack([places, begun.places])
            places_at.append(places)
        roots = [
            np.broadcast_to(CERTAIN * np.eye(len(one)), (one.shape[1], len(one), len(one)))
            for one in means
        ]
        scaled = [where / unit for where, unit in zip(places_at, self._units, strict=True)]
        return [coordinates, *scaled, *(one.T for one in means), *roots]

    @property
    def height(self) -> float:
        """About how high it has come."""
        return float(np.mean(self._heights[-max(len(self._heights) // 10, 1) :] or [-math.inf]))

    def _kernels(self, coordinates: Floats) -> tuple[tuple[Kernel, ...], list[Setting]]:
        settings, of_likelihood = self.begun.numbers.at(coordinates)
        return self.begun.kernel.with_settings(settings).parts, of_likelihood

    def _split(self, at: Floats) -> tuple[Floats, list[Floats], list[Floats], list[Floats]]:
        edges = np.cumsum([part.size for part in self._parts])[:-1]
        found = [
            flat.reshape(part.shape)
            for flat, part in zip(np.split(at, edges), self._parts, strict=True)
        ]
        layers = len(self._units)
        places = [one * unit for one, unit in zip(found[1 : 1 + layers], self._units, strict=True)]
        return found[0], places, found[1 + layers : 2 * layers], found[2 * layers :]

    def _net(self, at: Floats, task: Task) -> Net:
        begun = self.begun
        coordinates, places, means, roots = self._split(at)
        kernels, last = self._kernels(coordinates)[0], len(places) - 1
        layers = []
        for place, (kernel, where) in enumerate(zip(kernels, places, strict=True)):
            level = begun.level if place == last else 0.0
            basis = InducingInputs.of(kernel, where, level, task)
            hidden = place < last
            beliefs = tuple(map(Rooted.of, means[place], roots[place])) if hidden else self._last
            layers.append(Layer((basis,), beliefs))
        return Net(tuple(layers), begun.ways.onwards, begun.kernel.carried == "beside")

    def _tellers(self, at: Floats) -> Tellers:
        tellers = self.begun.tellers
        if not self._own:
            return tellers
        count = self.begun.numbers.count
        own = at[count - self._own : count].copy()
        if self._is_warming:
            own[0] = tellers.coordinates[0] + math.log(QUIET_NOISE)
        return tellers.with_coordinates(own)

    @property
    def _is_warming(self) -> bool:
        deep = len(self.begun.kernel.parts) > 1
        return self.begun.warms and deep and self.count < WARM * self.steps

    def step(self, task: Task) -> None:
        rows = next(self._rows)
        look = self.look(rows, self._normals(len(rows) * self._draws), self._draws, task)
        self._heights.append(look.height)
        share = max(SHARE * self._shrunk, 1.0 / (1.0 + self.count)) * self.begun.tellers.share
        level = self.begun.tellers.level
        self._last = look.last.stepped(look.asked, share, level, task)
        self._move(look.up)

    def look(self, rows: Integers, normals: Sequence[Floats], draws: int, task: Task) -> Look:
        """The bound as these rows and draws tell it, and where it rises."""
        begun = self.begun
        net, tellers = self._net(self._at, task), self._tellers(self._at)
        some = np.tile(rows, draws)
        way = net.up(begun.inputs[some], normals, task)
        moments = way.moments[-1]
        told = tellers.told(some, moments.mean, moments.variance)
        times = len(begun.inputs) / len(some)
        told = Told(
            times * told.log_density, times * told.pull, times * told.bend, times * told.slopes
        )
        pulls = net.down(
            way, told.pull, told.bend, task, numbers=begun.moves, places=begun.places_move
        )
        held, lean = begun.prior(self._at[: begun.numbers.count])
        height = told.log_density - net.divergence + held
        up = [self._in_numbers(pulls, told, lean), *self._in_places(pulls)]
        up += self._in_beliefs(net, way, pulls)
        asked = net.layers[-1].asked(moments, told.pull, told.bend, task)
        return Look(height, np.concatenate(up), net.layers[-1], asked)

    def _in_places(self, pulls: Sequence[Pulls]) -> list[Floats]:
        found = []
        for one, unit, part in zip(pulls, self._units, self._parts[1:], strict=False):
            moved = one.slopes.places
            found.append(np.zeros(part.size) if moved is None else (moved * unit).ravel())
        return found

    def _in_beliefs(self, net: Net, way: Way, pulls: Sequence[Pulls]) -> list[Floats]:
        """In the means of all hidden layers, then in the roots."""
        means, roots = [], []
        for layer, moments, pull in zip(net.layers[:-1], way.moments, pulls, strict=False):
            (seen,) = moments.seen
            for place, belief in enumerate(layer.beliefs):
                assert isinstance(belief, Rooted)
                mean, root = belief.slopes(seen.weights, pull.pull[:, place], pull.bend[:, place])
                means.append(mean)
                roots.append(root.ravel())
        return [*means, *roots]

    def _normals(self, rows: int) -> list[Floats]:
        widths = self.begun.kernel.widths(self.begun.inputs.shape[1])[:-1]
        return [self._random.standard_normal((rows, width)) for width in widths]

    def _up(self, net: Net, rows: Integers, draws: int, task: Task) -> tuple[Way, Integers]:
        """Rows on their way up, each so many times, and which they are."""
        some = np.tile(rows, draws)
        return net.up(self.begun.inputs[some], self._normals(len(some)), task), some

    def _in_numbers(self, pulls: Sequence[Pulls], told: Told, lean: Floats) -> Floats:
        numbers = self.begun.numbers
        if not self.begun.moves:
            return np.zeros(numbers.count)
        free = [one.slopes.numbers[places] for one, places in zip(pulls, numbers.free, strict=True)]
        found = np.concatenate([*free, told.slopes[: self._own]]) + lean
        if self._is_warming:
            found[numbers.count - self._own :] = 0.0
        return np.asarray(found)

    @property
    def _shrunk(self) -> float:
        done = max(self.count / max(self.steps, 1) - SHRINKING, 0.0) / (1.0 - SHRINKING)
        return math.exp(done * math.log(LAST))

    def _move(self, up: Floats) -> None:
        if not np.isfinite(up).all():
            raise InputError(
                tr("The bound is no number here: write smaller numbers, or fewer terms.")
            )
        self._first += (1.0 - FIRST) * (up - self._first)
        self._second += (1.0 - SECOND) * (up**2 - self._second)
        first = self._first / (1.0 - FIRST ** (self.count + 1))
        size = np.sqrt(self._second / (1.0 - SECOND ** (self.count + 1)))
        length = LENGTH * self._shrunk
        self._at = np.clip(self._at + length * first / (size + TINY), self._low, self._high)
        self.count += 1
        if self.count > (1.0 - AVERAGED) * self.steps:
            self._total += self._at
            self._averaged += 1

    def ended(self, task: Task, scouted: tuple[float, ...]) -> Walked:
        at = self._total / self._averaged if self._averaged else self._at
        net, tellers = self._net(at, task), self._tellers(at)
        net = self._settled(net, tellers, task)
        bound, error = self._judged(net, tellers, task)
        coordinates = self._split(at)[0]
        return Walked(
            net, coordinates, tellers, bound, error, self.count, np.array(self._heights), scouted
        )

    def _settled(self, net: Net, tellers: Tellers, task: Task) -> Net:
        """With the last belief that is best for all rows."""
        inputs, hidden = self.begun.inputs, net.hidden
        draws = int(np.clip(MANY_ROWS // len(inputs), 1, SETTLING_DRAWS)) if hidden else 1
        way, _ = self._up(net, np.arange(len(inputs)), draws, task)
        last = net.layers[-1]
        found = settled(last.bases, last.beliefs, way.below[-1], Repeated(tellers, draws), task)
        return replace(net, layers=(*net.layers[:-1], found.layer))

    def _judged(self, net: Net, tellers: Tellers, task: Task) -> tuple[float, float]:
        """The bound with draws that nothing was fitted to, and its standard error."""
        inputs = self.begun.inputs
        draws = JUDGING_DRAWS if net.hidden else 1
        each = []
        for _ in range(draws):
            density = 0.0
            for first in range(0, len(inputs), ROWS):
                rows = np.arange(first, min(first + ROWS, len(inputs)))
                way, some = self._up(net, rows, 1, task)
                moments = way.moments[-1]
                density += tellers.told(some, moments.mean, moments.variance).log_density
            each.append(density)
        error = float(np.std(each, ddof=1)) / math.sqrt(draws) if draws > 1 else 0.0
        return float(np.mean(each)) - net.divergence, error


def _units(below: Floats) -> Floats:
    spread = below.std(axis=0)
    return np.asarray(np.where(spread > 0.0, spread, 1.0))


def _whitened(kernel: Kernel, places: Floats, values: Floats) -> Floats:
    """The inducing numbers of a curve with these values there, (points, curves)."""
    if not values.any():
        return np.zeros_like(values)
    lower = InducingInputs.of(kernel, places, 0.0, QUIET).lower
    return np.asarray(np.linalg.solve(np.tril(lower), values))


def _nearest(rows: Floats, places: Floats) -> Integers:
    """The row next to each place."""
    scaled = _units(rows)
    return np.array([(((rows - one) / scaled) ** 2).sum(axis=1).argmin() for one in places])
