"""Files of every format that there was still open, and what is newer is said to be."""

from __future__ import annotations

import importlib.util
import math
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.table import Table
from gpstudio.session.document import Document
from gpstudio.session.facts import Seen, Sown
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import Score
from gpstudio.session.project.codec.document import found_in
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project
from gpstudio.session.project.schema import VERSION
from gpstudio.session.project.store import save
from gpstudio.session.request import Request
from gpstudio.session.season_map.weeks import FieldYear

FORMATS = Path(__file__).with_name("formats")
KEPT = sorted(FORMATS.glob("v*.gpstudio"))
EARLIER = sorted(FORMATS.glob("earlier_*.gpstudio"))
"""Written before fields were added to records of the present format: they are read as usual."""


def test_that_a_file_of_every_format_is_kept() -> None:
    assert [path.name for path in KEPT] == [f"v{n}.gpstudio" for n in range(1, VERSION + 1)]


@pytest.mark.parametrize("kept", [*KEPT, *EARLIER], ids=lambda path: path.stem)
def test_that_every_format_opens_with_what_was_saved_in_it(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    with Project.open(path) as project:
        assert project.contents.problems == ()
        found = found_in(project.contents)
        project.save(project.contents.parts.values())
    document = found.document
    assert found.lost == ()
    assert document.table is not None
    _check_readings(document.table)
    _check_what_is_known(document)
    _check_fit(document.fits)
    _check_lessons(document)
    _check_kept(document)
    assert (document.population is None) == (kept in EARLIER)
    if document.population is not None:
        ((crop, wheat),) = document.population.crops
        assert (crop, wheat.kernel, wheat.shared.centre[0]) == ("wheat", "matern52", 3.5)
        assert document.population.apart[0][1].covariance[0] == (1.0, 0.0, 0.0)
    assert (document.present_map is None) == (kept in EARLIER)
    if document.present_map is not None:
        assert document.present_map.rows[1] == FieldYear("east", 2019, 17_900.0)
        assert document.present_map.places.tolist() == [[1.5, -0.5], [-1.5, 0.5]]
    said = {} if kept in EARLIER else {"west": {"variety": "Tommi", "note": "by the river"}}
    assert document.labels == said
    assert document.recipe.text("kernel") == "0.1 * matern32(held(40)) + white(0.01)"
    if kept in EARLIER:  # there were no scales: its results are of readings as they are
        recipes = [
            document.recipe,
            *(fit.posterior.learned.written for fit in document.fits.values()),
        ]
        assert {recipe.text("scale") for recipe in recipes} == {"identity"}
    assert load(path).parts.keys() == project.contents.parts.keys()


def _check_readings(table: Table) -> None:
    west, east = table.series
    # written out here, and not taken from what wrote the file: that may change
    assert (west.group, east.group) == ("west", "east")
    assert (west.time[0], west.time[-1]) == (18_000.0, 18_200.0)
    assert west.value[10] == 0.2 + 0.6
    assert west.value.tolist() == [0.2 + 0.6 / (1 + (k / 4 - 2.5) ** 2) for k in range(21)]
    assert east.weight is not None
    assert east.weight.tolist() == np.linspace(0.5, 1.0, 21).tolist()
    assert east.aside is not None
    assert east.aside[1].tolist() == [7.0, -3.0]
    assert west.excluded is not None
    assert (west.excluded.time.tolist(), west.excluded.value.tolist()) == ([18_031.0], [0.9])
    assert table.sentence == (
        "42 readings of 2 fields, comma, dates as , year first because 2019-04-14 occurs; "
        "2 rows set aside: out of the range of an index"
    )


def _check_what_is_known(document: Document) -> None:
    assert document.selected == "east"
    assert document.request == Request(30.0, None, None, "wheat", "NDVI", mean_temperature=18.0)
    west, east = document.facts_of("west"), document.facts_of("east")
    assert (west.crop, west.windows) == ("wheat", ((18_010.0, 18_190.0),))
    assert west.sowings == (Sown(17_950.0, "wheat", "2019"),)
    assert west.seen == (Seen("heading", 18_095.0, "2019"),)
    station = east.temperatures
    assert station is not None
    assert station is west.temperatures
    assert (station.extremes, station.set_aside) == (True, 1)
    assert station.low.tolist() == [0.25 * k for k in range(60)]


def _check_lessons(document: Document) -> None:
    wheat = document.lessons.calibrations["wheat"]
    assert document.lessons.remarks == ("too few dates",)
    assert wheat.anchors[0].rows[0].days == -2.5
    assert wheat.stages[0].shift.sd == 3.0
    assert document.fits["west"].basis.taught == document.lessons.told


def _check_kept(document: Document) -> None:
    before, newest = document.kept_of("west")
    assert (before.recipe.text("learning"), before.when) == ("averaged", 1_600_000_000.5)
    assert (before.kernel, before.log_evidence, before.count) == ("0.5 * rbf(32)", 10.25, 20)
    assert before.score == Score(20.5, 0.9375, 16)
    assert before.curve is not None
    assert before.curve.mean[10] == 0.25 + 0.5
    assert before.curve.upper[10] == 0.25 + 0.5 + 0.125
    assert document.marks.pinned == {before.key}
    assert newest.is_of(document.fits["west"])
    assert (newest.when, newest.score) == (1_600_000_060.0, Score(21.5, 1.0, 21))


def _check_fit(fits: Mapping[str, Fit]) -> None:
    (fit,) = fits.values()
    assert (fit.series.group, fit.index, fit.report.log_evidence) == ("west", "NDVI", 12.5)
    assert fit.report.remarks == ("few readings",)
    assert fit.report.climbs.heights == ((1.5, 2.25, 2.5), (2.0,))
    assert fit.report.solver_residuals == (0.5, 0.125)
    assert fit.curve.mean[100] == 0.2 + 0.6
    assert fit.curve.forecast(fit.series).is_forecast.sum() == 30
    (heading,) = fit.stages
    assert (heading.stage, heading.date, heading.observed) == ("heading", 18_096.5, 18_095.0)
    assert (heading.days_late, heading.prior) == (-3.5, (18_088.0, 18_100.0, 18_112.0))
    assert heading.grade is not None
    (past,) = fit.dates.pasts
    assert (past.name, past.crop, len(past.time)) == ("2019", "wheat", 201)
    assert heading.grade.written == "B: gap"
    assert [season.name for season in fit.seasons] == ["2019"]
    assert fit.posterior.members.weights.tolist() == [0.75, 0.25]
    assert fit.posterior.noise == math.exp(-6.0)
    mean, variance = fit.posterior.predict(fit.series.time[:, None])
    assert np.abs(mean - fit.series.value).max() < 0.1
    assert (variance > 0.0).all()


@pytest.mark.skipif(VERSION > 1, reason="what wrote the older formats is gone")
def test_that_the_kept_file_is_what_is_written_now() -> None:
    """As long as a version is not done, its file follows it: run formats/make.py."""
    spec = importlib.util.spec_from_file_location("make", FORMATS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    now = {part.name: bytes(part.content) for part in make.parts_of_document(make.document())}
    kept = {name: bytes(part.content) for name, part in load(KEPT[-1]).parts.items()}
    assert now == kept


def test_that_an_older_format_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    """As if there had been a version 0 that called its numbers otherwise."""
    path = tmp_path / "old.gpstudio"
    save(path, [json_part("horizon in weeks", 4), json_part("title", "Ähre")], version=0)

    def in_days(parts: Mapping[str, Part]) -> Mapping[str, Part]:
        kept = dict(parts)
        weeks = json_of(Contents(path, parts), kept.pop("horizon in weeks").name)
        return {**kept, "horizon": json_part("horizon", 7 * weeks)}

    steps = MappingProxyType({0: in_days})
    contents = load(path, steps)
    assert set(contents.parts) == {"horizon", "title"}
    assert json_of(contents, "horizon") == 28
    with Project.create(path, contents.parts.values()):
        pass
    assert json_of(load(path, {}), "horizon") == 28


def test_that_an_older_format_without_a_way_is_said(tmp_path: Path) -> None:
    path = tmp_path / "old.gpstudio"
    save(path, [json_part("title", "")], version=0)
    with pytest.raises(InputError, match=r"'old\.gpstudio' has format 0, which"):
        load(path, {})


@pytest.mark.parametrize("parts", [(), (json_part("title", ""),)])
def test_that_a_newer_format_is_refused_and_left_as_it_is(
    tmp_path: Path, parts: tuple[Part, ...]
) -> None:
    path = tmp_path / "new.gpstudio"
    save(path, parts, version=VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(InputError, match="was saved by a newer GP Studio"):
        Project.open(path)
    assert path.read_bytes() == before
