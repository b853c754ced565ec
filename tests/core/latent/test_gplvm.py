"""``GPLVM`` as a script sees it."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPLVM
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError


def rows(count: int = 40) -> Floats:
    random = np.random.default_rng(4)
    hidden = random.uniform(-1.5, 1.5, (count, 1))
    bends = np.linspace(0.6, 2.2, 5)
    return 3.0 + 10.0 * np.sin(hidden * bends + bends) + random.normal(size=(count, 5))


def test_it_tells_in_the_units_of_its_rows() -> None:
    small, large = (GPLVM(1, points=8).fit(rows() * size) for size in (1.0, 1000.0))
    assert 0.3 < small.noise_ < 3.0
    assert large.noise_ == pytest.approx(1e6 * small.noise_, rel=0.01)
    assert large.bound_ == pytest.approx(small.bound_ - 200 * np.log(1000.0), abs=1.0)
    assert small.embedding_.shape == small.embedding_std_.shape == (40, 1)
    values, deviations = small.inverse_transform(small.embedding_, return_std=True)
    assert abs(values - rows()).mean() < 1.5
    assert (deviations > 0.5).all()


def test_columns_have_noise_of_their_own_where_that_is_asked_for() -> None:
    loud = rows(120)
    loud[:, 3] += 4.0 * np.random.default_rng(5).normal(size=120)
    shared, own = (GPLVM(1, points=8, noise=noise).fit(loud) for noise in ("shared", "columns"))  # type: ignore[arg-type]
    assert isinstance(own.noise_, np.ndarray)
    assert own.noise_[3] > 5.0 * np.delete(own.noise_, 3).max()
    assert own.bound_ > shared.bound_ + 50.0
    holed = loud.copy()
    holed[:, [0, 3]] = np.nan
    _, deviation = own.impute(holed, return_std=True)
    assert deviation[:, 3].min() > 2.0 * np.median(deviation[:, 0])


def test_seen_cells_stay_and_holes_are_filled() -> None:
    whole = rows()
    model = GPLVM(1, points=8).fit(whole)
    holed = whole[:4].copy()
    holed[:, 2] = np.nan
    filled, deviation = model.impute(holed, return_std=True)
    assert np.array_equal(np.delete(filled, 2, axis=1), np.delete(holed, 2, axis=1))
    assert abs(filled[:, 2] - whole[:4, 2]).max() < 4.0 * deviation[:, 2].max()
    assert not np.delete(deviation, 2, axis=1).any()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (np.ones((5, 3)), "alike"),
        (np.array([[1.0, 2.0], [np.inf, 1.0], [0.0, 3.0]]), "infinite"),
        (np.array([[1.0, np.nan], [2.0, np.nan], [0.0, np.nan]]), "Column 2"),
        (np.array([[1.0, 2.0], [np.nan, np.nan], [0.0, 3.0]]), "Row 2"),
        (np.arange(5.0), "2 columns"),
    ],
)
def test_rows_that_make_no_map_are_refused_in_words(given: Floats, words: str) -> None:
    with pytest.raises(InputError, match=words):
        GPLVM(1).fit(given)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"learning": "ml2"}, "'variational' or 'map'"),
        ({"dimensions": 0}, "from 1"),
        ({"dimensions": 6}, "take fewer"),
        ({"points": 2.5}, "whole number"),
        ({"noise": "none"}, "'shared' or 'columns'"),
    ],
)
def test_choices_that_do_not_fit_are_refused_in_words(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        GPLVM(**wrong).fit(rows())  # type: ignore[arg-type]


def test_rows_that_are_copies_lie_on_one_another() -> None:
    model = GPLVM(1, points=8).fit(np.tile(rows(5), (4, 1)))
    assert np.isfinite(model.bound_)
    np.testing.assert_allclose(model.embedding_[:5], model.embedding_[5:10], atol=1e-3)


def test_places_of_another_size_are_refused() -> None:
    with pytest.raises(InputError, match="of 1 numbers"):
        GPLVM(1, points=8).fit(rows()).inverse_transform(np.zeros((3, 2)))


def test_scikit_learns_own_checks() -> None:
    pytest.importorskip("sklearn")
    from sklearn.utils.estimator_checks import check_estimator

    failed = [
        told["check_name"]
        for told in check_estimator(GPLVM(points=6), on_fail=None)
        if told["status"] == "failed"
    ]
    assert not failed
