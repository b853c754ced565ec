"""The formula a kernel shows is read as people read it, and is the covariance it computes.

Factors side by side are multiplied; a product written without a space stands below the line as a
whole, so that r²/2ℓ² is r²/(2ℓ²).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import gamma, kv

from gpstudio.core.kernels import KERNELS, build_kernel
from gpstudio.core.language import parse

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ᵖ", "0123456789p")
TOKEN = re.compile(r" *[+−=] *|[/^()]| +|[⁰¹²³⁴⁵⁶⁷⁸⁹ᵖ]+|\d+|exp|sin|cos|K_ν|Γ|√|Σ|[a-zℓανσπφ]′?")
FUNCTIONS = {"exp": math.exp, "sin": math.sin, "cos": math.cos, "√": math.sqrt, "Γ": gamma}


@dataclass
class Reader:
    """Recursive descent over the tokens of one formula."""

    tokens: list[str]
    names: dict[str, float]

    @classmethod
    def value(cls, text: str, names: dict[str, float]) -> float:
        found = [t.strip() or " " for t in TOKEN.findall(text)]
        assert "".join(found).replace(" ", "") == text.replace(" ", "")
        reader = cls(found, names)
        result = reader.sum()
        assert not reader.tokens, reader.tokens
        return result

    def next_is(self, *wanted: str) -> bool:
        return bool(self.tokens) and self.tokens[0] in wanted

    def take(self, *wanted: str) -> bool:
        if self.next_is(*wanted):
            self.tokens.pop(0)
            return True
        return False

    def sum(self) -> float:
        total = -self.product() if self.take("−") else self.product()
        while self.next_is("+", "−"):
            sign = 1.0 if self.tokens.pop(0) == "+" else -1.0
            total += sign * self.product()
        return total

    def product(self) -> float:
        self.take("Σ")  # of one term
        self.take(" ")
        total = self.run()
        while self.next_is(" ", "/"):
            total = total / self.run() if self.tokens.pop(0) == "/" else total * self.run()
        return total

    def run(self) -> float:
        """Factors without a space between them."""
        total = self.power()
        while self.tokens and not self.next_is(" ", "/", "+", "−", ")", ",", "="):
            total *= self.power()
        return total

    def power(self) -> float:
        base = self.atom()
        if self.tokens and self.tokens[0].translate(RAISED) != self.tokens[0]:
            return float(base ** self.names_or_number(self.tokens.pop(0).translate(RAISED)))
        return float(base ** self.atom()) if self.take("^") else base

    def atom(self) -> float:
        token = self.tokens.pop(0)
        if token == "(":
            inner = self.sum()
            assert self.take(")")
            return inner
        if token == "K_ν":
            return float(kv(self.names["ν"], self.atom()))
        if token in FUNCTIONS:
            raised = self.tokens[0] != "(" and self.tokens[0].translate(RAISED) != self.tokens[0]
            power = float(self.tokens.pop(0).translate(RAISED)) if raised else 1.0
            return float(FUNCTIONS[token](self.atom()) ** power)
        return self.names_or_number(token)

    def names_or_number(self, token: str) -> float:
        return float(token) if token.isdigit() else self.names[token]


def shown(family: str) -> str:
    (spec,) = (entry.spec for entry in KERNELS if entry.spec.name == family)
    return spec.formula


def plain(formula: str, names: dict[str, float]) -> float:
    """With what a clause ``, s = …`` says of a name; other words say no more of one input."""
    first, *clauses = re.split(r", (?![^(]*\))", formula)
    for clause in clauses:
        name, equals, text = clause.partition(" = ")
        if equals:
            names = {**names, name: Reader.value(text, names)}
    return Reader.value(first, names)


def logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-(x + 0.6) / 0.8))


def between(x: float) -> float:
    return float(1.3 ** (1.0 - logistic(x)) * 4.0 ** logistic(x))


LENGTH = {"ℓ": 1.7}
CASES: dict[str, tuple[str, Callable[[float, float], dict[str, float]]]] = {
    "matern12": ("matern12(1.7)", lambda x, z: LENGTH),
    "matern32": ("matern32(1.7)", lambda x, z: LENGTH),
    "matern52": ("matern52(1.7)", lambda x, z: LENGTH),
    "rbf": ("rbf(1.7)", lambda x, z: LENGTH),
    "matern": ("matern(1.7, nu=0.8)", lambda x, z: {**LENGTH, "ν": 0.8}),
    "rational_quadratic": (
        "rational_quadratic(1.7, alpha=0.6)",
        lambda x, z: {**LENGTH, "α": 0.6},
    ),
    "periodic": ("periodic(1.7, period=2.3)", lambda x, z: {**LENGTH, "p": 2.3}),
    "cosine": ("cosine(2.3)", lambda x, z: {"p": 2.3}),
    "spectral_mixture": (
        "spectral_mixture(0.7, frequencies=0.4, scales=0.03)",
        lambda x, z: {"w": 0.7, "f": 0.4, "σ": 0.03},
    ),
    "constant": ("constant(2.5)", lambda x, z: {"c": 2.5}),
    "linear": (
        "linear(1.3, offset=0.4, centre=held(0.7))",
        lambda x, z: {"v": 1.3, "o": 0.4, "c": 0.7},
    ),
    "polynomial": (
        "polynomial(3, length=1.3, offset=0.4, centre=held(0.7))",
        lambda x, z: {"ℓ": 1.3, "o": 0.4, "c": 0.7, "p": 3.0},
    ),
    "gibbs": (
        "gibbs(1.3, after=4, at=-0.6, width=0.8)",
        lambda x, z: {"ℓ": between(x), "ℓ′": between(z)},
    ),
}
"""How each is written, and what the letters of its formula stand for between two places."""
OF_OTHERS = {"basis", "changepoint", "modulated", "exp", "white"}
"""Formulas of other kernels or of a person's functions; ``test_every_kernel`` has them by hand."""


def test_that_every_family_with_a_formula_of_numbers_has_its_case() -> None:
    assert set(CASES) | OF_OTHERS == set(KERNELS.names)


@pytest.mark.parametrize("family", CASES)
def test_that_the_formula_shown_is_the_covariance(family: str) -> None:
    text, letters = CASES[family]
    x, z = np.array([-2.1, -0.3, 0.4, 3.9]), np.array([-1.7, 0.9, 2.2])
    block = build_kernel(parse(text)).block(x[:, None], z[:, None])
    for i, one in enumerate(x):
        for j, other in enumerate(z):
            names = {"x": one, "x′": other, "r": abs(one - other), "π": math.pi}
            right = plain(shown(family), {**names, **letters(one, other)})
            assert block[i, j] == pytest.approx(right, rel=1e-12)
