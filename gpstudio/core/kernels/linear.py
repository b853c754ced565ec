"""Linear: an unknown slope in each input; Bayesian linear regression."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.dots import dots, squared_norms
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Parameter, Spec, inputs, variance
from gpstudio.translation import tr


def centre() -> Parameter:
    """Where a polynomial counts its inputs from; one an input.

    The middle of the readings unless written: dates counted from 1970 would make a level out of
    every slope, and leave few digits of the slope itself.
    """
    return Parameter(
        "centre",
        tr("Centre"),
        tr("Where the input is counted from; left out, the middle of the readings."),
        role="place",
        unit="input",
        several=True,
        held=True,
    )


@KERNELS.register
class Linear(Family):
    """k(x, x′) = o + Σ_d v_d (x_d − c_d)(x′_d − c_d)."""

    spec = Spec(
        "linear",
        tr("Linear"),
        tr("A straight line, or a plane over several inputs."),
        (
            variance(
                "variance",
                tr("Slope variance"),
                tr(
                    "How steep the line may be: the variance of its slope; a list has one an input."
                ),
                unit="value²/input²",
                several=True,
            ),
            variance(
                "offset",
                tr("Offset"),
                tr("How far the line may lie from the mean at the centre; 0: it goes through it."),
                zero=True,
            ),
            centre(),
            inputs(),
        ),
        formula="o + Σ v (x − c)(x′ − c)",
    )
    carries_variance = True

    @property
    def offers(self) -> frozenset[Capability]:
        """A place that learning moves has no state space: its slope is not one of the state's."""
        place = self.numbers[2]
        return frozenset({"markov"}) if len(place) == 1 and place[0].held else frozenset()

    def covariance(self, a: Floats, b: Floats) -> Floats:
        roots = np.sqrt(self.several())
        return self.number(1) + dots(self._centred(a) * roots, self._centred(b) * roots)

    def level(self, a: Floats) -> Floats:
        return self.number(1) + squared_norms(self._centred(a) * np.sqrt(self.several()))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        left, right = self._centred(a), self._centred(b)
        variances = self.several()
        if len(variances) == 1:
            yield variances[0] * dots(left, right)
        else:
            for d, v in enumerate(variances):
                yield v * np.outer(left[:, d], right[:, d])
        yield np.full((len(a), len(b)), self.number(1))
        moved = -self._variances(a)[:, None, None] * (left.T[:, :, None] + right.T[:, None, :])
        yield from moved if len(self.numbers[2]) > 1 else [moved.sum(axis=0)]

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        """Of sums along one side: matrices of slopes, one an input, are not made."""
        left, right = self._centred(self.seen(a)), self._centred(self.seen(b))
        along = np.einsum("ij,jd->id", pull, right)
        each = self._variances(left) * np.einsum("id,id->d", left, along)
        own = each if len(self.several()) > 1 else [each.sum()]
        down, across = pull.sum(axis=1), pull.sum(axis=0)
        both = np.einsum("i,id->d", down, left) + np.einsum("j,jd->d", across, right)
        moved = -self._variances(left) * both
        places = moved if len(self.numbers[2]) > 1 else [moved.sum()]
        return np.concatenate([own, [self.number(1) * down.sum()], places])

    def pulled_inputs(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        there = self._centred(self.seen(b))
        own = np.einsum("ij,jd->id", pull, there) * self._variances(there)
        return self.among_all(own, a.shape[1])

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        each = self._variances(a)[:, None, None] * self._centred(b).T[:, None, :]
        return np.array(np.broadcast_to(each, (a.shape[1], len(a), len(b))))

    def markov_form(self) -> MarkovForm:
        if "markov" not in self.offers:
            return super().markov_form()
        line = MarkovForm.linear(self.number(2)).scaled(self.number(0))
        return line.plus(MarkovForm.constant().scaled(self.number(1))).padded(0, 1)

    def _centred(self, a: Floats) -> Floats:
        return a - self.several(2)

    def _variances(self, a: Floats) -> Floats:
        return np.broadcast_to(self.several(), a.shape[1])
