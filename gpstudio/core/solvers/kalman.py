"""Kalman: exact in O(n) for a Markov covariance along one input.

The compiled passes are imported when first used, so that the forms can be built without numba.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.algebra.jitter import JITTERS, NOT_DEFINITE
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.states.derivative import Derivative, derived
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.reading import powers_of
from gpstudio.core.operators.markov import MarkovCovariance, outputs_of, unrolled
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.halves import RUN_UP, Carried, Leg, walked
from gpstudio.core.solvers.solution import Solution, SolveNotes, Within, drawn_at_once
from gpstudio.core.solvers.solver import SOLVERS, Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.core.solvers.markov.rows import Rows
    from gpstudio.core.solvers.markov.slopes import Slopes
    from gpstudio.core.solvers.markov.targets import Targets

STRETCH = 200_000
"""Readings of a curve of two states between two looks at the task: about 10 ms of work."""
KEPT_BYTES = 256e6
"""Up to so much is kept of the pass forward; beyond, it is made again, leg by leg, going back."""
LEG = 20_000
"""Readings whose states are kept at once when not all are: they stay in the processor's cache."""
QUIET_NOISE = 5e-3
"""Readings with less noise than this share of the curve's variance need the careful steps."""
OPERATIONS = 1e7
"""Of a joint covariance between two looks at the task: states times columns, some 20 ms."""
NO_STORE = np.zeros((0, 0))
TAKES_TOO_MUCH = tr(
    "Some readings take away more than the others say of the curve along time, or nearly so: take "
    "the approximation 'exact' with the solver 'cholesky', or another inference."
)
LATE_ORIGIN = tr(
    "A random walk begins after the first reading: write an earlier origin, or leave it out."
)


@SOLVERS.register
class Kalman(Solver):
    spec = Spec(
        "kalman",
        tr("Kalman"),
        tr(
            "Exact along time in one pass forward and one back; work grows with the readings, not "
            "their cube."
        ),
    )
    needs = "markov"
    takes_negative_noise = True

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, MarkovCovariance):
            raise TypeError("the chooser pairs this solver with a Markov covariance only")
        form, outputs = operator.form(noise), outputs_of(operator.inputs)
        return KalmanSolution(form, operator.time, noise, columns, task, outputs)

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        return 30 * n

    def bytes_needed(self, n: int, rank: int = 2) -> float:
        """The readings with what is asked of them, and as many states as are kept."""
        from gpstudio.core.solvers.markov.passes import stored_width

        return 120.0 * n + min(KEPT_BYTES, 8.0 * n * stored_width(max(rank, 1), 2))


class KalmanSolution(Solution):
    """Keeps what the forward pass stored; every question is one pass back."""

    def __init__(
        self,
        form: MarkovForm,
        time: Floats,
        noise: Floats,
        columns: Floats,
        task: Task,
        outputs: Integers | None = None,
    ) -> None:
        from gpstudio.core.solvers.markov.passes import prepared, stored_width

        self.form, self.time = form, time
        self.outputs = outputs if form.several else None
        self.columns = np.ascontiguousarray(columns)
        self._n, self._k = columns.shape
        width = stored_width(form.dimension, self._k)
        self.kept = 8.0 * self._n * width <= KEPT_BYTES
        self._leg = _leg(self._n, form.dimension, self._k, self.kept)
        self._store = np.empty((self._n if self.kept else self._leg, width))
        if len(time) and form.since < math.inf and form.since > time[0]:
            raise InputError(LATE_ORIGIN)
        self._started = form.started(self._first)
        self.scale = scale = _scale(form, time, self.outputs)
        careful = float(noise.min(initial=np.inf)) < QUIET_NOISE * scale
        self._passes, self._steps = prepared(form, self._k, careful, self._readouts())
        self._taking = int((noise < 0.0).sum())
        for jitter in JITTERS[:1] if self._taking else JITTERS:
            added = jitter * scale
            self.noise = np.ascontiguousarray(noise + added if jitter else noise)
            self.notes = SolveNotes(jitter=jitter)
            if self._filter(task):
                return
        raise InputError(TAKES_TOO_MUCH if self._taking else NOT_DEFINITE)

    def _readouts(self) -> Floats | None:
        """The readouts of the readings, where outputs differ."""
        if self.outputs is None:
            return None
        rows = self.form.readout_at(self.time, self.outputs)
        return rows if len(rows) else np.zeros((1, self.form.dimension))

    def _filter(self, task: Task) -> bool:
        """The pass forward; False where the readings leave nothing to the noise, or where those
        that take away do so from more than there is."""
        from gpstudio.core.solvers.markov.forward import SURE_OF_SIGNS

        signs = np.array([0.0, SURE_OF_SIGNS if self._taking else 0.0])
        moving = (*self._prior(), signs)
        store = self._store if self.kept else NO_STORE
        self._starts: list[Carried] = []

        def walk(leg: Leg, moving: Carried) -> tuple[float, Floats]:
            task.check()
            if not self.kept:
                self._starts.append(_copied(moving))
            return self._forward(*leg, moving, store)

        def run_up(leg: Leg) -> Carried:
            begun = (*self._prior(), signs.copy())
            self._forward(max(leg[0] - RUN_UP, 0), leg[0], begun, NO_STORE)
            return begun

        in_halves = self.kept and not self._taking and not self.form.degree
        found = walked(list(self._legs()), moving, walk, run_up if in_halves else None)
        self.log_determinant = sum((log_determinant for log_determinant, _ in found), 0.0)
        if math.isnan(self.log_determinant):
            return False
        quadratic = sum((added for _, added in found), np.zeros((self._k, self._k)))
        self.quadratic = quadratic + np.tril(quadratic, -1).T
        return int(signs[0]) == self._taking

    def _prior(self) -> Carried:
        """The state before any reading."""
        return np.zeros(self._k * self.form.dimension), self._started.ravel().copy()

    def _forward(
        self, start: int, stop: int, moving: Carried, store: Floats, first_row: int = 0
    ) -> tuple[float, Floats]:
        """Their shares of log|A| and of yᵀA⁻¹y, its lower half."""
        quadratic = np.zeros((self._k, self._k))
        log_determinant = self._passes.forward(
            self.time, self.noise, self.columns, self._steps, moving, quadratic,
            start, stop, store, first_row,
        )  # fmt: skip
        return log_determinant, quadratic

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        from gpstudio.core.solvers.markov.slopes import Slopes

        slopes = Slopes.empty(self.form, mixing)
        self._back(task, self._passes.gradient, slopes)
        return slopes.along(self.form, self._first)

    @property
    def _first(self) -> float:
        return float(self.time[0]) if self._n else 0.0

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        from gpstudio.core.solvers.apart import predicted

        found = None if unrolled(self.form) else predicted(self, targets[:, 0], task)
        return self._at(targets, 0, task) if found is None else found

    def derivative(self, targets: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        form = self.form
        if order > form.derivatives:
            raise InputError(
                tr(
                    "The curve of this kernel has {derivatives:.0f} derivatives, not {order}: "
                    "choose a smoother one, such as matern52 or rbf.",
                    derivatives=form.derivatives,
                    order=order,
                )
            )
        return self._at(targets, order, task)

    def _at(self, targets: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        """The curve, or its derivative; of several outputs one after the other."""
        times = targets[:, 0]
        if self.outputs is None:
            return self._along(times, _asked(self.form, order), order == 0, task)
        outputs = outputs_of(targets)
        mean, variance = np.empty((len(times), self._k)), np.empty(len(times))
        for output in np.unique(outputs):
            here, alone = outputs == output, self.form.of_output(int(output))
            mean[here], variance[here] = self._along(times[here], _asked(alone, order), False, task)
        return mean, variance

    def _along(
        self, times: Floats, wanted: Derivative, curve: bool, task: Task
    ) -> tuple[Floats, Floats]:
        times = np.ascontiguousarray(times)
        ascending = bool(np.all(times[1:] >= times[:-1]))
        order = None if ascending else np.argsort(times, kind="stable")
        found = self._met(times if order is None else times[order], wanted, curve, False, task)
        if order is None:
            return found.mean, found.variance
        back = np.argsort(order, kind="stable")
        return found.mean[back], found.variance[back]

    def _met(
        self, times: Floats, wanted: Derivative, curve: bool, known: bool, task: Task
    ) -> Targets:
        """What one pass back finds at ascending times."""
        from gpstudio.core.solvers.markov.targets import Targets

        states = (len(times), self.form.dimension) if known else (0, 0)
        readout = wanted.readout
        if self.outputs is not None:
            readout = powers_of(times - self.form.origin, len(readout) - 1) @ readout
        targets = Targets(
            times,
            readout,
            curve,
            wanted.shift,
            wanted.missing,
            np.empty((len(times), self._k)),
            np.empty(len(times)),
            known,
            np.empty(states),
            np.empty(states),
        )
        self._back(task, self._passes.backward, None, targets)
        return targets

    def weights(self, task: Task) -> Floats:
        return self._rows(task).weights

    def precisions(self, task: Task) -> Floats:
        return self._rows(task).precisions

    def _rows(self, task: Task) -> Rows:
        from gpstudio.core.solvers.markov.rows import Rows

        rows = Rows(np.zeros_like(self.columns), np.zeros(self._n))
        self._back(task, self._passes.backward, rows)
        return rows

    def covariance(self, targets: Floats, task: Task) -> Floats:
        from gpstudio.core.solvers.corrected import chunks, smoothed

        form, times = self.form, targets[:, 0]
        outputs = None if self.outputs is None else outputs_of(targets)
        explained = np.empty((len(times), len(times)))
        for start, stop in chunks(self._n, len(times)):
            some = None if outputs is None else outputs[start:stop]
            known = form.covariance(self.time, times[start:stop], self.outputs, some)
            explained[:, start:stop] = smoothed(self, known, targets, task)
        prior = form.covariance(times, times, outputs, outputs)
        return prior - 0.5 * (explained + explained.T)

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        from gpstudio.core.solvers.corrected import corrected
        from gpstudio.core.solvers.windows import drawn

        found = drawn(self, [targets[:, 0]], count, seed, task)
        return corrected(self, targets, count, seed, task) if found is None else found[0].curves

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Within]:
        from gpstudio.core.solvers.corrected import corrected
        from gpstudio.core.solvers.windows import drawn

        found = drawn(self, windows, count, seed, task)
        if found is not None:
            return found
        return drawn_at_once(
            self, lambda targets: corrected(self, targets, count, seed, task), windows, task
        )

    def met(self, times: Floats, task: Task) -> Targets:
        """All that is known of the curve at ascending times, to make joint covariances of."""
        return self._met(times, _asked(self.form, 0), True, True, task)

    @property
    def few(self) -> bool:
        """Whether draws value by value are cheap."""
        return self._passes.given is not None

    def joint(self, window: Floats, gain: Floats, rest: Floats, task: Task) -> Floats:
        """The upper triangle of the joint covariance at ascending times, from what was ``met``
        there; only where all states are kept."""
        places, mark, carried = self._sweep(window, len(window))
        covariance = np.zeros((len(window), len(window)))
        while mark[0] < len(window):
            task.check()
            self._passes.joint(
                self.time, self.noise, self._steps, self._store, window, places, gain, rest,
                mark, OPERATIONS, carried, covariance,
            )  # fmt: skip
        return covariance

    def given(self, met: Targets, least: float, normals: Floats, task: Task) -> float:
        """Makes normals, (targets, count), into joint draws of the curve about its mean; where the
        states are ``few`` and all kept. ``least`` is added to each value's variance."""
        assert self._passes.given is not None
        places, mark, carried = self._sweep(met.times, normals.shape[1])
        spread, lost = np.zeros((self.form.dimension, self.form.dimension)), 0.0
        while mark[0] < len(met.times):
            task.check()
            found = self._passes.given(
                self.time, self.noise, self._steps, self._store, met.times, places, met.gain,
                met.rest, least, mark, OPERATIONS, spread, carried, normals,
            )  # fmt: skip
            lost = max(lost, found)
        return lost

    def _sweep(self, times: Floats, count: int) -> tuple[Integers, Floats, Floats]:
        """Of each of ascending times, how many readings come before it; where a sweep over them
        starts; and room for so many states. Of readings at the time itself the last comes after."""
        places = np.searchsorted(self.time, times, side="right")
        if self._n:
            places -= self.time[np.maximum(places - 1, 0)] == times
        mark = np.array([0.0, places[0], times[0]]) if len(times) else np.zeros(3)
        return places, mark, np.zeros((self.form.dimension, count))

    def _back(
        self,
        task: Task,
        backward: Callable[..., int],
        rows: Rows | Slopes | None,
        targets: Targets | None = None,
    ) -> None:
        """One pass back, to fill ``rows`` or ``targets``."""
        from gpstudio.core.solvers.markov.rows import NO_ROWS
        from gpstudio.core.solvers.markov.targets import NO_TARGETS

        noting, asked = rows is not None, targets or NO_TARGETS
        notebook = rows or NO_ROWS

        def pass_back(leg: Leg, moving: Carried, asked: Targets, place: int, noting: bool) -> int:
            return backward(
                self.time, self.noise, self.columns, self._steps, self._store,
                0 if self.kept else leg[0], moving, *leg, asked, place, noting, notebook,
            )  # fmt: skip

        def walk(leg: Leg, moving: Carried) -> None:
            task.check()
            self._again(*leg)
            # from the last target that the leg after it has left
            before = math.inf if leg[1] == self._n else self.time[leg[1]]
            place = int(np.searchsorted(asked.times, before)) - 1
            pass_back(leg, moving, asked, place, noting)

        def run_up(leg: Leg) -> Carried:
            begun = self._nothing()
            pass_back((leg[1], min(leg[1] + RUN_UP, self._n)), begun, NO_TARGETS, -1, False)
            return begun

        in_halves = self.kept and backward is self._passes.backward and not self.form.degree
        walked(list(self._legs())[::-1], self._nothing(), walk, run_up if in_halves else None)

    def _nothing(self) -> Carried:
        """The adjoint behind all readings."""
        k, states = self._k, self.form.dimension
        return tuple(np.zeros(k**i * states**j) for i, j in ((1, 1), (0, 2)) * 2)

    def _again(self, start: int, stop: int) -> None:
        """The states of a leg into the store, where not all are kept."""
        if not self.kept:
            begun = _copied(self._starts[start // self._leg])
            self._forward(start, stop, begun, self._store, start)

    def _legs(self) -> Iterator[Leg]:
        for start in range(0, max(self._n, 1), self._leg):
            yield start, min(start + self._leg, self._n)


def _copied(carried: Carried) -> Carried:
    return tuple(part.copy() for part in carried)


def _leg(n: int, states: int, columns: int, kept: bool) -> int:
    """Readings between two looks at the task; where not all are kept, between two kept states."""
    states = max(states, 2)
    looks = max(1, min(STRETCH, 8 * STRETCH // (states**2 * max(states, columns))))
    if not kept:
        return max(min(looks, LEG), math.isqrt(n))
    return looks if n <= looks else -(-n // (2 * -(-n // (2 * looks))))  # an even number of them


def _asked(form: MarkovForm, order: int) -> Derivative:
    """The curve itself, or a derivative of it."""
    if order:
        return derived(form, order)
    return Derivative(form.readout, np.zeros(form.dimension), 0.0)


def _scale(form: MarkovForm, time: Floats, outputs: Integers | None) -> float:
    """The curve's variance, the largest at any reading."""
    if form.degree or outputs is not None or form.since < math.inf:
        return float(form.variance_at(time, outputs).max(initial=0.0))
    return float(form.readout[0] @ form.stationary @ form.readout[0])
