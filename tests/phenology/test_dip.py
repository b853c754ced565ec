"""The dip in bloom, on every draw."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.measures.dip import Dip
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_chain import Known, date_by_template
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.phenology.templates import load_template

DAYS = np.arange(0.0, 301.0)
SHIFTS = np.array([-4.0, 0.0, 3.0])


def canola(time: Floats, dip: float, depth: float = 0.12) -> Floats:
    """A broad season with a dip of three weeks in bloom."""
    season = 0.2 + 0.6 * np.exp(-(((time - 150.0) / 60.0) ** 4))
    return np.asarray(season - depth * np.exp(-0.5 * ((time - dip) / 8.0) ** 2))


def drawn(curves: Floats, dips: tuple[float, ...]) -> SteadyCurves:
    season = Season("1", 0.0, 130.0, 300.0, False, False, dips)
    return SteadyCurves(season, DAYS, curves)


def test_that_every_draw_has_its_own_dip() -> None:
    curves = np.stack([canola(DAYS, 155.0 + shift) for shift in SHIFTS], axis=1)
    assert Dip().of(drawn(curves, (155.0,))) == pytest.approx(155.0 + SHIFTS, abs=1.0)


def test_that_a_season_without_a_dip_has_no_date_of_one() -> None:
    curves = np.stack([canola(DAYS, 155.0)] * 3, axis=1)
    assert np.isnan(Dip().of(drawn(curves, ()))).all()


def test_that_a_draw_that_only_falls_there_has_none() -> None:
    falling = np.stack([canola(DAYS, 155.0), 0.9 - 0.002 * DAYS], axis=1)
    found = Dip().of(drawn(falling, (155.0,)))
    assert np.isfinite(found[0])
    assert np.isnan(found[1])


def test_that_of_two_dips_the_deepest_counts() -> None:
    two = canola(DAYS, 130.0, 0.05) - 0.15 * np.exp(-0.5 * ((DAYS - 175.0) / 8.0) ** 2)
    found = Dip().of(drawn(two[:, None], (130.0, 175.0)))
    assert found[0] == pytest.approx(175.0, abs=2.0)


def test_that_canola_flowers_where_its_index_dips() -> None:
    random = np.random.default_rng(0)
    curves = np.stack([canola(DAYS, 155.0 + s) for s in random.normal(0.0, 1.5, 200)], axis=1)
    season = drawn(curves, (155.0,))
    template = load_template("canola")
    known = Known("NDVI", 130.0, {"dip": Dip().of(season), "peak": season.peak_dates})
    stages = {s.what.name: s for s in date_by_template(template, known, 200, random, str)}
    flowering = stages["flowering"]
    assert np.median(flowering.dates) == pytest.approx(155.0, abs=3.0)
    assert any("dip" in words for words in flowering.summary.basis)
