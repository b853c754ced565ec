"""Whole seasons to classes: growing years, what curves tell of them, and how sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gpstudio import classify_table, read_table
from gpstudio.core.classification.metric import Metric
from gpstudio.core.classification.model import Wanted
from gpstudio.core.errors import InputError
from gpstudio.core.language import Expression, Number, Product, parse
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates, iso_day
from gpstudio.data.table import Table
from gpstudio.session.classified import courses, sureness, swing
from gpstudio.session.classified.courses import (
    DRAWN,
    SeasonsAsked,
    could_have_been,
    season_rows,
)
from gpstudio.session.classified.growing import growing_year_of, seasons_of
from gpstudio.session.classified.learning import HowLearnt, classify
from gpstudio.session.classified.rows import ClassRows

PEAKS = {"barley": 150.0, "maize": 210.0}
FAST = {"inference": "laplace", "learning": "fixed", "kernel": "10*matern32(8)"}


def frame(
    fields: int = 12, years: int = 1, first: str = "2020-11-03", every: int = 12, seed: int = 0
) -> pd.DataFrame:
    """Bells whose day of the peak says the crop; the last two fields have no label."""
    random = np.random.default_rng(seed)
    begin = float(days_from_dates([first])[0])
    parts = []
    for place in range(fields):
        crop = ("barley", "maize")[place % 2]
        time = begin + np.arange(0.0, 360.0 * years, every)
        of_year = (time - days_from_dates(["2021-01-01"])[0]) % 365.25
        bell = np.exp(-(((of_year - PEAKS[crop] - random.normal(0.0, 4.0)) / 30.0) ** 2))
        parts.append(
            pd.DataFrame(
                {
                    "field": f"f{place:02d}",
                    "date": time.astype("datetime64[D]").astype(str),
                    "ndvi": (0.2 + 0.5 * bell + random.normal(0.0, 0.02, len(time))).round(4),
                    "crop": crop if place < fields - 2 else "",
                }
            )
        )
    return pd.concat(parts)


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(frame())


def test_that_fields_of_one_season_are_not_cut(table: Table) -> None:
    turn = growing_year_of(table.series)
    for field in table.series:
        (season,) = seasons_of(field, turn)
        assert season.name == "2021"
        assert len(season.series) == len(field)


def test_that_years_of_a_long_field_begin_where_all_are_least_green() -> None:
    fields = read_table(frame(4, years=3)).series
    turn = growing_year_of(fields)
    assert iso_day(turn)[5:7] in ("12", "01", "02")
    seasons = list(seasons_of(fields[0], turn))
    assert [season.name for season in seasons] == ["2021", "2022", "2023"]
    until = list(seasons_of(fields[0], turn, until=100.0))
    assert all(part.series.time[-1] <= part.begin + 100.0 for part in until)
    day = seasons[1].begin + 50.0
    assert [season.name for season in seasons_of(fields[0], turn, 50.0, day)] == ["2021", "2022"]


def test_that_numbers_have_no_growing_year(table: Table) -> None:
    undated = [replace(field, dated=False) for field in table.series]
    with pytest.raises(InputError, match="no dates"):
        growing_year_of(undated)


def test_that_a_season_is_told_by_its_curve_and_its_sizes(table: Table) -> None:
    told = season_rows(table, table.labels, SeasonsAsked("crop"))
    rows = told.rows
    assert rows.labels[:3] == ("barley", "maize", "barley")
    assert rows.labels[-2:] == ("", "")
    assert rows.features[: len(rows.days)][:2] == ("day 0", "day 16")
    begin = next(iter(seasons_of(table.series[0], told.turn))).begin
    where = rows.features.index("steepest_rise")
    # of a bell the rise is steepest a standard deviation before its peak
    peaks = np.array([PEAKS[crop] for crop in rows.labels[:10]]) - 30.0 / np.sqrt(2.0)
    found = rows.inputs[:10, where] + begin - days_from_dates(["2021-01-01"])[0]
    assert np.abs(found - peaks).max() < 14.0
    curve = table.series[0]
    at = np.array(rows.days) + begin
    near = np.interp(at, curve.time, curve.value)
    inside = (at >= curve.time[0]) & (at <= curve.time[-1])
    assert np.abs(rows.inputs[0, : len(at)] - near)[inside].max() < 0.08


def test_that_what_was_read_later_is_not_known(table: Table) -> None:
    day = float(days_from_dates(["2021-05-20"])[0])
    asked = SeasonsAsked("crop", day)
    rows = season_rows(table, table.labels, asked)
    later = frame()
    later.loc[later["date"] > "2021-05-20", "ndvi"] = 0.9
    other = season_rows(read_table(later), table.labels, asked)
    assert rows.turn == other.turn
    assert np.array_equal(rows.rows.inputs, other.rows.inputs)
    assert rows.rows.days[-1] <= rows.until


def test_that_numbers_are_learnt_from_whole_seasons_that_were_over_by_the_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the few readings up to the day of each year nobody tells noise from a harvest."""
    given: list[Series] = []

    def spy(known: None, fields: Sequence[Series], *rest: object) -> None:
        given.extend(fields)

    monkeypatch.setattr(courses, "population_known", spy)
    table = read_table(frame(4, years=2))
    day = float(days_from_dates(["2022-05-20"])[0])
    rows = season_rows(table, table.labels, SeasonsAsked("crop", day)).rows
    assert len(given) == len(rows) == 8
    lasts = sorted(series.time[-1] for series in given)
    assert max(lasts) <= day
    assert lasts[0] - min(series.time[0] for series in given) > 330.0, "the first year is whole"
    assert lasts[-1] > day - 12.0


def test_that_few_rows_say_little_of_directions_they_never_saw() -> None:
    random = np.random.default_rng(5)
    inputs, places = random.normal(size=(8, 30)), np.arange(8) % 2
    metric = Metric.within(inputs, places)
    new = metric(random.normal(size=(40, 30)))
    apart = np.mean((new[:20] - new[20:]) ** 2)
    assert 1.0 <= 0.5 * apart < 2.5, "a direction nobody saw is not taken for one that is quiet"


def test_that_curves_of_few_seasons_swing_as_rows_left_out_ask_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert swing.wider(parse("2 * rbf(3)"), lambda kernel: 0.0) is None
    best = parse("32 * rbf(3)")
    found = swing.wider(parse("2 * rbf(3)"), lambda kernel: -abs(_variance(kernel) - 30.0))
    assert found == best
    random = np.random.default_rng(0)
    names = np.array(["a", "b"])[np.arange(16) % 2]
    inputs = random.normal(size=(16, 6)) + 3.0 * (np.arange(16) % 2)[:, None]
    rows = ClassRows(
        "made", tuple("uvwxyz"), inputs, tuple(names.tolist()), ("",) * 16, (0,) * 16,
        fields=tuple(map(str, range(16))), seasons=("2021",) * 16,
    )  # fmt: skip
    how = HowLearnt(Recipe.of(), Wanted(), 0)
    wide = _variance(parse(classify(rows, how).model.kernels[0]))
    monkeypatch.setattr(swing, "TRIED", (1.0,))
    plain = _variance(parse(classify(rows, how).model.kernels[0]))
    assert wide / plain == pytest.approx(4.0, rel=1e-3), "so far apart that evidence is too shy"
    held = replace(how, recipe=Recipe.of(kernel="3 * rbf(2)", learning="fixed"))
    assert classify(rows, held).model.kernels == ("3 * rbf(2)",)


def test_that_probabilities_are_as_sure_as_rows_left_out_are_right() -> None:
    """Drawn from true probabilities, and told as their roots: squares give them back."""
    random = np.random.default_rng(0)
    true = random.dirichlet([0.3, 0.3, 0.3], 400)
    places = np.array([random.choice(3, p=row) for row in true])
    shy = sureness.raised(true, 0.5)
    assert sureness.asked_for(shy, places) == 2.0
    np.testing.assert_allclose(sureness.raised(shy, 2.0), true, atol=1e-12)
    assert sureness.asked_for(true, places) == 1.0
    assert sureness.asked_for(shy[:12], places[:12]) == 1.0, "so few cannot tell"
    assert (sureness.raised(shy, 4.0).argmax(axis=1) == true.argmax(axis=1)).all()
    gone = np.array([[0.6, 0.4, 0.0]])
    assert sureness.raised(gone, 3.0)[0, 2] == 0.0


def test_that_few_seasons_far_apart_are_told_surely(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no more surely than asked: a written kernel with its numbers is left as it is."""
    random = np.random.default_rng(0)
    places = np.arange(24) % 2
    inputs = random.normal(size=(24, 6)) + 4.0 * places[:, None]
    names = tuple(np.array(["a", "b"])[places].tolist())
    rows = ClassRows(
        "made", tuple("uvwxyz"), inputs, names, ("",) * 24, (0,) * 24,
        fields=tuple(map(str, range(24))), seasons=("2021",) * 24,
    )  # fmt: skip
    how = HowLearnt(Recipe.of(), Wanted(inference="laplace"), 0)
    monkeypatch.setattr(swing, "TRIED", (1.0,))
    found = classify(rows, how)
    assert found.by_all.power > 1.0
    assert "to the power" in found.model.report.reason
    monkeypatch.setattr(sureness, "TRIED", (1.0,))
    plain = classify(rows, how)
    assert plain.by_all.power == 1.0
    np.testing.assert_allclose(
        found.by_all.probabilities(rows),
        sureness.raised(plain.by_all.probabilities(rows), found.by_all.power),
        rtol=1e-9,
    )
    held = replace(how, recipe=Recipe.of(kernel="3 * rbf(2)", learning="fixed"))
    assert classify(rows, held).by_all.power == 1.0


def _variance(kernel: Expression) -> float:
    assert isinstance(kernel, Product)
    (number,) = (part.value for part in kernel.factors if isinstance(part, Number))
    return number


def test_that_a_badly_read_season_is_less_sure_and_others_are_left_as_they_are() -> None:
    random = np.random.default_rng(1)
    size, count = 4, 4_000
    usual = np.diag([1.0, 2.0, 0.5, 1.0])
    worse = usual.copy()
    worse[1, 1] = 40.0
    told = random.normal(size=(2, size))
    found = could_have_been(told, np.array([usual, worse]), usual, np.array([False, True]), count)
    assert np.array_equal(found[0], np.tile(told[0], (count, 1)))
    # by the law of total variance: what it is unsure of beside the usual
    assert np.cov(found[1].T) == pytest.approx(worse - usual, abs=2.0)
    assert found[1].mean(axis=0) == pytest.approx(told[1], abs=1e-6)


def test_that_chance_among_draws_is_no_uncertainty() -> None:
    random = np.random.default_rng(2)
    size = 20
    drawn = random.normal(size=(30, size, DRAWN))
    drawn[:, 0] *= 12.0  # badly read along the first alone
    spreads = np.array([np.cov(each) for each in drawn])
    told = np.zeros((30, size))
    found = could_have_been(told, spreads, np.eye(size), np.ones(30, dtype=bool), 400)
    assert (found[:, :, 0].std(axis=1) > 8.0).all()
    assert np.median(np.abs(found[:, :, 1:]).max(axis=(1, 2))) < 4.0


def test_that_a_season_with_a_long_gap_is_the_one_that_is_less_sure() -> None:
    cloudy = frame(12)
    lost = (cloudy["field"] == "f03") & cloudy["date"].between("2021-04-20", "2021-08-20")
    table = read_table(cloudy[~lost])
    rows = season_rows(table, table.labels, SeasonsAsked("crop")).rows
    assert rows.asked is not None
    unsure = (rows.asked != rows.inputs[:, None, :]).any(axis=(1, 2))
    assert [field for field, is_so in zip(rows.fields, unsure, strict=True) if is_so] == ["f03"]
    spread = rows.asked[3].std(axis=0)[: len(rows.days)]
    inside = (np.array(rows.days) > 170.0) & (np.array(rows.days) < 280.0)
    assert spread[inside].mean() > 3.0 * spread[~inside].mean()


def test_that_the_metric_makes_the_scatter_within_classes_one() -> None:
    random = np.random.default_rng(3)
    places = np.repeat([0, 1, 2], 400)
    mixed = random.normal(size=(1_200, 3)) @ random.normal(size=(3, 3))
    inputs = mixed + 5.0 * np.eye(3)[places]
    turned = Metric.within(inputs, places)(inputs)
    within = [np.cov(turned[places == place].T) for place in range(3)]
    plain = [np.cov(inputs[places == place].T) for place in range(3)]
    condition = np.linalg.cond(np.mean(within, axis=0))
    assert condition < 0.5 * np.linalg.cond(np.mean(plain, axis=0))


def test_that_seasons_are_foretold_from_python(tmp_path: Path) -> None:
    results = classify_table(
        frame(24), label="crop", time="date", value="ndvi", group="field", folds=3, **FAST
    )
    told = results.probabilities
    assert results.scores is not None
    assert results.scores.accuracy == 1.0
    asked = told[told["label"].fillna("") == ""]
    assert asked["field"].tolist() == ["f22", "f23"]
    assert asked["most_probable"].tolist() == ["barley", "maize"]
    assert set(told["season"]) == {"2021"}
    assert results.confusion["as_maize"].sum() == 11
    written = {path.name for path in results.write(tmp_path / "out")}
    assert written == {"probabilities.csv", "confusion.csv", "report.json"}
    assert "22 labelled seasons, 2 classes (barley, maize)" in results.words[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"label": "crops"}, "no column 'crops'"),
        ({"label": "crop", "as_of": "2020-11-20"}, "4 readings in a season"),
        ({"label": "crop", "multiclass": "all"}, "'all'"),
    ],
)
def test_that_what_cannot_be_told_is_said(words: dict[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        classify_table(frame(4), time="date", value="ndvi", group="field", **words)


def test_that_a_table_without_labels_is_told(table: Table) -> None:
    with pytest.raises(InputError, match="no label 'crop'"):
        season_rows(table, {}, SeasonsAsked("crop"))
