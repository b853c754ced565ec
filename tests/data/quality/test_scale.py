"""Indices stored as integers, and everything that only looks like them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.data.decisions import ABOUT
from gpstudio.data.quality import beside, codes, fills, range, repeated, zeros
from gpstudio.data.quality.scale import SCALES

from .conftest import Judged, decision

SEASON = [0.12, 0.2, 0.41, 0.68, 0.8, 0.77, 0.5, 0.3, 0.18, 0.15]


@pytest.mark.parametrize(
    ("factor", "chosen"),
    [(10_000.0, "divided by 10,000"), (1_000.0, "divided by 1,000"), (100.0, "divided by 100")],
)
@pytest.mark.parametrize("name", ["ndvi", "MOD13Q1_250m_16_days_EVI", "meanNDVI", "gcc_90"])
def test_that_a_bounded_index_is_brought_back(
    judged: Judged, factor: float, chosen: str, name: str
) -> None:
    # A tenth of a unit shows that these are no bytes.
    values = [factor * v + 0.01 for v in SEASON]
    if factor == 1_000.0:
        values = [factor * v for v in SEASON]
        entries = judged(values, name)
        assert decision(entries, "scale")[1]  # 800 may be a poor 10,000 or a rich 1,000
        entries = judged(values, name, answers={"scale": chosen})
    else:
        entries = judged(values, name)
    assert decision(entries, "scale") == (chosen, "")
    np.testing.assert_allclose(entries.value, SEASON, atol=1.01e-4)


@pytest.mark.parametrize("fault", [9_999.0, 200.0])
def test_that_a_fault_does_not_tell_the_scale(judged: Judged, fault: float) -> None:
    """The bulk of the readings does: the largest alone may be anything."""
    entries = judged([*(100.0 * v + 0.01 for v in 12 * SEASON), fault])
    assert decision(entries, "scale") == ("divided by 100", "")
    assert (entries.value[entries.ledger.used] < 1.0).all()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("NDVI (x1000)", "NDVI"),
        ("ndvi_x10000", "ndvi"),
        ("NDVI*10000", "NDVI"),
        ("EVI [× 10,000]", "EVI"),
        ("EVI (scaled by 10000)", "EVI"),
        ("GCC (%)", "GCC"),
        ("NDVI in %", "NDVI"),
        ("NDVI %", "NDVI"),
        ("MOD13Q1_250m_16_days_EVI", "MOD13Q1_250m_16_days_EVI"),
        ("ndvi_max10", "ndvi_max10"),
        ("ndvi_10", "ndvi_10"),
    ],
)
def test_that_numbers_that_were_divided_lose_their_factor(
    judged: Judged, written: str, told: str
) -> None:
    values = [1_000.0 * v for v in SEASON]
    divided = judged(values, written, answers={"scale": "divided by 1,000"})
    assert divided.value_name == told
    assert judged(values, written, answers={"scale": "as written"}).value_name == written
    assert judged([1e-3 * v for v in values], written).value_name == told


@pytest.mark.parametrize("name", ["lai", "t2m", "height", "y", "exg", "yield", "evidence"])
def test_that_nothing_else_is_rescaled(judged: Judged, name: str) -> None:
    values = [1200.0, 4000.0, 8000.0, 9900.0]
    entries = judged(values, name)
    assert entries.value.tolist() == values
    assert decision(entries, "scale") == ("", "")


def test_that_noise_beyond_the_bound_is_no_scale(judged: Judged) -> None:
    entries = judged([*SEASON, 1.2, -0.3, 3.2] + SEASON * 12)
    assert decision(entries, "scale") == ("", "")
    assert entries.value[10] == 1.2


def test_that_bytes_are_asked_for(judged: Judged) -> None:
    entries = judged([0.0, 40.0, 120.0, 180.0, 200.0, 199.0])
    chosen, question = decision(entries, "scale")
    assert "how is it scaled" in question
    assert chosen == "divided by 255"


@pytest.mark.parametrize(
    ("choice", "written", "read"),
    [
        ("as written", 180.0, 180.0),
        ("divided by 255", 255.0, 1.0),
        ("less 100, divided by 100", 180.0, 0.8),
        ("times 0.004, less 0.08", 250.0, 0.92),  # PROBA-V: NDVI = 0.004 DN - 0.08
        ("divided by 10,000", 4826.88, 0.482688),
    ],
)
def test_that_an_answer_is_obeyed_for_any_column(
    judged: Judged, choice: str, written: float, read: float
) -> None:
    entries = judged([written, written], "soil", answers={"scale": choice})
    np.testing.assert_allclose(entries.value, read, rtol=1e-15)


def test_that_fills_go_before_the_scale_is_looked_for(judged: Judged) -> None:
    values = [10_000 * v + 0.5 for v in SEASON]
    entries = judged([*values, -3000.0, -3000.0])
    assert decision(entries, "scale")[0] == "divided by 10,000"
    assert int(entries.ledger.used.sum()) == len(SEASON)


def test_that_every_judgement_can_be_answered() -> None:
    told = {
        "scale": tuple(SCALES),
        "fills": fills.CHOICES,
        "range": range.CHOICES,
        "outside": range.CHOICES,
        "zeros": zeros.CHOICES,
        "quality": beside.CHOICES,
        "flag": codes.CHOICES,
        "repeated": repeated.CHOICES,
    }
    assert {about: set(ABOUT[about]) for about in told} == {a: set(c) for a, c in told.items()}
