"""One contract for every kernel that is allowed several inputs: definite for all that it allows,
and, where a list gives each input a number of its own, with a slope for each of them.

Nothing is asked of a row but how its kernel is written along one input.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from core.kernels.nonstationary_rows import NONSTATIONARY_ROWS
from core.kernels.stationary_rows import FLAT_ROWS, STATIONARY_ROWS

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import KERNELS, Kernel, build_kernel
from gpstudio.core.language import Call, Items, Number, parse

ROWS = {**STATIONARY_ROWS, **NONSTATIONARY_ROWS, **FLAT_ROWS}
NOISELESS = [name for name in KERNELS.names if name != "white"]
MANY = 12
"""Inputs beyond which none of the functions that stop short of some distance is definite, and of
waves of the distance none of two."""
SPACINGS = np.geomspace(0.03, 60.0, 14)
"""Of points, which is the same as many lengths."""
CLOSE_SPACINGS = np.geomspace(0.03, 60.0, 60)
"""For what shows within a factor of √2 alone."""
OFF = 1e-12
"""Of the sum of all eigenvalues: rounding."""


def written(name: str) -> Kernel:
    """As its row writes it, but looking at every input there is."""
    call = parse(ROWS[name].text)
    assert isinstance(call, Call)
    return build_kernel(replace(call, keywords=tuple(k for k in call.keywords if k[0] != "dims")))


def allows(kernel: Kernel, inputs: int) -> bool:
    try:
        kernel.check(inputs)
    except InputError:
        return False
    return True


def most_inputs(kernel: Kernel) -> int:
    return max(inputs for inputs in range(1, MANY + 1) if allows(kernel, inputs))


def corners(inputs: int) -> Floats:
    """Of a cube, in the order in which ``hadamard`` takes them."""
    return np.array(list(product((0.0, 1.0), repeat=inputs)))


def hadamard(values: Floats) -> Floats:
    """The eigenvalues of a matrix between corners of a cube of which this is the first row, where
    it is the same at the same differences, whatever their signs."""
    axes = values.reshape([2] * int(np.log2(len(values))))
    for axis in range(axes.ndim):
        here, there = np.take(axes, 0, axis), np.take(axes, 1, axis)
        axes = np.stack([here + there, here - there], axis)
    return np.asarray(axes.ravel())


def adversaries(inputs: int) -> Iterator[tuple[str, Floats]]:
    """Points at distance one or so of each other at which what is not definite shows."""
    yield "a simplex", np.eye(inputs)
    yield "an orthoplex", np.concatenate([np.eye(inputs), -np.eye(inputs), np.zeros((1, inputs))])
    side = {1: 60, 2: 9, 3: 4}.get(inputs, 0)
    if side:
        yield "a lattice", np.array(list(product(np.arange(float(side)), repeat=inputs)))
    else:
        some = np.random.default_rng(inputs).choice(2**inputs, 90, replace=False)
        yield "corners of a cube", corners(inputs)[some]


def smallest_share(kernel: Kernel, points: Floats) -> float:
    """The smallest eigenvalue, over the sum of all."""
    block = kernel.block(points, points)
    return float(np.linalg.eigvalsh(block)[0] / np.abs(np.trace(block)))


@pytest.mark.parametrize("name", NOISELESS)
def test_that_it_is_definite_for_as_many_inputs_as_it_allows(name: str) -> None:
    kernel = written(name)
    most = most_inputs(kernel)
    for inputs in sorted({min(inputs, most) for inputs in (1, 2, 3, MANY)}):
        for shape, points in adversaries(inputs):
            for spacing in SPACINGS:
                share = smallest_share(kernel, spacing * points)
                assert share >= -OFF, (
                    f"'{name}' allows {most} or more inputs and is not positive definite for "
                    f"{inputs}: {shape} of side {spacing:.3g} has an eigenvalue of {share:.1e}"
                )


@pytest.mark.parametrize("name", STATIONARY_ROWS)
def test_that_a_stationary_one_is_definite_at_every_corner_of_a_cube(name: str) -> None:
    kernel = written(name)
    inputs = most_inputs(kernel)
    cube, mirror = corners(inputs), np.where(np.arange(inputs) % 2, -1.0, 1.0)
    for spacing in CLOSE_SPACINGS:
        row = kernel.block(spacing * cube, np.zeros((1, inputs)))[:, 0]
        turned = kernel.block(spacing * cube * mirror, np.zeros((1, inputs)))[:, 0]
        np.testing.assert_array_equal(row, turned)
        values = hadamard(row)
        assert values.min() >= -OFF * len(cube), (
            f"'{name}' allows {inputs} or more inputs and is not positive definite for them: a "
            f"cube of side {spacing:.3g} has an eigenvalue of {values.min():.1e}"
        )


INPUTS = 3
LISTING = [
    entry.spec.name
    for entry in KERNELS
    if getattr(entry, "listed", "input") == "input"
    and any(parameter.learnt and parameter.several for parameter in entry.spec.parameters)
]


def listed(name: str) -> Kernel:
    """With a number an input wherever a list may stand."""
    groups = [parameter for parameter in KERNELS[name].spec.parameters if parameter.learnt]
    numbers = {
        parameter.name: Items(
            tuple(Number(0.9 + 0.7 * column + 0.3 * place) for column in range(INPUTS))
        )
        for place, parameter in enumerate(groups)
        if parameter.several
    }
    call = parse(ROWS[name].text)
    assert isinstance(call, Call)
    others = tuple((k, v) for k, v in call.keywords if k != "dims" and k not in numbers)
    return build_kernel(Call(name, (), (*others, *numbers.items())))


def scattered(seed: int) -> Floats:
    return np.random.default_rng(seed).uniform(-2.0, 2.0, (7, INPUTS))


@pytest.mark.parametrize("name", LISTING)
def test_that_each_number_of_a_list_has_its_own_slope(name: str) -> None:
    kernel, a, b = listed(name), scattered(1), scattered(2)
    settings, step = kernel.settings, 1e-5
    slopes = list(kernel.gradients(a, b))
    pull = np.random.default_rng(3).standard_normal((len(a), len(b)))
    pulled = kernel.pulled(a, b, pull)
    assert len(slopes) == len(pulled) == len(settings)
    for place, (parameter, setting) in enumerate(settings):
        sides = []
        for sign in (1.0, -1.0):
            moved = [each for _, each in settings]
            coordinate = parameter.coordinate(setting.number) + sign * step
            moved[place] = setting.at(parameter.at_coordinate(coordinate))
            sides.append(kernel.with_settings(moved).block(a, b))
        expected = (sides[0] - sides[1]) / (2.0 * step)
        of = (
            f"the slope of '{name}' in number {place}, {parameter.name} of input {parameter.column}"
        )
        scale = float(np.abs(expected).max())
        np.testing.assert_allclose(slopes[place], expected, atol=1e-8 * scale, err_msg=of)
        assert pulled[place] == pytest.approx(np.sum(pull * expected), abs=1e-7 * scale), of


@pytest.mark.parametrize("name", LISTING)
def test_that_a_number_of_a_list_is_about_the_input_that_it_says(name: str) -> None:
    """Between readings that agree in an input, and lie at its centre, its numbers say nothing."""
    kernel, a, b = listed(name), scattered(1), scattered(2)
    settings = kernel.settings
    for place, (parameter, setting) in enumerate(settings):
        column = parameter.column
        if column is None:
            continue
        still = {p.name: s.number for p, s in settings if p.column == column and p.role == "place"}
        centre = next(iter(still.values()), 0.0)
        here, there = a.copy(), b.copy()
        here[:, column] = there[:, column] = centre
        moved = [each for _, each in settings]
        moved[place] = setting.at(1.7 * setting.number)
        if parameter.role == "place":
            continue
        before, after = kernel.block(here, there), kernel.with_settings(moved).block(here, there)
        np.testing.assert_allclose(
            after, before, rtol=1e-12, err_msg=f"'{name}': {parameter.name} of input {column}"
        )
