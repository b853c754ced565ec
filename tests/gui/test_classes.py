"""Classes in the window: from a table with labels to probabilities, figures and files."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.cli.main import main
from gpstudio.data.table import Table, read_table
from gpstudio.gui.classes.view import ClassesView
from gpstudio.gui.classes.work import ClassDrawings
from gpstudio.gui.window import Window
from gpstudio.session.classified.wish import SetClasses
from gpstudio.session.document import Document
from gpstudio.session.labels import SetLabel
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.contents import Contents
from gpstudio.session.script import system_shell
from gpstudio.session.script.classes import class_command
from gpstudio.session.script.words import POSIX
from gpstudio.session.wished_classes import ClassWish

LONG = 30_000
QUICK = (
    ("inference", "laplace"), ("folds", "2"), ("kernel", "10*matern32(8)"), ("learning", "fixed"),
)  # fmt: skip
KNOWN = 10


def lines(fields: int = 12) -> str:
    random = np.random.default_rng(0)
    written = ["field,date,ndvi,crop"]
    for place in range(fields):
        crop, peak = (("barley", 150.0), ("maize", 210.0))[place % 2]
        for day in range(20, 360, 14):
            value = 0.2 + 0.5 * np.exp(-(((day - peak) / 30.0) ** 2)) + random.normal(0.0, 0.02)
            date = np.datetime64("2021-01-01") + day
            written.append(f"f{place:02d},{date},{value:.3f},{crop if place < KNOWN else ''}")
    return "\n".join(written) + "\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    path = tmp_path / "fields.csv"
    path.write_text(lines(), encoding="utf-8")
    return read_table(path)


@pytest.fixture
def classes(window: Window, table: Table) -> ClassesView:
    window.desk.take(table, False)
    window.commands["show_classes"].trigger()
    assert window.sides.classes is not None
    return window.sides.classes


@pytest.fixture
def learnt(window: Window, classes: ClassesView, qtbot: QtBot) -> ClassDrawings:
    window.do(SetClasses(ClassWish("crop", chosen=QUICK)))
    return learn(classes, qtbot)


def learn(classes: ClassesView, qtbot: QtBot) -> ClassDrawings:
    with qtbot.waitSignal(classes.ended, timeout=LONG):
        qtbot.mouseClick(classes.panel.learn, Qt.MouseButton.LeftButton)
    assert classes.results.drawn is not None
    return classes.results.drawn


def test_that_a_table_with_a_crop_column_is_two_clicks_from_its_classes(
    window: Window, classes: ClassesView, learnt: ClassDrawings
) -> None:
    assert window.findChild(QToolButton, "show_classes_button").isChecked()
    assert classes.panel.label_box.currentText() == "crop"
    titles = [figure.title for figure, _ in learnt.figures]
    assert titles[1:] == [
        "Courses of the classes",
        "Confusion",
        "Reliability",
        "ROC",
        "What each input tells",
    ]
    assert "2 without a label foretold" in classes.results.state.text()
    rows = learnt.rows
    assert [row.share for row in rows] == sorted(row.share for row in rows)
    unknown = {row.field: row.told for row in rows if not row.label}
    assert unknown == {"f10": "barley", "f11": "maize"}
    assert "accuracy" in classes.results.words.toPlainText()


def test_that_opening_tells_of_fields_without_a_class(window: Window, table: Table) -> None:
    window.desk.take(table, False)
    assert "2 of 12 fields do not say their crop" in window.messages.sentence.text()


def test_that_a_row_leads_to_its_field(
    window: Window, classes: ClassesView, learnt: ClassDrawings
) -> None:
    view = classes.results.rows
    view.selectRow(3)
    assert window.desk.document.selected == learnt.rows[3].field
    view.activated.emit(view.told.index(4, 0))
    assert window.desk.document.selected == learnt.rows[4].field
    assert window.sides.is_fields


def test_that_what_is_wanted_is_undone_and_saved(
    window: Window, classes: ClassesView, qtbot: QtBot
) -> None:
    box = classes.panel.form.fields["inference"]
    box.show_values("laplace")
    box.changed.emit()
    qtbot.keyClicks(classes.panel.day, "2021-06-10")
    qtbot.keyClick(classes.panel.day, Qt.Key.Key_Return)
    wish = window.desk.document.classes
    assert wish.chosen == (("inference", "laplace"),)
    assert wish.as_of == 18_788.0
    parts = {part.name: part for part in parts_of_document(window.desk.document)}
    assert document_of(Contents(Path("made"), parts)).classes == wish
    window.commands["undo"].trigger()
    assert window.desk.document.classes.as_of is None
    assert classes.panel.day.text() == ""
    window.commands["undo"].trigger()
    assert classes.panel.form.fields["inference"].values() == "auto"


def test_that_the_kernel_is_chosen_in_its_form_undone_and_saved(
    window: Window, classes: ClassesView
) -> None:
    """By the same form as a curve's, and a wrong word is told beneath it and learns nothing."""
    form = classes.panel.slots["kernel"]
    line = form.line
    assert line is not None
    form.chosen.emit("kernel", "4 * rbf(3) + linear()")
    wish = window.desk.document.classes
    assert dict(wish.chosen)["kernel"] == "4 * rbf(3) + linear"
    assert line.text() == "4 * rbf(3) + linear"
    form.chosen.emit("kernel", "4 * rbff(3)")
    assert "rbf" in form.error.text()
    assert window.desk.document.classes == wish
    classes.learn()
    assert not classes.is_busy
    form.chosen.emit("kernel", "auto")
    assert "kernel" not in dict(window.desk.document.classes.chosen)
    window.commands["undo"].trigger()
    assert window.desk.document.classes == wish
    assert line.text() == "4 * rbf(3) + linear"
    parts = {part.name: part for part in parts_of_document(window.desk.document)}
    assert document_of(Contents(Path("made"), parts)).classes == wish


def test_that_a_kernel_nobody_can_read_is_told_to_be_lost() -> None:
    wish = ClassWish("crop", chosen=(("kernel", "rbff(3)"),))
    parts = {part.name: part for part in parts_of_document(Document(classes=wish))}
    found = document_of(Contents(Path("made"), parts))
    assert found.classes == ClassWish()


def test_that_other_choices_of_the_recipe_wait_until_they_are_asked_for(
    window: Window, classes: ClassesView
) -> None:
    learning = classes.panel.slots["learning"]
    assert learning.isHidden()
    classes.panel.more.click()
    assert not learning.isHidden()
    classes.panel.more.click()
    window.do(SetClasses(ClassWish("crop", chosen=(("learning", "fixed"),))))
    assert not learning.isHidden(), "what was chosen is seen"


def test_that_a_wrong_day_is_told_beneath(classes: ClassesView) -> None:
    classes.panel.day.setText("midsummer")
    classes.panel.day.settled.emit()
    assert "'midsummer' is not a date" in classes.panel.problem.text()


def test_that_words_given_by_hand_name_classes_too(window: Window, classes: ClassesView) -> None:
    fields = window.desk.document.table.groups  # type: ignore[union-attr]
    window.do(SetLabel(tuple(fields[:4]), "soil", "clay"))
    names = [classes.panel.label_box.itemText(i) for i in range(classes.panel.label_box.count())]
    assert names == ["crop", "soil"]
    assert classes.panel.label_box.currentText() == "crop"


def test_that_learning_can_be_stopped(classes: ClassesView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(classes.ended, timeout=LONG):
        classes.learn()
        assert classes.panel.learn.text() == "Stop"
        assert classes.results.figures.hint.text() == "Learning…"
        qtbot.mouseClick(classes.panel.learn, Qt.MouseButton.LeftButton)
    assert classes.results.state.text() == "Stopped."
    assert classes.results.drawn is None
    assert classes.panel.learn.text() == "Learn"
    assert classes.results.figures.hint.text().startswith("Press Learn")


def test_that_an_empty_side_says_what_to_do_next(window: Window, tmp_path: Path) -> None:
    window.commands["show_classes"].trigger()
    classes = window.sides.classes
    assert classes is not None
    told = classes.results.figures.hint.text
    assert told() == classes.results.state.text() == "There is no class to learn yet."
    path = tmp_path / "fields.csv"
    path.write_text(lines(), encoding="utf-8")
    window.desk.take(read_table(path), False)
    assert told().startswith("Press Learn"), "the only word is the class"
    rows = tmp_path / "rows.csv"
    rows.write_text("a,b,c,d\n1,2,x,y\n2,1,y,x\n", encoding="utf-8")
    classes.take_rows(rows)
    assert told().startswith("Choose which word")
    classes.take_rows(None)
    assert told().startswith("Press Learn")


def test_that_the_files_are_those_of_the_command_line(
    classes: ClassesView, learnt: ClassDrawings, tmp_path: Path
) -> None:
    said: list[object] = []
    classes.said.connect(said.append)
    classes.export_to(tmp_path / "out")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "probabilities.csv", "confusion.csv", "report.json", "classes.svg", "classes.png",
        f"command{system_shell().ending}", "script.py",
    }  # fmt: skip
    assert len(said) == 1


def test_that_the_command_gives_the_same_numbers(
    window: Window, classes: ClassesView, learnt: ClassDrawings, tmp_path: Path
) -> None:
    wish = replace(window.desk.document.classes, as_of=18_900.0)
    window.do(SetClasses(wish))
    text = class_command(window.desk.document, wish, POSIX).text
    words = shlex.split("".join(text.partition("gpstudio ")[2].split("\\\n")))
    out = tmp_path / "again"
    assert main([word.replace("--out=classes", f"--out={out}") for word in words]) == 0
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert record["recipe"]["inference"] == "laplace"
    assert record["parts"] == 2
    assert any("days of each are seen" in said for said in record["table"]["remarks"])
    assert "by hand" not in text
    window.do(SetLabel(("f10",), "crop", "maize"))
    assert "by hand" in class_command(window.desk.document, wish, POSIX).text


@pytest.mark.parametrize("inputs", [1, 3])
def test_that_rows_of_a_file_have_a_map(
    window: Window, classes: ClassesView, qtbot: QtBot, tmp_path: Path, inputs: int
) -> None:
    random = np.random.default_rng(1)
    written = ["kind," + ",".join("xyz"[:inputs])]
    for row in range(16):
        numbers = random.normal(2.0 * (row % 2), 0.7, inputs)
        written.append(f"{'ab'[row % 2]}," + ",".join(f"{number:.3f}" for number in numbers))
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    classes.take_rows(path)
    assert not classes.panel.can_learn  # nobody said which column
    classes.panel.label_box.setCurrentText("kind")
    box = classes.panel.form.fields["inference"]
    box.show_values("laplace")
    classes.panel.form.fields["folds"].show_values(2)
    drawn = learn(classes, qtbot)
    told = drawn.figures[1][0]
    assert told.title == ("Probability" if inputs == 1 else told.title)
    assert len(told.all_panels) == (2 if inputs == 1 else 1)
    assert ("medians" in told.title) == (inputs == 3)
    before = window.desk.document.selected
    classes.results.rows.selectRow(0)
    assert window.desk.document.selected == before  # a row is no field
    classes.take_rows(None)
    assert classes.panel.label_box.currentText() == "crop"


def test_that_a_table_without_words_says_what_to_do(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "plain.csv"
    path.write_text(
        "\n".join(line.rpartition(",")[0] for line in lines(3).splitlines()), encoding="utf-8"
    )
    window.desk.take(read_table(path), False)
    window.commands["show_classes"].trigger()
    assert window.sides.classes is not None
    panel = window.sides.classes.panel
    assert "says no word about its fields" in panel.problem.text()
    assert panel.problem.property("rank") == "quiet"
    assert not panel.learn.isEnabled()
    window.sides.classes.learn()
    assert panel.problem.property("rank") == "error"
