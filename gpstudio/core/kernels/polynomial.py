"""Polynomial: an unknown polynomial of a given degree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.dots import dots, squared_norms
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.kernels.linear import centre
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, inputs, integer, length, shape
from gpstudio.translation import tr


@KERNELS.register
class Polynomial(Family):
    """k(x, x′) = (o + Σ_d (x_d − c_d)(x′_d − c_d)/ℓ_d²)ᵖ.

    In lengths the numbers have no unit but the inputs' own, and the term's variance stands before
    it as before any other: v_d = 1/ℓ_d².
    """

    spec = Spec(
        "polynomial",
        tr("Polynomial"),
        tr("A curve that bends as a polynomial does, ever more the further out."),
        (
            integer(
                "degree", tr("Degree"), tr("The highest power of the input."), 2, low=1, high=10
            ),
            length(help=tr("How far from the centre the highest power begins to tell.")),
            shape("offset", tr("Offset"), tr("How much the lower powers weigh."), 1.0),
            centre(),
            inputs(),
        ),
        formula="(o + Σ (x − c)(x′ − c)/ℓ²)ᵖ",
    )

    @property
    def degree(self) -> int:
        return int(float(str(self.options["degree"])))

    @property
    def offers(self) -> frozenset[Capability]:
        place = self.numbers[2]
        return frozenset({"markov"}) if len(place) == 1 and place[0].held else frozenset()

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self._base(a, b) ** self.degree)

    def level(self, a: Floats) -> Floats:
        return np.asarray((self.number(1) + squared_norms(self._reach(a))) ** self.degree)

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        steepness = self._steepness(a, b)
        left, right = self._reach(a), self._reach(b)
        if len(self.numbers[0]) == 1:
            yield steepness * (-2.0 * dots(left, right))
        else:
            for d in range(a.shape[1]):
                yield steepness * (-2.0 * np.outer(left[:, d], right[:, d]))
        yield steepness * self.number(1)
        moved = [
            -steepness * (left[:, d][:, None] + right[:, d][None, :]) / reach
            for d, reach in enumerate(self._lengths(a))
        ]
        yield from moved if len(self.numbers[2]) > 1 else [reduce(np.add, moved)]

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        each = (self._reach(b) / self._lengths(a)).T
        return np.asarray(self._steepness(a, b) * each[:, None, :])

    def markov_form(self) -> MarkovForm:
        """Σₖ C(p, k) o^{p−k} ((t − c)(t′ − c)/ℓ²)ᵏ: a state for each power."""
        if "markov" not in self.offers:
            return super().markov_form()
        length, offset, place = (self.number(i) for i in range(3))
        line = MarkovForm.linear(place)
        # with one parameter that nothing depends on: the centre, which is held here
        forms = [MarkovForm.constant().padded(0, 1)]
        for _ in range(self.degree):
            forms.append(forms[-1].times(line))
        whole = MarkovForm(tuple(part for form in forms for part in form.parts), place)
        k = np.arange(self.degree + 1.0)
        binomials = np.array([math.comb(self.degree, int(power)) for power in k])
        weights = binomials * offset ** (self.degree - k) * length ** (-2.0 * k)
        return whole.weighted(weights, weights * np.array([-2.0 * k, self.degree - k]))

    def _base(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self.number(1) + dots(self._reach(a), self._reach(b)))

    def _steepness(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self.degree * self._base(a, b) ** (self.degree - 1))

    def _lengths(self, a: Floats) -> Floats:
        return np.broadcast_to(self.several(), a.shape[1])

    def _reach(self, a: Floats) -> Floats:
        return np.asarray((a - self.several(2)) / self.several())
