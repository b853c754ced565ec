"""The season form: what is said there dates every field anew, without a fit and with undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.gui.curve.spots import LATER
from gpstudio.gui.literal import tip
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.season.field_form import known_of
from gpstudio.gui.season.files import ReadFacts
from gpstudio.gui.season.panel import SeasonPanel
from gpstudio.gui.season.words import index_remark, index_title
from gpstudio.gui.window import Window
from gpstudio.phenology.anchors import INDICES
from gpstudio.phenology.places import Place
from gpstudio.phenology.templates import OWN, crops, load_template
from gpstudio.phenology.thermal import temperatures_from_means
from gpstudio.session.commands import SelectField
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown
from gpstudio.session.field_commands import NoteSeen, NoteSowing, SetRequest, TakeFacts
from gpstudio.session.request import Request, regions

from .conftest import PATIENCE, Find
from .test_forms import write

NUMBERED = "step;ndvi\n1;0,2\n2;0,3\n3;0,6\n4;0,8\n5;0,7\n6;0,3\n7;0,2\n"


def choose(qtbot: QtBot, field: QComboBox, data: str) -> None:
    """Open the list and press Enter on an entry, as a person does."""
    place = field.findData(data)
    assert place >= 0, f"{field.objectName()} does not offer {data!r}"
    field.showPopup()
    view = field.view()
    view.setCurrentIndex(field.model().index(place, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    field.hidePopup()


def clear(qtbot: QtBot, field: QLineEdit) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def request(window: Window) -> Request:
    return window.desk.document.request


def dated(window: Window, qtbot: QtBot) -> None:
    """Wait until the shown field has the dates that are asked for."""
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=PATIENCE)


def test_that_a_crop_dates_its_stages_at_once_and_undo_takes_it_back(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    fitted()
    before = window.desk.document.fit
    assert before is not None
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    assert window.commands["undo"].text() == "&Undo change the crop"
    dated(window, qtbot)
    fit = window.desk.document.fit
    assert fit is not None
    assert fit.posterior is before.posterior  # dated anew, not fitted anew
    assert {stage.crop for stage in fit.stages} == {"wheat"}
    window.commands["undo"].trigger()
    dated(window, qtbot)
    assert request(window) == Request()
    assert find(QComboBox, "season_crop").currentData() == "curve"
    assert window.desk.document.fit is not None
    assert {stage.crop for stage in window.desk.document.fit.stages} == {""}


def test_that_no_stages_leaves_the_curve_and_no_dates(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    fitted()
    choose(qtbot, find(QComboBox, "season_crop"), "none")
    dated(window, qtbot)
    assert window.pages[StagesPage].view.table.stages.rowCount() == 0
    assert window.plot.mean.size > 100


def test_that_every_template_is_offered_with_its_title_and_note(
    window: Window, opened: Callable[[Path], None], season: Path, find: Find
) -> None:
    opened(season)
    field = find(QComboBox, "season_crop")
    assert [field.itemData(i) for i in range(field.count())] == ["curve", "none", *crops()]
    for crop in crops():
        template, place = load_template(crop), field.findData(crop)
        assert field.itemText(place) == template.title
        if template.note:
            assert field.itemData(place, Qt.ItemDataRole.ToolTipRole) == tip(template.note)


def test_that_what_only_a_template_asks_for_is_shown_only_with_one(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    names = ("season_hemisphere", "season_region", "season_degree_days", "field_crop")
    assert not any(find(QComboBox, name).isVisible() for name in names)
    choose(qtbot, find(QComboBox, "season_crop"), "canola")
    assert all(find(QComboBox, name).isVisible() for name in names)
    place = find(QLineEdit, "season_temperature").placeholderText()
    assert place.startswith(f"{load_template('canola').mean_temperature:g},")


def test_that_calendars_are_those_of_template_and_hemisphere(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    region = find(QComboBox, "season_region")
    choose(qtbot, find(QComboBox, "season_crop"), "canola")
    for hemisphere in ("", "north", "south"):
        choose(qtbot, find(QComboBox, "season_hemisphere"), hemisphere)
        offered = [region.itemData(i) for i in range(region.count())]
        assert offered == ["", *regions("canola", hemisphere)]
    southern = regions("canola", "south")[0]
    choose(qtbot, region, southern)
    assert request(window).region == southern
    choose(qtbot, find(QComboBox, "season_hemisphere"), "north")
    assert request(window) == replace(request(window), region="", hemisphere="north")


def test_that_the_remark_says_whether_thresholds_hold_for_the_index(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    remark = find(QLabel, "season_index_remark")
    assert not remark.isVisible()
    choose(qtbot, find(QComboBox, "season_crop"), "chickpea")
    assert remark.text() == "The template of chickpea holds for NDVI."
    choose(qtbot, find(QComboBox, "season_index"), "EVI")
    assert request(window).index == "EVI"
    assert "thresholds of one do not hold for the other" in remark.text()
    assert remark.property("rank") == "warning"
    choose(qtbot, find(QComboBox, "season_index"), "")
    assert request(window).index is None


def test_that_the_remark_names_what_the_template_cannot_see() -> None:
    wheat = load_template("wheat")
    for index in INDICES:
        sentence, _ = index_remark(wheat, index, index)
        blind = [s.name for s in wheat.stages if s.shown and s.curve and not s.curve_anchors(index)]
        assert all(name.replace("_", " ") in sentence for name in blind)
        assert ("holds for" in sentence) == (not blind)
    assert index_remark(None, "NDVI", "NDVI") == ("", True)
    assert "choose one" in index_remark(wheat, "greenness", "greenness")[0]
    assert "no thresholds of SAVI" in index_remark(wheat, "savi", "savi")[0]
    assert index_title("S2_NDVI_mean") == "NDVI"
    assert index_title("exg") == "ExG"


def test_that_a_mean_temperature_takes_a_comma_and_refuses_what_lets_no_crop_grow(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    field, error = find(QLineEdit, "season_temperature"), find(QLabel, "season_error")
    write(qtbot, field, "16,5")
    assert request(window).mean_temperature == 16.5
    write(qtbot, field, "165")
    assert request(window).mean_temperature == 16.5
    assert "lets no crop grow" in error.text()
    write(qtbot, field, "warm")
    assert "is not a number" in error.text()
    qtbot.keyClicks(field, "er")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not error.isVisible()
    assert field.text() == "16.5"
    clear(qtbot, field)
    assert request(window).mean_temperature is None


def test_that_the_day_that_is_asked_about_changes_what_has_passed(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    fitted()
    field = find(QLineEdit, "season_as_of")
    assert field.placeholderText() == "2021-08-25, the last reading"
    write(qtbot, field, "06/07/2021")
    assert "could be 2021-07-06 or 2021-06-07" in find(QLabel, "season_error").text()
    assert request(window).as_of is None
    write(qtbot, field, "15.7.2021")
    dated(window, qtbot)
    assert field.text() == "2021-07-15"
    fit = window.desk.document.fit
    assert fit is not None
    last = fit.series.time[-1]
    assert last <= 18823.0 < window.desk.document.series.time[-1]
    assert (window.plot.readings.spots.kind == LATER).sum() > 0
    assert not window.plot.readings.spots.movable.all()
    clear(qtbot, field)
    dated(window, qtbot)
    assert request(window).as_of is None
    assert window.desk.document.fit.series.time[-1] > last
    assert (window.plot.readings.spots.kind == LATER).sum() == 0


def test_that_another_table_is_not_fitted_again_for_the_day_of_the_last_one(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    opened(season)
    window.desk.do(SetRequest(replace(request(window), as_of=18_823.0)))
    other = tmp_path / "other.csv"
    other.write_text(season.read_text(encoding="utf-8"), encoding="utf-8")
    opened(other)
    assert request(window).as_of is None
    fitted()
    fit = window.desk.document.fit
    window.desk.do(SetRequest(replace(request(window), index="EVI")))
    assert not window.desk.is_busy
    dated(window, qtbot)
    assert window.desk.document.fit.has_curve_of(fit)


def test_that_a_day_which_leaves_too_little_is_told_beneath_the_form(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    write(qtbot, find(QLineEdit, "season_as_of"), "1.1.1999")
    assert "Nothing was read by 1999-01-01" in find(QLabel, "season_error").text()
    assert request(window).as_of is None


def test_that_a_field_has_a_crop_of_its_own(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    own = find(QComboBox, "field_crop")
    assert own.currentText() == "As above: Wheat"
    choose(qtbot, own, "canola")
    assert window.desk.document.facts_of("North").crop == "canola"
    window.desk.do(SelectField("South"))
    assert own.currentData() == ""
    window.desk.do(SelectField("North"))
    assert own.currentData() == "canola"
    for _ in range(3):
        window.commands["undo"].trigger()
    assert window.desk.document.facts_of("North").crop == ""
    assert own.currentData() == ""


def test_that_a_sowing_is_noted_shown_and_undone(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    sown, known = find(QLineEdit, "field_sown"), find(QLabel, "field_known")
    write(qtbot, sown, "1.4.2021")
    assert [s.day for s in window.desk.document.facts_of("North").sowings] == [18718.0]
    assert known.text() == "Sown 2021-04-01."
    assert sown.text() == ""
    write(qtbot, sown, "soon")
    assert "'soon' is no date" in find(QLabel, "field_error").text()
    window.commands["undo"].trigger()
    assert not known.isVisible()
    assert not find(QLabel, "field_error").isVisible()


def test_that_the_line_of_what_is_known_counts_everything() -> None:
    days = np.arange(18000.0, 18100.0)
    record = temperatures_from_means(days, np.full(100, 12.0))
    sowings = tuple(Sown(18000.0 + 365.0 * year, "wheat" * (year > 3)) for year in range(5))
    facts = Facts("", sowings, ((18000.0, 18200.0),), record, (Seen("heading", 18150.0),))
    assert known_of(facts) == (
        "Sown 2021-04-13, 2022-04-13, 2023-04-13 (wheat) and 2 times before; "
        "temperatures from 2019-04-14 to 2019-07-22; 1 observed date; 1 season drawn by hand."
    )
    assert known_of(Facts()) == ""


def told(document: Document, kind: str, path: Path, task: Task) -> ReadFacts:
    """Stands for reading: the name of the file is the crop of every field."""
    if path.stem == "broken":
        raise InputError("broken.csv has no column date.")
    groups = [series.group for series in document.table.series] if document.table else []
    found = {group: replace(document.facts_of(group), crop=path.stem) for group in groups}
    remarks = ("Three rows are of no field",) if path.stem == "maize" else ()
    return ReadFacts(TakeFacts(found, f"the {kind} file {path.name}"), remarks)


def load(window: Window, find: Find, monkeypatch: pytest.MonkeyPatch, kind: str, name: str) -> None:
    """Press the button and choose a file."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (name, ""))
    find(QPushButton, f"load_{kind}").click()


@pytest.mark.parametrize("kind", ["temperature", "sowing", "observed"])
def test_that_a_file_is_taken_and_can_be_undone(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    opened(season)
    window.season.reader.work = told
    with qtbot.waitSignal(window.season.reader.read, timeout=PATIENCE):
        load(window, find, monkeypatch, kind, "barley.csv")
    assert window.desk.document.facts_of("South").crop == "barley"
    assert window.commands["undo"].text() == f"&Undo take the {kind} file barley.csv"
    window.commands["undo"].trigger()
    assert window.desk.document.facts_of("South").crop == ""


SOWN = "group;season;crop;date\nNorth;2021;canola;2021-03-28\nWest;2021;wheat;2021-03-29\n"
SEEN = "group;season;stage;date\nNorth;2021;flowering;2021-06-20\n"
WARM = "time;tmin;tmax\n" + "".join(
    f"2021-{month:02d}-{day:02d};{5 + month};{12 + month}\n"
    for month in range(3, 10)
    for day in range(1, 31)
)


def test_that_real_files_reach_the_facts_of_their_fields(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    opened(season)
    for kind, text in (("sowing", SOWN), ("observed", SEEN), ("temperature", WARM)):
        path = tmp_path / f"{kind}.csv"
        path.write_text(text, encoding="utf-8")
        with qtbot.waitSignal(window.season.reader.read, timeout=PATIENCE):
            load(window, find, monkeypatch, kind, str(path))
        if kind == "sowing":
            assert "West" in find(QLabel, "message").text()  # no field of the table
    facts = window.desk.document.facts_of("North")
    assert [(sown.crop, sown.day) for sown in facts.sowings] == [("canola", 18714.0)]
    assert [(seen.stage, seen.day) for seen in facts.seen] == [("flowering", 18798.0)]
    assert find(QLabel, "field_known").text() == (
        "Sown 2021-03-28 (canola); temperatures from 2021-03-01 to 2021-09-30; 1 observed date."
    )


def test_that_a_broken_file_is_one_sentence_in_the_message_bar(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)
    window.season.reader.work = told
    with qtbot.waitSignal(window.season.reader.failed, timeout=PATIENCE):
        load(window, find, monkeypatch, "sowing", "broken.csv")
    assert find(QLabel, "message").text() == "broken.csv has no column date."
    assert not window.commands["undo"].isEnabled()


def test_that_what_was_noted_while_a_file_was_read_is_kept(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    reads: list[Document] = []

    def counted(document: Document, kind: str, path: Path, task: Task) -> ReadFacts:
        reads.append(document)
        return told(document, kind, path, task)

    window.season.reader.work = counted
    with qtbot.waitSignal(window.season.reader.read, timeout=PATIENCE):
        window.season.load("sowing", Path("maize.csv"))
        window.desk.do(NoteSowing("North", 18718.0))
    facts = window.desk.document.facts_of("North")
    assert (facts.crop, [sown.day for sown in facts.sowings]) == ("maize", [18718.0])
    assert len(reads) == 2
    assert find(QLabel, "message").text() == "Three rows are of no field."


def test_that_a_file_of_another_table_is_not_taken(
    window: Window, opened: Callable[[Path], None], season: Path, sample: Path, qtbot: QtBot
) -> None:
    panel = SeasonPanel()
    qtbot.addWidget(panel)
    opened(season)
    panel.reader.work = told
    panel.show_document(window.desk.document)
    with qtbot.waitSignal(panel.reader.failed, timeout=PATIENCE) as failed:
        panel.load("sowing", Path("maize.csv"))
        panel.show_document(Document())
    assert failed.args is not None
    assert failed.args[0].startswith("The file was of the table before")


def test_that_the_card_folds_to_a_line_and_stays_folded(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    title = find(QPushButton, "season_title")
    high = window.season.height()
    qtbot.mouseClick(title, Qt.MouseButton.LeftButton)
    assert not find(QComboBox, "season_crop").isVisible()
    assert title.text().endswith("Season:  Wheat, NDVI")
    qtbot.waitUntil(lambda: window.season.height() < high, timeout=PATIENCE)
    again = SeasonPanel()
    qtbot.addWidget(again)
    assert not again.title.isChecked()
    qtbot.mouseClick(title, Qt.MouseButton.LeftButton)
    assert find(QComboBox, "season_crop").isVisible()
    assert QSettings().value("season_folded") == "no"


def test_that_the_card_waits_for_a_table(window: Window, find: Find) -> None:
    assert not window.season.isEnabled()
    assert find(QComboBox, "season_crop").count() == 0


def test_that_times_without_dates_have_no_crop_stages(
    window: Window,
    opened: Callable[[Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    path = tmp_path / "numbered.csv"
    path.write_text(NUMBERED, encoding="utf-8")
    opened(path)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    assert "not dates" in find(QLabel, "season_index_remark").text()
    assert not find(QLineEdit, "field_sown").isVisible()
    assert find(QLineEdit, "season_as_of").placeholderText() == "7, the last reading"
    write(qtbot, find(QLineEdit, "season_as_of"), "5,5")
    assert request(window).as_of == 5.5


def test_that_a_wrong_day_is_told_before_a_fit(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    field = find(QLineEdit, "season_as_of")
    field.setFocus()
    qtbot.keyClicks(field, "tomorrow")
    window.commands["fit"].trigger()
    assert "The season has a mistake." in find(QLabel, "message").text()
    assert not window.desk.is_busy


def test_that_what_observed_dates_taught_is_told(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    assert not find(QLabel, "season_learnt").isVisible()
    for group, day in (("North", 18802.0), ("South", 18806.0)):
        window.desk.do(NoteSeen(group, "heading", "2021", day))
    qtbot.waitUntil(lambda: bool(window.desk.document.lessons), timeout=PATIENCE)
    told = find(QLabel, "season_learnt")
    qtbot.waitUntil(told.isVisible, timeout=PATIENCE)
    first, second = told.text().splitlines()
    assert first == "Learnt from observed dates"
    assert second.startswith("heading: ")
    assert " d, error " in second
    assert "2 fields" in told.toolTip()


def test_that_a_place_is_typed_for_all_fields_and_for_one(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    everywhere, own = find(QLineEdit, "season_place"), find(QLineEdit, "field_place")
    write(qtbot, everywhere, "46.73, -117.18, 770")
    assert request(window).place == Place(46.73, -117.18, 770.0)
    assert own.placeholderText() == "as above: 46.73,-117.18,770"
    write(qtbot, own, "47.44; 8.69")
    document = window.desk.document
    assert document.facts_of(document.selected).place == Place(47.44, 8.69)
    window.commands["undo"].trigger()
    document = window.desk.document
    assert document.facts_of(document.selected).place is None
    clear(qtbot, everywhere)
    assert request(window).place is None


def test_that_a_place_in_the_sea_is_told_and_not_taken(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    write(qtbot, find(QLineEdit, "season_place"), "40,-40")
    assert "lies in the sea" in find(QLabel, "season_error").text()
    assert request(window).place is None


def test_that_a_cereal_has_types_and_another_crop_has_none(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    choose(qtbot, find(QComboBox, "season_type"), "spring")
    assert request(window).crop_type == "spring"
    choose(qtbot, find(QComboBox, "season_crop"), "maize")
    assert request(window).crop_type == ""
    assert not find(QComboBox, "season_type").isVisible()


def test_that_a_file_tells_its_fields_places(
    window: Window, opened: Callable[[Path], None], tmp_path: Path, qtbot: QtBot, find: Find
) -> None:
    days = [f"2021-{month:02d}-{day:02d}" for month in range(3, 9) for day in (1, 15)]
    rows = [f"{day},0.{3 + place % 5},47.44,8.69,550" for place, day in enumerate(days)]
    path = tmp_path / "placed.csv"
    path.write_text("\n".join(["date,ndvi,lat,lon,alt", *rows]), encoding="utf-8")
    opened(path)
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    assert find(QLineEdit, "field_place").text() == "47.44, 8.69, 550"


def test_that_a_crops_template_is_copied_to_a_folder_and_used(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    tmp_path: Path,
    qtbot: QtBot,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(OWN, "")  # taken back with the test
    opened(season)
    choose(qtbot, find(QComboBox, "season_crop"), "barley")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    window.commands["copy_crop"].trigger()
    own = tmp_path / "barley.toml"
    assert own.is_file()
    own.rename(tmp_path / "triticale.toml")
    window.commands["choose_crops"].trigger()
    assert find(QComboBox, "season_crop").findData("triticale") >= 0
    (tmp_path / "triticale.toml").write_text("title = ", encoding="utf-8")
    window.commands["choose_crops"].trigger()
    assert "triticale.toml is not TOML" in find(QLabel, "message").text()
