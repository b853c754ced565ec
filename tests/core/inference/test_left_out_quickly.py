"""Readings left out along the compiled road: one look at the curve instead of a solution."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.left_out import LeftOut
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.task import QUIET

RANDOM = np.random.default_rng(5)
X = np.sort(RANDOM.uniform(0.0, 300.0, 30))
Y = 0.4 + 0.2 * np.sin(X / 30.0) + 0.05 * RANDOM.standard_normal(30)
CLOUDED = np.where(np.arange(30) % 7 == 3, Y - 0.3, Y)
GAPS = np.where(np.arange(30) % 5 == 2, np.nan, Y)

CASES: dict[str, tuple[Floats, dict[str, object], dict[str, object]]] = {
    "a level": (Y, {}, {}),
    "no level": (Y, {"mean": "zero", "kernel": "matern52"}, {}),
    "missing ones": (GAPS, {}, {}),
    "weights": (Y, {}, {"sample_weight": 1.0 + np.arange(30.0) % 3}),
    "noises of their own": (Y, {}, {"relative_noise": 1.0 + np.arange(30.0) % 3}),
    "known noises": (Y, {}, {"noise_std": 0.03 + 0.01 * (np.arange(30.0) % 3)}),
    "a scale": (Y, {"scale": "logit(-0.1, 1.05)"}, {}),
    "two sorts": (CLOUDED, {"noise": "clouded"}, {}),
    "two sorts on a scale": (CLOUDED, {"noise": "clouded", "scale": "logit(-0.2, 1.05)"}, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_that_a_look_tells_what_a_solution_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values, words, given = CASES[name]
    members = _members(values, words, given)
    slow = Members.left_out(members, QUIET)
    monkeypatch.setattr(Members, "left_out", _never)
    quick = members.left_out(QUIET)
    for ours, theirs in zip(_told(quick), _told(slow), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-9)
    assert quick.told == np.isfinite(values).sum()


def test_that_a_solution_tells_where_a_look_has_no_digits() -> None:
    """What the others leave open is 10⁸ times the noise: taking back what a reading said itself
    leaves half of the sixteen digits."""
    members = _members(np.sin(X / 30.0), {"kernel": "matern52"}, {"noise_std": 1e-7})
    slow = Members.left_out(members, QUIET)
    assert float(np.max(slow.variance)) > 1e8 * 1e-14
    for ours, theirs in zip(_told(members.left_out(QUIET)), _told(slow), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def _members(values: Floats, words: dict[str, object], given: dict[str, object]) -> MaternMembers:
    fitted = GPRegressor(**{"kernel": "matern32", **words}).fit(X, values, **given)  # type: ignore[arg-type]
    members = fitted._posterior.members
    assert isinstance(members, MaternMembers)
    return members


def _told(found: LeftOut) -> tuple[Floats, ...]:
    return found.mean, found.variance, found.log_densities, found.residuals


def _never(*_: object) -> LeftOut:
    raise AssertionError("a solution was made")
