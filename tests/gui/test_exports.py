"""Files that the window writes."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.data.writing.forecast import FORECAST_COLUMNS
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.stages import STAGE_COLUMNS
from gpstudio.gui.export import picture_of
from gpstudio.gui.figure_dialog import FigureDialog
from gpstudio.gui.figure_form import FigureForm, FigureKind, kept_form, sides_of
from gpstudio.gui.saving import ask_path, ends
from gpstudio.gui.settings.declared import DIGITS, FIELDS_NAME
from gpstudio.gui.table_forms import form_of
from gpstudio.gui.window import Window
from gpstudio.phenology.rules import RULES

from .conftest import PATIENCE, Find
from .pdf_reading import Document

Save = Callable[[str, Path], None]


@pytest.fixture
def save(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Save:
    """Choose an export with this path as the dialog's answer, and wait for the message."""
    opened(season)
    fitted()

    def export(action: str, path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
            window.commands[action].trigger()
            for dialog in window.findChildren(FigureDialog):
                qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)

    return export


def test_that_the_forecast_is_written_with_every_reading(save: Save, tmp_path: Path) -> None:
    path = tmp_path / "out" / "forecast.csv"
    save("export_forecast", path)
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert tuple(rows[0]) == FORECAST_COLUMNS
    assert sum(row["observed"] != "" for row in rows) == 8
    assert {row["group"] for row in rows} == {"North"}


def test_that_the_stages_are_written(save: Save, tmp_path: Path) -> None:
    path = tmp_path / "stages.csv"
    save("export_stages", path)
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert tuple(rows[0]) == STAGE_COLUMNS
    assert [row["stage"] for row in rows] == list(RULES.names)


def test_that_digits_and_the_name_of_fields_are_ticked_in_the_menu(
    save: Save, window: Window, tmp_path: Path
) -> None:
    """They stay so from one export to the next, and in the settings."""
    for name in ("six_digits", "own_name_of_fields"):
        window.commands[name].trigger()
        window.commands.refresh()
        assert window.commands[name].isChecked()
    assert (DIGITS.value, FIELDS_NAME.value) == ("six", "own")
    path = tmp_path / "forecast.csv"
    save("export_forecast", path)
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    table = window.desk.document.table
    assert table is not None
    (own,) = [column.name for column in table.columns if column.role == "group"]
    assert next(iter(rows[0])) == own != "group"
    assert all(len(row["mean"].lstrip("-0.").replace(".", "")) <= 6 for row in rows)
    window.commands["six_digits"].trigger()
    window.commands.refresh()
    assert not window.commands["six_digits"].isChecked()


def test_that_the_readings_are_written_as_they_were_understood(
    save: Save, window: Window, tmp_path: Path
) -> None:
    path = tmp_path / "readings.csv"
    save("export_readings", path)
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    series = window.desk.document.series
    assert series is not None
    assert [float(row["value"]) for row in rows] == series.value.tolist()
    assert {row["group"] for row in rows} == {"North"}


@pytest.mark.parametrize(
    ("name", "kind", "saved", "form"),
    [
        ("a", "", "a.csv", WrittenAs()),
        ("a", "CSV: semicolons, decimal commas (*.csv)", "a.csv", WrittenAs("semicolon", "comma")),
        ("a.txt", "CSV: tabs, decimal points (*.csv)", "a.txt", WrittenAs("tab")),
        ("a", "Excel workbook (*.xlsx)", "a.xlsx", WrittenAs(kind="xlsx")),
        (
            "a.parquet",
            "CSV: commas, decimal points (*.csv)",
            "a.parquet",
            WrittenAs(kind="parquet"),
        ),
        ("a.csv", "Excel workbook (*.xlsx)", "a.csv", WrittenAs()),
    ],
)
def test_that_a_typed_ending_goes_before_the_ticked_kind(
    name: str, kind: str, saved: str, form: WrittenAs
) -> None:
    assert form_of(Path(name), kind) == (Path(saved), form)


@pytest.mark.parametrize(
    ("typed", "saved"), [("a.png", "a.png"), ("field 1.2", "field 1.2.png"), ("a.csv", "a.csv.png")]
)
def test_that_a_name_without_the_right_ending_gets_it(typed: str, saved: str) -> None:
    assert ends(".png")(Path(typed), "") == Path(saved)


def test_that_no_file_is_replaced_that_the_dialog_did_not_ask_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown again with the whole name, and asks then."""
    (tmp_path / "a.png").write_text("kept")
    proposed, answers = [], ["a", "b"]

    def ask(_parent: object, _title: str, name: str, *_: str) -> tuple[str, str]:
        proposed.append(Path(name).name)
        return str(tmp_path / answers.pop(0)), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    path, _ = ask_path(None, "", tmp_path / "new.png", "", ends(".png"))
    assert path == tmp_path / "b.png"
    assert proposed == ["new.png", "a.png"]


def test_that_the_picture_can_be_read_and_shows_something(
    save: Save, window: Window, tmp_path: Path
) -> None:
    path = tmp_path / "figure"  # the ending is added
    size = window.plot.viewport().size()
    save("export_figure", path)
    picture = QImage(str(path.with_suffix(".png")))
    assert picture.size() == 2 * size
    small = picture.scaled(80, 60)
    colours = {small.pixel(x, y) for x in range(80) for y in range(60)}
    assert len(colours) > 10


def test_that_the_drawing_is_valid_and_holds_the_curve_and_its_words(
    save: Save, tmp_path: Path
) -> None:
    path = tmp_path / "figure.svg"
    FigureForm("svg").keep()
    save("export_figure", path)
    root = ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    words = " ".join(text for text in root.itertext() if text.strip())
    assert "Mid green-up" in words
    assert "2021" in words
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) >= 4


@pytest.mark.parametrize("action", ["export_forecast", "export_stages", "export_figure"])
def test_that_an_export_that_cannot_be_written_is_one_sentence_and_leaves_nothing(
    save: Save, tmp_path: Path, find: Find, action: str
) -> None:
    (tmp_path / "wall").write_text("a file, no folder", encoding="utf-8")
    save(action, tmp_path / "wall" / "out.png")
    told = find(QLabel, "message").text()
    assert "not a folder" in told
    assert "Traceback" not in told
    assert sorted(p.name for p in tmp_path.iterdir()) == ["wall", "zwei Schläge.csv"]


@pytest.mark.parametrize(
    ("action", "name"),
    [("export_forecast", "a.csv"), ("export_figure", "a.png"), ("export_script", "a.py")],
)
def test_that_what_cannot_be_written_can_be_written_elsewhere(
    save: Save, window: Window, tmp_path: Path, find: Find, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch, action: str, name: str,
) -> None:  # fmt: skip
    """Where a message tells to choose another folder, a button does."""
    (tmp_path / "wall").write_text("a file, no folder", encoding="utf-8")
    save(action, tmp_path / "wall" / name)
    button = find(QPushButton, "write_elsewhere")
    assert button.isVisibleTo(window)
    good = tmp_path / f"elsewhere-{name}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(good), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        button.click()
    assert good.is_file()
    assert not button.isVisibleTo(window)
    assert window.messages.message is not None
    assert window.messages.message.kind == "info"


def test_that_exports_wait_for_a_fit(window: Window) -> None:
    assert not window.commands["export_forecast"].isEnabled()
    assert not window.commands["export_stages"].isEnabled()


# --- how a figure is written ---------------------------------------------------------------------


def dialog_of(window: Window) -> FigureDialog:
    window.commands["export_figure"].trigger()
    found = window.findChild(FigureDialog)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_that_a_figure_has_the_size_and_heading_that_were_chosen(
    save: Save,
    window: Window,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    path = tmp_path / f"a.{kind}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog = dialog_of(window)
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    dialog.size_of.setCurrentIndex(dialog.size_of.findData("own"))
    dialog.size_of.activated.emit(dialog.size_of.currentIndex())
    dialog.heading.clear()
    qtbot.keyClicks(dialog.heading, "The far end")
    dialog.sides.setText("120 x 80 mm")
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    wide, high = 120 / 25.4, 80 / 25.4
    if kind == "png":
        made = QImage(str(path))
        assert made.width() == pytest.approx(wide * 300, abs=4)
        assert made.height() == pytest.approx(high * 300, abs=4)
        assert made.dotsPerMeterX() == pytest.approx(300 / 0.0254, abs=2)
    elif kind == "svg":
        root = ElementTree.parse(path).getroot()
        assert float(root.attrib["width"].removesuffix("mm")) == pytest.approx(120, abs=0.5)
        words = " ".join(text for text in root.itertext() if text.strip())
        assert "The far end" in words
        assert "North" not in words
    else:
        page = Document(path)
        assert page.size(0) == pytest.approx((72 * wide, 72 * high), abs=1.5)
    assert kept_form() == FigureForm(cast("FigureKind", kind), "own", (120.0, 80.0))


@pytest.mark.usefixtures("save")
def test_that_the_window_is_as_it_was_after_a_figure_of_another_size(
    window: Window, qtbot: QtBot
) -> None:
    window.commands["show_residuals"].trigger()
    qtbot.wait(20)  # layouts follow when events are handled
    plots = (window.plot, window.curve.residuals)
    assert all(plot is not None for plot in plots)

    def state() -> list[object]:
        return [
            part
            for plot in plots
            if plot is not None
            for part in (plot.geometry(), plot.getViewBox().viewRange(), plot.grab().toImage())
        ]

    before = state()
    with window.curve.as_figure(QSize(400, 300), "Elsewhere"):
        assert window.curve.figure_size.width() == 400
        assert window.curve.figure_size.height() == pytest.approx(300, abs=2)
        assert state() != before
    assert state() == before


def test_that_a_size_that_is_none_is_said_and_nothing_saved(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    dialog = dialog_of(window)
    assert not dialog.sides.isVisible()
    dialog.size_of.setCurrentIndex(dialog.size_of.findData("own"))
    dialog.size_of.activated.emit(dialog.size_of.currentIndex())
    assert dialog.save.isEnabled()
    dialog.sides.setText("10 × 9000")
    assert not dialog.save.isEnabled()
    assert "each from 40 to 600" in dialog.trouble.text()
    assert dialog.trouble.isVisible()
    dialog.reject()


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("170 × 95", (170.0, 95.0)),
        ("85x60mm", (85.0, 60.0)),
        ("85,5 X 60.5", (85.5, 60.5)),
        ("170", None),
        ("39 × 95", None),
        ("170 × nan", None),
        ("", None),
    ],
)
def test_that_sides_are_read_as_people_write_them(
    text: str, sides: tuple[float, float] | None
) -> None:
    assert sides_of(text) == sides


@pytest.mark.usefixtures("save")
def test_that_a_figure_has_no_handles(window: Window, qtbot: QtBot) -> None:
    """They belong to the hand: on the screen a season's end has one, in the file it has none."""
    plot = window.plot
    qtbot.wait(20)  # layouts follow when events are handled
    screen, figure = plot.viewport().grab().toImage(), picture_of(window.curve)
    assert plot.ends.isVisible()
    plot.ends.show(None, "", ())
    assert plot.viewport().grab().toImage() != screen
    assert picture_of(window.curve) == figure
