"""The list of fields: found, sorted, grouped, selected, fitted; quick with ten thousand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from as_if import as_if_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.fields import Fields
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.gui import desk as desk_module
from gpstudio.gui.fields_list import STATUS, FieldsList
from gpstudio.gui.listing.arranging import Arrangement, Arranger, Heading, farm_of, natural
from gpstudio.gui.listing.sparks import BINS, Sparks, downsampled
from gpstudio.gui.listing.standing import FAILED, FITTED, LOOK, OUTDATED, WAITING, Standings
from gpstudio.gui.listing.word_dialog import WordDialog
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.gui.window import Window
from gpstudio.jobs.abreast import Steps
from gpstudio.phenology.quality import Grade
from gpstudio.session.dating import NO_DATES
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Sown
from gpstudio.session.field_commands import TakeFacts
from gpstudio.session.fitting import Fit, fit_in_steps, fit_series
from gpstudio.session.labels import SetLabel
from gpstudio.session.many import fit_fields
from gpstudio.session.renaming import RenameFields
from gpstudio.session.request import Request

from .conftest import PATIENCE, Find

NAMES = ("Hill / Plot 10", "Hill / Plot 2", "Vale / Plot 1", "Hill / Plot 1", "Vale / Plot 7")


def field(group: str, readings: int = 46, amplitude: float = 0.6, start: str = "2021-01-01") -> Any:
    first = float(days_from_dates([start])[0])
    time = first + 8.0 * np.arange(float(readings))
    bell = amplitude * np.exp(-(((time - first - 180.0) / 40.0) ** 2))
    noise = np.random.default_rng(3).normal(0.0, 0.015, readings)
    return Series(group, time, 0.2 + bell + noise, "date", "ndvi", True)


def document(*series: Series, **more: Any) -> Document:
    """As far as the list looks at it."""
    by_group = {each.group: each for each in series}
    fields = Fields.of(series)
    several = SimpleNamespace(
        series=fields, fields=fields, groups=fields.groups, by_group=by_group, called=str
    )
    table = cast(Table, several)
    return Document(table=table, selected=series[0].group, **more)


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_series(field(NAMES[0]), Recipe())


@pytest.fixture
def panel(qtbot: QtBot) -> FieldsList:
    made = FieldsList(LIGHT)
    made.resize(240, 500)
    qtbot.addWidget(made)
    made.show()
    made.show_document(document(*(field(name, 40 + i) for i, name in enumerate(NAMES))))
    return made


def listed(panel: FieldsList) -> list[str]:
    """What stands in the list, headings in capitals."""
    found = []
    for row in range(panel.model.rowCount()):
        heading = panel.model.heading_at(row)
        found.append(heading.title.upper() if heading else panel.model.index(row).data())
    return found


def arrange(panel: FieldsList, part: str, name: str) -> None:
    panel.arrange.actions_of[part, name].trigger()


def test_that_names_are_found_by_any_of_their_words(panel: FieldsList, qtbot: QtBot) -> None:
    panel.filter.setFocus()
    qtbot.keyClicks(panel.filter, "vale")
    assert listed(panel) == ["Vale / Plot 1", "Vale / Plot 7"]
    qtbot.keyClicks(panel.filter, " 7")
    assert listed(panel) == ["Vale / Plot 7"]
    assert panel.summary.text() == "1 of 5 fields, 0 fitted"
    panel.filter.clear()
    assert listed(panel) == list(NAMES)


def test_that_numbers_in_names_sort_as_numbers(panel: FieldsList) -> None:
    arrange(panel, "sort", "name")
    assert listed(panel) == sorted(NAMES, key=natural)
    assert listed(panel)[:3] == ["Hill / Plot 1", "Hill / Plot 2", "Hill / Plot 10"]
    arrange(panel, "sort", "readings")
    assert listed(panel) == list(reversed(NAMES))
    arrange(panel, "sort", "table")
    assert listed(panel) == list(NAMES)


def test_that_farms_are_headings_that_fold(panel: FieldsList, qtbot: QtBot) -> None:
    arrange(panel, "group", "farm")
    assert listed(panel) == ["HILL", *(n for n in NAMES if "Hill" in n), "VALE",
                             "Vale / Plot 1", "Vale / Plot 7"]  # fmt: skip
    assert panel.model.name_at(1) == "Plot 10"
    heading = panel.view.visualRect(panel.model.index(0)).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert listed(panel) == ["HILL", "VALE", "Vale / Plot 1", "Vale / Plot 7"]
    panel.view.setFocus()
    panel.view.setCurrentIndex(panel.model.index(1))
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert listed(panel) == ["HILL", "VALE"]
    assert panel.view.rowHeight(0) < panel.view.verticalHeader().defaultSectionSize()
    arrange(panel, "group", "none")
    assert panel.view.rowHeight(0) == panel.view.verticalHeader().defaultSectionSize()


def test_that_farms_are_offered_only_where_names_have_parts(
    panel: FieldsList, qtbot: QtBot
) -> None:
    assert panel.arrange.actions_of["group", "farm"].isEnabled()
    panel.show_document(document(field("North"), field("South")))
    assert not panel.arrange.actions_of["group", "farm"].isEnabled()
    assert (farm_of("Hill / Plot 10"), farm_of("North")) == ("Hill", "")


def test_that_crops_are_those_of_the_field_then_sown_then_asked() -> None:
    north, south, west = (field(name) for name in ("North", "South", "West"))
    facts = {
        "North": Facts(crop="canola", sowings=(Sown(18000.0, "barley"),)),
        "South": Facts(sowings=(Sown(18000.0, "barley"), Sown(18400.0))),
    }
    asked = document(north, south, west, facts=facts, request=Request(stages="wheat"))
    rows = Arranger(Standings()).rows(asked, Arrangement(group="crop"))
    titles = [row.title for row in rows if isinstance(row, Heading)]
    assert titles == ["Barley", "Canola", "Wheat"]
    plain = Arranger(Standings()).rows(document(north), Arrangement(group="crop"))
    assert plain == [Heading("No crop", 1, False), 0]


def standing(fit: Fit, doc: Document, unfitted: dict[str, str] | None = None) -> tuple[str, str]:
    standings = Standings()
    standings.show(doc, unfitted or {})
    assert doc.series is not None
    found = standings.of(doc.series)
    return found.kind, found.sentence


def test_that_every_standing_is_told_with_its_reason(fit: Fit) -> None:
    doc = document(fit.series)
    done = doc.with_fit(fit)
    assert standing(fit, doc) == (WAITING, "Not fitted.")
    assert standing(fit, done) == (FITTED, "Fitted.")
    assert standing(fit, doc, {NAMES[0]: "The readings are all the same."}) == (
        FAILED, "Could not be fitted: The readings are all the same.",
    )  # fmt: skip
    other = replace(done, recipe=Recipe.of(kernel="rbf"))
    assert standing(fit, other) == (OUTDATED, "Outdated: the model was changed.")
    asked = replace(done, request=Request(stages="wheat"))
    assert standing(fit, asked)[0] == OUTDATED
    assert "for another crop" in standing(fit, asked)[1]
    edited = replace(done, table=document(field(NAMES[0], 45)).table)
    assert standing(fit, edited) == (OUTDATED, "Outdated: its readings were changed.")


def test_that_a_fit_that_came_to_little_needs_a_look(fit: Fit) -> None:
    doc = document(fit.series)
    bare = fit.with_dates(NO_DATES)
    assert standing(bare, doc.with_fit(bare)) == (LOOK, "Needs a look: no season.")
    grade = Grade("D", ("wide",), "Poor: wide.")
    poor = tuple(replace(stage, grade=grade) for stage in fit.stages)
    weak = fit.with_dates(replace(fit.dates, stages=poor))
    kind, words = standing(weak, doc.with_fit(weak))
    assert kind == LOOK
    assert "most dates of season 2021 are poor" in words
    curve_alone = fit.with_dates(NO_DATES, replace(fit.basis, request=Request(stages="none")))
    asked = replace(doc, request=Request(stages="none"))
    assert standing(curve_alone, asked.with_fit(curve_alone))[0] == FITTED


def test_that_the_list_follows_what_needs_a_look(panel: FieldsList, fit: Fit, qtbot: QtBot) -> None:
    arrange(panel, "sort", "standing")
    before = panel._document
    series = before.table.series[3] if before.table else None
    assert series is not None
    bare = as_if_of(fit, series).with_dates(NO_DATES)
    panel.show_document(before.with_fit(bare))
    qtbot.waitUntil(lambda: listed(panel)[0] == "Hill / Plot 1")
    arrange(panel, "show", "look")
    assert listed(panel) == ["Hill / Plot 1"]
    assert panel.model.index(0).data(STATUS) == "43 readings · needs a look"


def test_that_signs_and_words_tell_standings_apart_without_colour(
    panel: FieldsList, fit: Fit
) -> None:
    panel.show_document(panel._document, {NAMES[1]: "three readings are too few"})
    signs = {panel.model.standing_at(row).sign for row in (0, 1)}  # type: ignore[union-attr]
    assert len(signs) == 2
    tip = panel.model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "three readings are too few" in tip
    assert panel.model.index(1).data(STATUS).endswith("could not be fitted")


def test_that_several_are_selected_and_stay_so_when_the_list_is_arranged(
    panel: FieldsList, qtbot: QtBot
) -> None:
    def click(row: int, key: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        where = panel.view.visualRect(panel.model.index(row)).center()
        qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, key, where)

    shown: list[str] = []
    panel.selected.connect(shown.append)
    click(1)
    click(3, Qt.KeyboardModifier.ControlModifier)
    assert shown == [NAMES[1], NAMES[3]]
    assert panel.selected_groups == [NAMES[1], NAMES[3]]
    panel.show_document(replace(panel._document, selected=NAMES[3]))
    assert panel.selected_groups == [NAMES[1], NAMES[3]]  # showing one of them changes nothing
    arrange(panel, "sort", "name")
    assert set(panel.selected_groups) == {NAMES[1], NAMES[3]}
    assert panel.fit_selected.text() == "Fit 2 selected"
    with qtbot.waitSignal(panel.fit_asked) as asked:
        qtbot.mouseClick(panel.fit_selected, Qt.MouseButton.LeftButton)
    assert set(asked.args[0]) == {NAMES[1], NAMES[3]}  # type: ignore[index]
    panel.filter.setText("Vale")
    assert panel.selected_groups == []
    with qtbot.waitSignal(panel.fit_asked) as everyone:
        qtbot.mouseClick(panel.fit_all, Qt.MouseButton.LeftButton)
    assert everyone.args == [list(NAMES)]


def test_that_a_crop_for_several_fields_is_one_step(panel: FieldsList) -> None:
    panel.view.selectAll()
    wishes: list[TakeFacts] = []
    panel.wished.connect(wishes.append)
    menu = panel.menu()
    crops = next(a.menu() for a in menu.actions() if a.menu() is not None)
    next(a for a in crops.actions() if a.text() == "Barley").trigger()
    assert len(wishes) == 1
    assert {facts.crop for facts in wishes[0].facts.values()} == {"barley"}
    assert wishes[0].title == "take crop barley of 5 fields"


def test_that_one_field_needs_no_tools(qtbot: QtBot) -> None:
    panel = FieldsList(DARK)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_document(document(field("North")))
    assert not panel.filter.isVisible()
    assert not panel.fit_all.isVisible()
    assert panel.summary.text() == "1 field, 0 fitted"


def test_that_a_field_without_a_name_is_listed_by_its_file(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "north field.csv"
    rows = "".join(f"2021-0{month}-15,{0.1 * month:.1f}\n" for month in range(1, 8))
    path.write_text(f"date,NDVI in %\n{rows}", encoding="utf-8")
    window.desk.take(read_table(path))
    model = window.fields.view.model()
    assert model.index(0, 0).data() == "north field"
    assert window.plot.called == "north field"


def test_that_a_sparkline_keeps_its_extremes() -> None:
    time = np.arange(10_000.0)
    value = np.sin(time / 500.0) + np.random.default_rng(1).normal(0.0, 0.01, 10_000)
    value[7_321] = 4.0
    x, y = downsampled(time, value)
    assert len(x) <= 2 * BINS
    assert (np.diff(x) > 0.0).all()
    assert y.min() == 0.0
    assert x[np.argmin(y)] == pytest.approx(0.7321, abs=1e-3)
    assert y.max() == pytest.approx(1.0)


def test_that_bare_soil_looks_level_and_odd_series_are_drawn() -> None:
    _, y = downsampled(np.arange(5.0), np.array([0.2, 0.21, 0.2, 0.21, 0.2]), least=0.3)
    assert np.ptp(y) < 0.05
    assert y.mean() == pytest.approx(0.5, abs=0.03)
    sparks = Sparks()
    one = replace(field("one"), time=np.array([1.0]), value=np.array([0.3]))
    assert sparks.of(one).size() == 1
    flat = replace(field("flat"), value=np.full(46, 0.4), value_name="height")
    assert {point.y() for point in sparks.of(flat).toList()} == {0.5}
    assert sparks.of(flat) is sparks.of(flat)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_rows_are_painted_whatever_their_state(qtbot: QtBot, theme: Any, fit: Fit) -> None:
    panel = FieldsList(theme)
    panel.resize(240, 500)
    qtbot.addWidget(panel)
    panel.show()
    doc = document(*(field(name) for name in NAMES))
    panel.show_document(replace(doc, fits=MappingProxyType({NAMES[0]: fit})), {NAMES[1]: "no"})
    arrange(panel, "group", "farm")
    picture = panel.view.grab().toImage()
    row = panel.view.visualRect(panel.model.index(1))
    spark = row.topRight() - QPoint(40, 0)
    inks = {picture.pixelColor(spark + QPoint(x, y)).name()
            for x in range(25) for y in range(4, row.height() - 4)}  # fmt: skip
    assert len(inks) > 2  # a line is drawn there


def test_that_fit_all_fits_every_field_and_says_what_it_could_not(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)

    def but_not_south(
        fields: Any, recipe: Any, request: Any, facts: Any, task: Task, **_: Any
    ) -> Any:
        def fit_or_fail(series: Series, *rest: Any) -> Steps[Fit]:
            if series.group == "South":
                raise InputError("The readings of South are odd.")
            return fit_in_steps(series, *rest)

        monkeypatch.setattr("gpstudio.session.many.fit_in_steps", fit_or_fail)
        return fit_fields(fields, recipe, request, facts, task)

    monkeypatch.setattr(desk_module, "fit_fields", but_not_south)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        qtbot.mouseClick(find(QPushButton, "fit_all_button"), Qt.MouseButton.LeftButton)
    assert find(QLabel, "status").text().startswith("Fitted 1 field in ")
    assert "1 could not be fitted" in find(QLabel, "status").text()
    model = window.fields.model
    assert [model.index(row).data(STATUS).split(" · ")[1] for row in (0, 1)] == [
        "fitted", "could not be fitted",
    ]  # fmt: skip
    assert "South are odd" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    monkeypatch.undo()
    window.fields.view.selectRow(1)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_selected"].trigger()
    assert model.index(1).data(STATUS) == "7 readings · fitted"
    assert find(QLabel, "fields_summary").text() == "2 fields, 2 fitted"


def test_that_the_keyboard_walks_the_list_and_shows_fields(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    window.fields.view.setFocus()
    qtbot.keyClick(window.fields.view, Qt.Key.Key_Down)
    assert window.desk.document.selected == "South"
    qtbot.keyClicks(find(QLineEdit, "fields_filter"), "north")
    assert window.desk.document.selected == "South"  # still shown, though not listed
    qtbot.keyClick(window.fields.view, Qt.Key.Key_Down)
    assert window.desk.document.selected == "North"


def test_that_a_filter_that_hides_all_says_so_and_goes_with_a_click(
    panel: FieldsList, qtbot: QtBot
) -> None:
    assert not panel.nothing.isVisible()
    qtbot.keyClicks(panel.filter, "nowhere")
    assert listed(panel) == []
    assert panel.nothing.isVisible()
    assert panel.nothing.words.text() == "The filter hides all 5 fields."
    qtbot.mouseClick(panel.nothing.button, Qt.MouseButton.LeftButton)
    assert panel.filter.text() == ""
    assert listed(panel) == list(NAMES)
    assert not panel.nothing.isVisible()
    (clear,) = panel.filter.findChildren(QToolButton)
    qtbot.waitUntil(lambda: not clear.isVisible())  # it fades
    panel.arrange.actions_of["show", FAILED].trigger()
    assert panel.nothing.isVisible()
    panel.nothing.button.click()
    assert listed(panel) == list(NAMES)
    assert panel.arrange.actions_of["show", "all"].isChecked()


def test_that_folded_headings_are_something_to_see(panel: FieldsList) -> None:
    panel.arrange.actions_of["group", "farm"].trigger()
    for title in ("Hill", "Vale"):
        panel.view.turned.emit(title)
    assert len(listed(panel)) == 2
    assert not panel.nothing.isVisible()


def test_that_another_table_is_listed_whole(panel: FieldsList, qtbot: QtBot) -> None:
    """Sorted and grouped as before: that is how a person reads, and hides nothing."""
    panel.arrange.actions_of["sort", "name"].trigger()
    qtbot.keyClicks(panel.filter, "hill")
    panel.show_document(document(field("North"), field("East")))
    assert panel.filter.text() == ""
    assert listed(panel) == ["East", "North"]


def test_that_the_standing_that_is_listed_is_chosen_in_sight(
    panel: FieldsList, fit: Fit, qtbot: QtBot
) -> None:
    shown = panel.model.document
    panel.show_document(shown.with_fit(replace(fit, series=shown.series)))
    chosen = panel.standing
    told = [chosen.itemText(place) for place in range(chosen.count())]
    assert "▲ Needs a look" in told  # a word beside every sign
    chosen.setFocus()
    while chosen.currentData() != WAITING:
        qtbot.keyClick(chosen, Qt.Key.Key_Down)
    assert listed(panel) == list(NAMES[1:])
    assert panel.arrange.actions_of["show", WAITING].isChecked()  # the menu says the same
    qtbot.keyClick(chosen, Qt.Key.Key_Home)
    assert listed(panel) == list(NAMES)
    arrange(panel, "show", WAITING)
    assert chosen.currentText() == "○ Not fitted"
    arrange(panel, "show", "all")
    assert chosen.currentText() == "All fields"


def test_that_what_labels_say_finds_and_groups_fields(panel: FieldsList, qtbot: QtBot) -> None:
    labels = MappingProxyType({
        NAMES[0]: {"variety": "Kondor"}, NAMES[2]: {"variety": "Avatar", "note": "wet"},
    })  # fmt: skip
    panel.show_document(replace(panel.model.document, labels=labels))
    arrange(panel, "group", "label variety")
    assert [name for name in listed(panel) if name.isupper()] == [
        "AVATAR", "KONDOR", "WITHOUT A WORD",
    ]  # fmt: skip
    assert ("group", "label note") not in panel.arrange.actions_of  # every note is its own
    qtbot.keyClicks(panel.filter, "wet")
    assert listed(panel) == ["AVATAR", NAMES[2]]
    assert "note: wet" in panel.model.data(panel.model.index(1), Qt.ItemDataRole.ToolTipRole)
    panel.filter.clear()
    panel.show_document(replace(panel.model.document, labels=MappingProxyType({})))
    assert listed(panel) == list(NAMES)
    assert ("group", "label variety") not in panel.arrange.actions_of


def test_that_fields_are_sorted_by_what_their_newest_season_says(panel: FieldsList) -> None:
    days = {NAMES[0]: (120.0, 4.0, "B"), NAMES[1]: (110.0, -2.0, "D"), NAMES[3]: (130.0, 9.0, "A")}
    fits = {
        group: SimpleNamespace(
            series=panel.model.document.table.by_group[group],  # type: ignore[union-attr]
            seasons=(SimpleNamespace(name="2021"), SimpleNamespace(name="2022")),
            stages=(
                SimpleNamespace(season="2021", stage="heading", date=1.0, days_late=99.0,
                                grade=None),
                SimpleNamespace(season="2022", stage="heading", date=day, days_late=late,
                                grade=Grade(letter, (), "")),
            ),
        )
        for group, (day, late, letter) in days.items()
    }  # fmt: skip
    shown = panel.model.document
    arranger = Arranger(Standings())

    def order(sort: str) -> list[str]:
        rows = arranger.rows(replace(shown, fits=cast(Any, fits)), Arrangement(sort=sort))
        return [NAMES[row] for row in rows if isinstance(row, int)]

    without = [NAMES[2], NAMES[4]]
    assert order("heading") == [NAMES[1], NAMES[0], NAMES[3], *without]
    assert order("late") == [NAMES[3], NAMES[0], NAMES[1], *without]
    assert order("quality") == [NAMES[1], NAMES[0], NAMES[3], *without]


def test_that_a_word_and_a_name_are_typed_for_what_is_selected(
    panel: FieldsList, qtbot: QtBot
) -> None:
    wishes: list[Any] = []
    panel.wished.connect(wishes.append)
    panel.view.restore(NAMES[0], NAMES[:2])
    menu = panel.menu()
    titles = [action.text() for action in menu.actions()]
    assert not any(title.startswith("Rename") for title in titles)
    next(a for a in menu.actions() if a.text().startswith("Group of 2 fields")).trigger()
    dialog = panel.findChild(WordDialog)
    qtbot.keyClicks(dialog.line, "river ")
    qtbot.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    assert wishes == [SetLabel(NAMES[:2], "group", "river")]
    panel.view.restore(NAMES[0], NAMES[:1])
    qtbot.waitUntil(lambda: panel.findChild(WordDialog) is None)
    next(a for a in panel.menu().actions() if a.text().startswith("Rename")).trigger()
    dialog = panel.findChild(WordDialog)
    assert dialog.line.text() == NAMES[0]
    qtbot.keyClicks(dialog.line, "Mill")  # what stood there is selected
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert wishes[1:] == [RenameFields(((NAMES[0], "Mill"),))]
