"""Formulas in the input: their values, their slopes, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp
import numpy as np
import pytest

from gpstudio.core.duals import CALLS
from gpstudio.core.errors import InputError
from gpstudio.core.functions import Function, functions
from gpstudio.core.language import RecipeError, parse

Formula = Callable[..., mp.mpf]


def made(text: str) -> Function:
    return Function.of(parse(text))


BOOK: dict[str, Formula] = {
    "x": lambda x, y, z: x,
    "2": lambda x, y, z: mp.mpf(2),
    "x1": lambda x, y, z: y,
    "x0 * x2": lambda x, y, z: x * z,
    "1 - x / 3": lambda x, y, z: 1 - x / 3,
    "-x**2 + x1 / x2 - 4": lambda x, y, z: -(x**2) + y / z - 4,
    "x / (1 + x1**2) / x2**3": lambda x, y, z: x / (1 + y**2) / z**3,
    "(x - x1)**5 * (x - 2)": lambda x, y, z: (x - y) ** 5 * (x - 2),
    "sin(0.0172 * x)": lambda x, y, z: mp.sin(mp.mpf(0.0172) * x),
    "cos(2 * pi * x)": lambda x, y, z: mp.cos(2 * mp.mpf(np.pi) * x),
    "exp(-x**2 / 2) * x1": lambda x, y, z: mp.exp(-(x**2) / 2) * y,
    "log(1 + x1**2)": lambda x, y, z: mp.log(1 + y**2),
    "sqrt(x**2 + x1**2)": lambda x, y, z: mp.sqrt(x**2 + y**2),
    "tanh(x - x1)": lambda x, y, z: mp.tanh(x - y),
    "abs(x - x1)": lambda x, y, z: abs(x - y),
    "step(x, 0.3) * x1": lambda x, y, z: y if x >= mp.mpf(0.3) else mp.mpf(0),
    "hinge(x, x1)": lambda x, y, z: max(x - y, 0),
    "bump(x, at=x1, width=2)": lambda x, y, z: mp.exp(-(((x - y) / 2) ** 2) / 2),
    "sin(exp(cos(x * x1)))": lambda x, y, z: mp.sin(mp.exp(mp.cos(x * y))),
}


def rows(count: int = 20) -> np.ndarray:
    return np.random.default_rng(0).uniform(-3.0, 3.0, (count, 3))


def test_that_every_call_has_a_row() -> None:
    assert all(any(f"{name}(" in text for text in BOOK) for name in CALLS)


@pytest.mark.parametrize("text", BOOK)
def test_that_values_are_those_of_the_books(text: str) -> None:
    expected = [float(BOOK[text](*map(mp.mpf, row))) for row in rows()]
    np.testing.assert_allclose(made(text)(rows()), expected, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("text", BOOK)
def test_that_gradients_are_the_slopes(text: str) -> None:
    found = made(text).gradient(rows())
    assert found.shape == (3, 20)
    step = mp.mpf("1e-15")
    with mp.workdps(50):
        for place in range(3):
            expected = []
            for row in rows():
                up, down = ([mp.mpf(x) for x in row] for _ in range(2))
                up[place] += step
                down[place] -= step
                expected.append(float((BOOK[text](*up) - BOOK[text](*down)) / (2 * step)))
            np.testing.assert_allclose(found[place], expected, rtol=1e-12, atol=1e-13)


def test_that_a_formula_of_no_input_is_as_long_as_the_rows() -> None:
    np.testing.assert_array_equal(made("3")(rows(4)), [3.0] * 4)
    np.testing.assert_array_equal(made("3").gradient(rows(4)), np.zeros((3, 4)))
    assert made("x")(np.zeros((0, 2))).shape == (0,)


def test_that_it_says_how_many_inputs_it_needs() -> None:
    assert [made(t).inputs for t in ("2 * pi", "x", "x0 + 1", "sin(x3) * x")] == [0, 1, 1, 4]
    with pytest.raises(InputError, match="x1, and the inputs are x0: name one of those"):
        made("x + x1")(np.zeros((3, 1)))


def test_that_what_does_not_move_has_no_slope_whatever_surrounds_it() -> None:
    at_nought = np.array([[0.0, 4.0]])
    np.testing.assert_array_equal(made("sqrt(x1)").gradient(at_nought), [[0.0], [0.25]])
    np.testing.assert_array_equal(made("x**2").gradient(at_nought), [[0.0], [0.0]])
    np.testing.assert_array_equal(made("x**1").gradient(at_nought), [[1.0], [0.0]])


WRONG = [
    ("y", 0, "did you mean|choose one of"),
    ("sine(x)", 0, "did you mean 'sin'"),
    ("1 + cosx(x)", 4, "did you mean 'cos'"),
    ("x01", 0, "A formula knows no 'x01'"),
    ("sin(x, x)", 0, "'sin' is written sin(x)"),
    ("sin()", 0, "'sin' is written sin(x)"),
    ("bump(x, 1)", 0, "'bump' is written bump(x, at, width)"),
    ("bump(x, 1, widht=2)", 0, "'bump' is written bump(x, at, width)"),
    ("hinge(x, x=2)", 0, "'hinge' is written hinge(x, at)"),
    ("x(2)", 0, "A formula knows no 'x'|x"),
    ("2 * 'x'", 4, "made of x, numbers"),
    ("sin([x])", 4, "made of x, numbers"),
    ("__import__(x)", 0, "A formula knows no '__import__'"),
]


@pytest.mark.parametrize(("text", "place", "sentence"), WRONG)
def test_that_a_wrong_formula_is_pointed_at(text: str, place: int, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        made(text)
    assert caught.value.span.start == place
    assert any(part in str(caught.value) for part in sentence.split("|"))


@pytest.mark.parametrize(
    ("text", "at", "shown"),
    [
        ("log(x)", -2.0, "log(x) gives no finite number at x = -2"),
        ("1 / x", 0.0, "1 / x gives no finite number at x = 0"),
        ("sqrt(x - 5)", 4.5, "sqrt(x - 5) gives no finite number at x = 4.5"),
        ("exp(x)", 1e4, "exp(x) gives no finite number at x = 10000"),
    ],
)
def test_that_no_finite_number_is_an_input_error_with_the_place(
    text: str, at: float, shown: str
) -> None:
    with pytest.raises(InputError) as caught:
        made(text)(np.array([[7.0], [at], [8.0]]))
    assert shown in str(caught.value)
    assert "\n" not in str(caught.value)


def test_that_no_finite_slope_is_an_input_error_with_the_place() -> None:
    root = made("sqrt(x)")
    assert root(np.zeros((1, 1))) == [0.0]
    with pytest.raises(InputError, match="has no slope at x = 0"):
        root.gradient(np.zeros((1, 1)))


def test_that_a_list_is_several_formulas_and_one_is_one() -> None:
    assert [str(f) for f in functions(parse("[x, x**2 - 1]"))] == ["x", "x**2 - 1"]
    assert [str(f) for f in functions(parse("sin(x)"))] == ["sin(x)"]
    with pytest.raises(RecipeError, match="list of formulas is empty"):
        functions(parse("[]"))
