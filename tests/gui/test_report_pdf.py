"""The report of a field: one page of paper that holds what was found and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPageSize
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.decisions import SetAside
from gpstudio.data.excluding import without
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.gui.report_pdf.account import account_of
from gpstudio.gui.report_pdf.figure import MOST_DOTS, TimeSpan, _dots, season_of, whole_of
from gpstudio.gui.report_pdf.overview import overview_of
from gpstudio.gui.report_pdf.overview_page import evenly
from gpstudio.gui.report_pdf.paper import MARGIN, page_size
from gpstudio.gui.report_pdf.scales import PaperScales, even
from gpstudio.gui.report_pdf.write import write_reports
from gpstudio.gui.window import Window as MainWindow
from gpstudio.gui.words import stage_title, time_text
from gpstudio.phenology.quality import Grade
from gpstudio.phenology.templates import load_template
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.facts import Facts, Sown
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

from .conftest import PATIENCE
from .pdf_reading import Document

RECIPE = Recipe.of(kernel="matern32", learning="ml2(restarts=0)")
MADE = date(2026, 3, 14)
LONG = "Farm of the widow Bolte, block 17 behind the mill, irrigated, treatment B / plot "


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(resource(*SAMPLE))


@pytest.fixture(scope="module")
def wheat(table: Table) -> Fit:
    """Ten stages, three readings taken out."""
    series = table.series[0]
    series = without(series, (series.time > 19_279) & (series.time < 19_284))
    return fit_series(series, RECIPE, Request(stages="wheat"))


def bare(name: str = "Bare") -> Fit:
    random = np.random.default_rng(1)
    time = 18_000.0 + 8.0 * np.arange(50)
    value = 0.2 + 0.01 * random.standard_normal(50)
    return fit_series(Series(name, time, value, "date", "NDVI", True), RECIPE)


def numbered() -> Fit:
    """Times that are no dates."""
    time = 3.0 * np.arange(60)
    value = np.exp(-0.5 * ((time - 90.0) / 20.0) ** 2)
    aside = (time[5:8], np.array([0.9, 0.95, 0.7]))
    return fit_series(Series("", time, value, "x", "signal", False, aside=aside), RECIPE)


def report(tmp_path: Path, *fits: Fit, table: Table | None = None, size: str = "A4") -> Document:
    paper = QPageSize(QPageSize.PageSizeId[size])
    path = write_reports(tmp_path / "report.pdf", fits, table, made=MADE, size=paper)
    return Document(path)


def test_that_a_field_takes_one_page_with_letters_of_its_own(
    wheat: Fit, table: Table, tmp_path: Path
) -> None:
    made = report(tmp_path, wheat, table=table)
    assert len(made.pages) == 1
    assert made.size(0) == (595.0, 842.0)
    assert sorted(name.partition("+")[2] for name, _ in made.fonts) == [
        "DejaVuSans",
        "DejaVuSans-Bold",
    ]
    assert all(embedded for _, embedded in made.fonts)
    assert b"/Subtype /Image" not in made.data


def test_that_the_head_says_what_of_and_when(wheat: Fit, table: Table, tmp_path: Path) -> None:
    text = report(tmp_path, wheat, table=table).text(0)
    for words in (
        "ALARC2_Smith6", "wheat", "ndvi", SAMPLE[1], "2026-03-14", f"GP Studio {__version__}",
    ):  # fmt: skip
        assert words in text


def test_that_the_only_field_of_a_table_is_called_after_its_file(tmp_path: Path) -> None:
    """On screen too it is."""
    fit = bare("")
    table = replace(read_table(resource(*SAMPLE)), path=Path("mill.csv"), series=(fit.series,))
    made = report(tmp_path, fit, table=table)
    assert made.text(0).startswith("mill")


def test_that_every_stage_stands_in_the_table_with_its_intervals(
    wheat: Fit, tmp_path: Path
) -> None:
    made = report(tmp_path, wheat)
    runs = made.written(0)
    newest = [s for s in wheat.stages if s.season == wheat.seasons[-1].name]
    assert len(newest) == sum(stage.shown for stage in load_template("wheat").stages)
    for stage in newest:
        (row,) = {
            r.y for r in runs if r.text == stage_title(stage.stage) and r.font == "DejaVuSans"
        }
        beside = [r.text for r in sorted(runs, key=lambda r: r.x) if abs(r.y - row) < 0.5]
        assert time_text(stage.date, wheat.series.clock) in beside
        if stage.date is not None:
            ends = [time_text(t, wheat.series.clock)[5:] for t in (stage.lower90, stage.upper90)]
            assert " to ".join(ends) in beside
            ends = [time_text(t, wheat.series.clock)[5:] for t in (stage.lower50, stage.upper50)]
            assert " to ".join(ends) in beside
            assert stage.grade is not None
            assert f"{stage.grade.letter} {stage.grade.title.lower()}" in beside
        before = next(s for s in wheat.stages if (s.season, s.stage) == ("2021b", stage.stage))
        assert time_text(before.date, wheat.series.clock) in beside


def test_that_reasons_and_notes_are_told_in_words(wheat: Fit, tmp_path: Path) -> None:
    text = " ".join(report(tmp_path, wheat).text(0).split())
    for stage in wheat.stages:
        if stage.season == wheat.seasons[-1].name and stage.remark:
            assert stage.remark[1:60] in text
    assert wheat.dates.findings.candidates[-1].reason[1:] in text
    assert "What the words mean" in text
    assert "Half of the ears stand out of the leaf sheath." in text


def test_that_it_says_how_it_was_made(wheat: Fit, table: Table, tmp_path: Path) -> None:
    cloudy = replace(table, set_aside=(SetAside("are flagged as cloud", 3_400),))
    facts = Facts(sowings=(Sown(19_200.0),), windows=((19_000.0, 19_100.0),))
    known = wheat.with_dates(wheat.dates, replace(wheat.basis, facts=facts))
    text = report(tmp_path, known, table=cloudy).text(0)
    for words in (
        "How it was made", "matern32(", "Log evidence", f"{wheat.report.log_evidence:.6g}",
        "130", "3 readings by hand", "in the whole file: 3,400 are flagged as cloud",
        "2022-07-27", "1 season", "three hourly", "none: days are counted at the crop's own mean",
    ):  # fmt: skip
        assert words in text


def test_that_several_fields_take_a_page_each_after_one_that_sums_up(
    wheat: Fit, tmp_path: Path
) -> None:
    made = report(tmp_path, wheat, bare("South"), numbered())
    assert len(made.pages) == 4
    assert made.text(0).startswith("3 fields")
    assert "South" in made.text(2)
    assert "ALARC2_Smith6" not in made.text(2)
    assert made.information("Title") == "Stages of 3 fields"
    assert made.information("Creator") == f"GP Studio {__version__}"


def test_that_a_field_without_a_season_says_so_and_has_no_table(tmp_path: Path) -> None:
    text = report(tmp_path, bare()).text(0)
    assert "No season: amplitude" in text
    assert "90 % interval" not in text


def test_that_numbers_stand_in_place_of_dates_where_times_are_numbers(tmp_path: Path) -> None:
    fit = numbered()
    text = report(tmp_path, fit).text(0)
    peak = next(s for s in fit.stages if s.stage == "peak")
    assert f"{peak.date:.5g}" in text
    assert f"{peak.lower90:.5g} to {peak.upper90:.5g}" in text
    assert "set aside" in text
    assert "BBCH" not in text  # of a column in which nothing stands


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("long", [False, True])
def test_that_nothing_is_written_beyond_the_margins(
    wheat: Fit, table: Table, tmp_path: Path, size: str, long: bool
) -> None:
    """However much there is to say."""
    fit = wheat
    if long:
        words = "readings are few and far between, and clouds were many at the time; " * 6
        stages = tuple(replace(s, note=words, definition=words) for s in fit.stages)
        series = replace(fit.series, group=LONG * 4 + "42")
        fit = replace(fit.with_dates(replace(fit.dates, stages=stages)), series=series)
        table = replace(table, set_aside=tuple(SetAside(words, n) for n in range(1, 6)))
    made = report(tmp_path, fit, table=table, size=size)
    assert len(made.pages) == 1
    width, height = made.size(0)
    for run in made.written(0):
        assert MARGIN - 1.0 <= run.x <= width - MARGIN
        assert MARGIN <= run.y <= height - MARGIN + 0.1
    if long:
        assert "42" in made.text(0).partition("Crop")[0]  # the end of a name is kept


def test_that_no_two_texts_lie_on_each_other(wheat: Fit, table: Table, tmp_path: Path) -> None:
    runs = sorted(report(tmp_path, wheat, table=table).written(0), key=lambda r: (r.y, r.x))
    for one, other in pairwise(runs):
        if abs(one.y - other.y) < 0.1:
            assert other.x - one.x > 0.9 * len(one.text), (one, other)


def test_that_people_get_the_paper_of_their_country() -> None:
    assert page_size("US").id() == QPageSize.PageSizeId.Letter
    assert page_size("DE").id() == QPageSize.PageSizeId.A4
    assert page_size("").id() == QPageSize.PageSizeId.A4


def test_that_seasons_of_the_same_place_in_their_year_stand_beside(wheat: Fit) -> None:
    assert account_of(wheat, None, MADE).earlier == ("2021b", "2020b")


def test_that_no_extreme_is_lost_where_readings_are_very_many() -> None:
    time = np.linspace(0.0, 1.0, 20_000)
    value = np.sin(40.0 * time)
    value[[777, 12_345]] = 5.0, -4.0
    scales = PaperScales(QRectF(0.0, 0.0, 100.0, 100.0), 0.0, 1.0, 0.0, 1.0, False)
    drawn = _dots(time, value, TimeSpan(0.0, 1.0), scales)
    assert len(drawn) <= MOST_DOTS
    heights = [y for _, y in drawn]
    assert min(heights) == pytest.approx(scales.y(np.array([5.0]))[0])
    assert max(heights) == pytest.approx(scales.y(np.array([-4.0]))[0])


def test_that_numbers_along_an_edge_are_round_and_nought_has_no_sign() -> None:
    assert even(-0.21, 1.05, 6) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [f"{n:g}" for n in even(-0.3, 0.3, 4)] == ["-0.2", "0", "0.2"]
    assert even(1e6, 1.2e6, 5) == [1.0e6, 1.05e6, 1.1e6, 1.15e6, 1.2e6]


def test_that_a_stop_or_a_fault_leaves_the_old_file(wheat: Fit, tmp_path: Path) -> None:
    class Stopping(Task):
        def check(self) -> None:
            raise Cancelled

    path = tmp_path / "report.pdf"
    path.write_bytes(b"what was there")
    with pytest.raises(Cancelled):
        write_reports(path, [wheat], task=Stopping())
    assert path.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(InputError, match="is a folder"):
        write_reports(tmp_path, [wheat])
    with pytest.raises(InputError, match="No field is fitted yet"):
        write_reports(path, [])


@pytest.mark.parametrize("action", ["export_report", "export_reports"])
def test_that_the_menu_writes_it(
    window: MainWindow,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
) -> None:
    opened(season)
    assert not window.commands[action].isEnabled()
    fitted()
    path = tmp_path / "out" / "report.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        window.commands[action].trigger()
    made = Document(path)
    assert len(made.pages) == 1
    assert "North" in made.text(0)
    assert season.name in made.text(0)


# --- the page that sums up ----------------------------------------------------------------------


def moved(fit: Fit, days: float, name: str, letter: str = "B") -> Fit:
    """The same field with all of its dates so much later, and of another grade."""
    shift = {
        side: lambda stage, side=side: (
            None if getattr(stage, side) is None else getattr(stage, side) + days
        )
        for side in ("date", "lower90", "upper90", "lower50", "upper50")
    }
    stages = tuple(
        replace(
            stage,
            grade=Grade(letter, ("gap",) if letter == "D" else (), ""),
            **{side: make(stage) for side, make in shift.items()},
        )
        for stage in fit.stages
    )
    other = replace(fit, series=replace(fit.series, group=name))
    return other.with_dates(replace(fit.dates, stages=stages))


@pytest.fixture(scope="module")
def many(wheat: Fit) -> list[Fit]:
    return [moved(wheat, 3.0 * place, f"Plot {place}", "BBABD"[place]) for place in range(5)]


def test_that_the_first_page_has_grades_dates_and_what_needs_a_look(
    wheat: Fit, many: list[Fit]
) -> None:
    seen = overview_of([*many, bare("Fallow")], None, MADE, {"Far": "it has 1 reading"})
    assert seen.title == "7 fields"
    assert seen.season == "2022"
    assert {letter: n for letter, _, n in seen.letters} == {"A": 1, "B": 3, "C": 0, "D": 1, "-": 2}
    newest = {s.stage: s for s in wheat.stages if s.season == wheat.seasons[-1].name}
    dated = [stage for stage in newest.values() if stage.date is not None]
    assert [one.stage for one in seen.stages] == [stage.stage for stage in dated]
    for spread, stage in zip(seen.stages, dated, strict=True):
        assert spread.dates == pytest.approx(stage.date + 3.0 * np.arange(5))
        assert spread.fields == tuple(f"Plot {place}" for place in range(5))
        assert spread.median == pytest.approx(stage.date + 6.0)
        assert spread.half_width == pytest.approx(0.5 * stage.width90)
    assert seen.looks == (
        ("Plot 4", "few readings"),
        ("Fallow", "no season"),
        ("Far", "it has 1 reading"),
    )
    assert seen.sentences[0].startswith("7 fields: 4 to use, 3 need a look")


def test_that_a_field_whose_newest_season_is_an_earlier_one_is_told(
    wheat: Fit, many: list[Fit]
) -> None:
    findings = wheat.dates.findings
    early = [c for c in findings.candidates if c.season.name < "2022"]
    stages = tuple(stage for stage in many[0].stages if stage.season < "2022")
    dates = replace(
        many[0].dates, findings=replace(findings, candidates=tuple(early)), stages=stages
    )
    late = many[0].with_dates(dates)
    seen = overview_of([late, *many[1:4]], None, MADE)
    assert len(seen.stages[0].dates) == 3
    assert ("Plot 0", "its newest season is 2021b") in seen.looks


@pytest.mark.parametrize("count", [2, 400])
def test_that_the_page_that_sums_up_is_one_page_within_the_margins(
    many: list[Fit], tmp_path: Path, count: int
) -> None:
    """However many fields need a look."""
    unfitted = {
        f"{LONG}{place}": "it has 1 reading; at least 3 are needed" for place in range(count)
    }
    paper = QPageSize(QPageSize.PageSizeId.A4)
    path = write_reports(tmp_path / "a.pdf", many, None, made=MADE, size=paper, unfitted=unfitted)
    made = Document(path)
    assert len(made.pages) == len(many) + 1
    text = made.text(0)
    for words in ("Fields by the grade", "Dates of season 2022", "Earliest", "What needs a look"):
        assert words in text
    assert ("more" in text) == (count > 100)
    width, height = made.size(0)
    for run in made.written(0):
        assert MARGIN - 1.0 <= run.x <= width - MARGIN
        assert MARGIN <= run.y <= height - MARGIN + 0.1


def test_that_very_many_dates_are_drawn_evenly_with_both_ends() -> None:
    dates = np.sort(np.random.default_rng(0).normal(size=10_000))
    drawn = evenly(dates)
    assert len(drawn) <= 300
    assert (drawn[0], drawn[-1]) == (dates[0], dates[-1])
    assert np.median(drawn) == pytest.approx(np.median(dates), abs=0.02)
    assert evenly(dates[:3]) == dates[:3].tolist()


# --- the season under way, and one in doubt -----------------------------------------------------


def test_that_all_of_the_season_under_way_is_shown_with_what_is_foretold() -> None:
    series = read_table(resource(*SAMPLE)).series[0]
    account = account_of(fit_series(series, RECIPE, Request()), None, MADE)
    ahead = account.fit.dates.ahead
    assert ahead is not None
    assert account.foretold is not None
    assert ahead.time[-1] > account.fit.curve.time[-1]
    for span in (season_of(account), whole_of(account)):
        assert span.last >= ahead.season.end
        assert span.first <= ahead.season.start


def test_that_a_season_in_doubt_says_so_in_the_stead_of_its_stages(
    many: list[Fit], tmp_path: Path
) -> None:
    doubtful = report(tmp_path, moved(many[0], 0.0, "Doubtful", "D"))
    assert "Dates in doubt: few readings" in doubtful.text(0)
    assert "interval of a date" not in doubtful.text(0)
    assert "Dates in doubt" not in report(tmp_path, many[0]).text(0)
