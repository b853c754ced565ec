"""A covariance along one input, held as a state that moves: O(n) memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.markov_form import MarkovForm
from gpstudio.core.operators.operator import Operator


class Steps(NamedTuple):
    """A Markov form as plain arrays; see ``MarkovForm`` for what they mean."""

    decay: Floats
    powers: Floats
    shaking: Floats
    stationary: Floats
    readout: Floats
    near: float


@dataclass(frozen=True, eq=False)
class MarkovCovariance(Operator):
    """The state-space view of a kernel at times that ascend."""

    offers = frozenset({"markov"})

    @cached_property
    def form(self) -> MarkovForm:
        return self.kernel.markov_form()

    def steps(self, careful: bool = True) -> Steps:
        """What the compiled passes need of the form.

        ``careful`` keeps the digits of short steps' noise, at twice the work; without it that
        noise is good to 1e-16 of the curve's variance, which is enough unless readings are very
        quiet.
        """
        return self._steps if careful else self._steps._replace(near=0.0)

    @cached_property
    def _steps(self) -> Steps:
        form = self.form
        return Steps(
            form.decay(),
            form.powers(),
            form.shaking(),
            form.stationary,
            form.readout,
            form.near,
        )

    @cached_property
    def time(self) -> Floats:
        return self.inputs[:, 0].copy()
