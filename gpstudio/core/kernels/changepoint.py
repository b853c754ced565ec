"""Change point: one kernel before a place, another after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.kernel import Capability, Kernel
from gpstudio.core.kernels.logistic import Change
from gpstudio.core.kernels.wrapper import Wrapper
from gpstudio.core.spec import Parameter, Setting, Spec, integer
from gpstudio.translation import tr


@KERNELS.register
class Changepoint(Wrapper):
    """k(x, x′) = (1 − σ) k₁(x, x′) (1 − σ′) + σ k₂(x, x′) σ′, σ a logistic curve in
    (x − at)/width: two unrelated curves, one fading into the other.
    """

    spec = Spec(
        "changepoint",
        tr("Change point"),
        tr("One kind of curve before a place, another after it."),
        (
            Parameter("before", tr("Before"), tr("The kernel before the place."), "kernel"),
            Parameter("after", tr("After"), tr("The kernel after the place."), "kernel"),
            Parameter(
                "at", tr("Place"), tr("Where the one gives way."), role="place", unit="input"
            ),
            Parameter("width", tr("Width"), tr("How gradually."), role="length", unit="input"),
            integer(
                "along",
                tr("Along"),
                tr("Which input it happens along, from 0."),
                0,
                low=0,
                high=9999,
            ),
        ),
        formula="(1 − σ) k₁ (1 − σ′) + σ k₂ σ′",
    )
    carries_variance = True
    parts_are_terms = True

    @property
    def offers(self) -> frozenset[Capability]:
        return frozenset()

    def block(self, a: Floats, b: Floats) -> Floats:
        shares = (kernel.block(a, b) * _outer(u, v) for kernel, u, v in self._sides(a, b))
        return reduce(np.add, shares)

    def diagonal(self, a: Floats) -> Floats:
        change = self._change(a)
        before, after = self.parts
        return before.diagonal(a) * change.before**2 + after.diagonal(a) * change.after**2

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        for kernel, left, right in self._sides(a, b):
            share = _outer(left, right)
            for gradient in kernel.gradients(a, b):
                yield gradient * share
        here, there = self._change(a), self._change(b)
        for left, right in ((-here.in_x, -there.in_x), (here.in_log_width, there.in_log_width)):
            yield self._through(a, b, left, right)

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        total = np.zeros((a.shape[1], len(a), len(b)))
        for kernel, left, right in self._sides(a, b):
            total += kernel.input_gradients(a, b) * _outer(left, right)
        still = np.zeros(len(b))
        total[self._along] += self._through(a, b, self._change(a).in_x, still)
        return total

    def check(self, inputs: int) -> None:
        super().check(inputs)
        if self._along >= inputs:
            raise InputError(
                tr(
                    "The kernel {kernel} changes along input {along}, and the inputs are 0 to "
                    "{highest}: change 'along'.",
                    kernel=self,
                    along=self._along,
                    highest=inputs - 1,
                )
            )

    def _listed(self, parameter: Parameter, group: Group) -> Iterator[tuple[Parameter, Setting]]:
        for setting in group:
            yield replace(parameter, column=self._along), setting

    @property
    def _along(self) -> int:
        return int(float(str(self.options["along"])))

    def _change(self, a: Floats) -> Change:
        return Change.along(a[:, self._along], self.number(0), self.number(1))

    def _sides(self, a: Floats, b: Floats) -> Iterator[tuple[Kernel, Floats, Floats]]:
        """Each kernel with its share at either row."""
        here, there = self._change(a), self._change(b)
        before, after = self.parts
        yield before, here.before, there.before
        yield after, here.after, there.after

    def _through(self, a: Floats, b: Floats, left: Floats, right: Floats) -> Floats:
        """How k changes when σ changes by ``left`` and σ′ by ``right``."""
        total = np.zeros((len(a), len(b)))
        for sign, (kernel, u, v) in zip((-1.0, 1.0), self._sides(a, b), strict=True):
            total += sign * kernel.block(a, b) * (_outer(left, v) + _outer(u, right))
        return total


def _outer(left: Floats, right: Floats) -> Floats:
    return np.asarray(left[:, None] * right[None, :])
