"""The formula a kernel shows is read as people read it, and is the covariance it computes.

Factors side by side are multiplied; a product written without a space stands below the line as a
whole, so that r²/2ℓ² is r²/(2ℓ²).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np
import pytest
from core.kernels.nonstationary_rows import NONSTATIONARY_ROWS
from core.kernels.rows import Row, of_others
from core.kernels.stationary_rows import FLAT_ROWS, STATIONARY_ROWS, STATIONARY_VARIANTS
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


def plain(formula: str, names: dict[str, float]) -> float:
    """With what a clause ``, s = …`` says of a name; other words say no more of one input."""
    first, *clauses = re.split(r", (?![^(]*\))", formula)
    for clause in clauses:
        name, equals, text = clause.partition(" = ")
        if equals:
            names = {**names, name: Reader.value(text, names)}
    return Reader.value(first, names)


ALL = {**STATIONARY_ROWS, **STATIONARY_VARIANTS, **FLAT_ROWS, **NONSTATIONARY_ROWS}
ROWS = {name: row for name, row in ALL.items() if row.letters}
READ = [name for name, row in ROWS.items() if row.letters is not of_others]


def family_of(row: Row) -> str:
    return parse(row.text).name  # type: ignore[union-attr, no-any-return]


def test_that_every_family_says_what_the_letters_of_its_formula_stand_for() -> None:
    assert {family_of(row) for row in ROWS.values()} == set(KERNELS.names), (
        "one row of each kernel names the letters of its formula"
    )


@pytest.mark.parametrize("name", READ)
def test_that_the_formula_shown_is_the_covariance(name: str) -> None:
    row = ROWS[name]
    assert row.letters is not None
    x, z = np.array([-2.1, -0.3, 0.4, 3.9]), np.array([-1.7, 0.9, 2.2])
    formula = KERNELS[family_of(row)].spec.formula
    block = build_kernel(parse(row.text)).block(x[:, None], z[:, None])
    for i, one in enumerate(x):
        for j, other in enumerate(z):
            names = {"x": one, "x′": other, "r": abs(one - other), "π": math.pi}
            right = plain(formula, {**names, **row.letters(one, other)})
            assert block[i, j] == pytest.approx(right, rel=1e-12)
