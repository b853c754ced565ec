"""The lab in the window: studies chosen, run, stopped, gone on with and looked at."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.gui.lab import drawn, study_panel
from gpstudio.gui.lab.presets import quick, thesis
from gpstudio.gui.lab.results_panel import FIGURES, ROWS, SUMMARY
from gpstudio.gui.lab.rows_view import MeasurementsModel
from gpstudio.gui.lab.several_fields import TicksField
from gpstudio.gui.lab.summary_view import page
from gpstudio.gui.lab.view import LabView
from gpstudio.gui.messages import Message
from gpstudio.gui.pace import Pace, told
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.gui.twice import ASK_AGAIN
from gpstudio.gui.window import Window
from gpstudio.lab import STUDIES, Settings, StudyResults
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.rows import Row
from gpstudio.lab.sources import source
from gpstudio.lab.studies.spectrum import SpectrumStudy

from .conftest import PATIENCE, Find
from .test_access import inputs
from .test_start import run as run_process

TINY = {"sets": ("road", "flat"), "sigmas": (3.0,), "rows": 60}
"""Two measurements of the study ``spectrum``."""


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents" / "GP Studio studies"
    monkeypatch.setattr(study_panel, "home", lambda: folder)
    return folder


@pytest.fixture
def lab(window: Window, qtbot: QtBot) -> LabView:
    window.commands["show_lab"].trigger()
    made = window.sides.lab
    assert made is not None
    settle(made, qtbot)
    return made


def settle(lab: LabView, qtbot: QtBot) -> None:
    """Wait until what was asked for is looked up."""
    qtbot.waitUntil(lambda: bool(lab.panel.outlook.text()), timeout=PATIENCE)


def ask(lab: LabView, qtbot: QtBot, study: str, **values: object) -> None:
    lab.panel.choose(study)
    lab.panel.show_settings(values)
    settle(lab, qtbot)


def run(lab: LabView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(lab.ended, timeout=PATIENCE):
        lab.panel.run.click()


def use_folder(lab: LabView, qtbot: QtBot, folder: Path | str) -> None:
    line = lab.panel.out.line
    line.setText(str(folder))
    line.take_typed()
    settle(lab, qtbot)


LOADED = """
import sys
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
application = make_application()
window = Window(Themes(application))
window.painted.connect(window.close)
window.show()
application.exec()
lab = ("gpstudio.lab", "gpstudio.gui.lab", "PySide6.QtSvgWidgets")
print([name for name in sys.modules if name.startswith(lab)])
"""


def test_that_the_lab_is_not_loaded_before_it_is_opened() -> None:
    ended = run_process("-c", LOADED)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == "[]"


def test_that_a_button_and_a_shortcut_turn_to_the_lab_and_back(
    window: Window, opened: Callable[[Path], None], season: Path, find: Find, qtbot: QtBot
) -> None:
    opened(season)  # without a table the other side is the page of welcome
    assert window.sides.lab is None
    assert find(QToolButton, "show_fields_button").isChecked()
    find(QToolButton, "show_lab_button").click()
    assert window.sides.is_lab
    assert window.focusWidget().objectName() == "study_list"
    assert find(QToolButton, "show_lab_button").isChecked()
    qtbot.waitUntil(lambda: not window.tools.fit_button.isVisible(), timeout=PATIENCE)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_F, keys)
    assert not window.sides.is_lab
    qtbot.waitUntil(window.tools.fit_button.isVisible, timeout=PATIENCE)
    qtbot.keyClick(window, Qt.Key.Key_L, keys)
    assert window.sides.is_lab


def test_that_the_fields_are_as_they_were_after_a_visit_to_the_lab(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
) -> None:
    opened(season)
    fitted()
    window.pages.turn_to(DiagnosticsPage)
    document, history = window.desk.document, window.desk.history
    before = {action.objectName(): action.isEnabled() for action in window.commands}
    title, sizes = window.windowTitle(), window.splitter.sizes()
    window.commands["show_lab"].trigger()
    for name in ("fit", "export_forecast", "show_whole", "stop"):
        assert not window.commands[name].isEnabled()
    window.commands["show_fields"].trigger()
    assert window.desk.document is document
    assert window.desk.history is history
    assert {action.objectName(): action.isEnabled() for action in window.commands} == before
    assert window.pages.current is DiagnosticsPage
    assert (window.windowTitle(), window.splitter.sizes()) == (title, sizes)


def test_that_opening_a_table_shows_the_fields(
    window: Window, lab: LabView, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    assert not window.sides.is_lab


@pytest.mark.parametrize("study", STUDIES.names)
def test_that_the_form_of_a_study_follows_its_spec(lab: LabView, qtbot: QtBot, study: str) -> None:
    spec = STUDIES[study].spec
    lab.panel.choose(study)
    settle(lab, qtbot)
    form = lab.panel.form
    assert tuple(form.fields) == tuple(p.name for p in spec.parameters)
    assert lab.panel.help.text() == spec.help
    lab.panel.show_settings(thesis(spec))
    assert form.settings() == Settings.of(spec)
    lab.panel.quick.click()
    assert form.settings() == Settings.of(spec, **quick(spec))


@pytest.mark.parametrize("study", STUDIES.names)
def test_that_a_quick_look_is_few_measurements_on_what_comes_with_the_program(study: str) -> None:
    kind = STUDIES[study]
    few = kind(Settings.of(kind.spec, **quick(kind.spec)), DataShelf()).cases()
    assert 2 <= len(few) <= 1_000


def test_that_the_first_settings_leave_out_data_that_are_not_here(lab: LabView) -> None:
    ticks = lab.panel.form.fields["sets"]
    assert isinstance(ticks, TicksField)
    for name, tick in ticks.ticks.items():
        assert tick.isChecked() == DataShelf().has(name)
    assert lab.panel.run.isEnabled()


def test_that_a_study_runs_to_its_end_and_is_shown_and_written(
    lab: LabView, documents: Path, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    assert lab.panel.outlook.text() == "2 measurements to make."
    assert lab.panel.out.path == documents / "spectrum"
    run(lab, qtbot)
    assert lab.results.state.text().startswith("2 measurements made in ")
    assert lab.panel.outlook.text() == "All 2 measurements are there."
    figure, svg = lab.results.figures.shown or (None, "")
    assert figure is not None
    assert figure.name == "eigenvalues"
    assert lab.results.figures.choice.currentText() == figure.title
    assert lab.results.figures.caption.text() == figure.caption
    assert {panel.title for panel in figure.all_panels} == {"Flat", "3D road"}
    drawing = documents / "spectrum" / "figures" / "eigenvalues.svg"
    assert drawing.read_text(encoding="utf-8") == svg
    assert QImage(str(drawing.with_suffix(".png"))).width() > 600
    lab.results.tabs.setCurrentIndex(SUMMARY)
    assert "effective dimension" in lab.results.summary.toPlainText().lower()
    lab.results.tabs.setCurrentIndex(ROWS)
    lines = (documents / "spectrum" / "results.csv").read_text(encoding="utf-8").splitlines()
    table = lab.results.rows.table
    assert table.rowCount() == len(lines) - 1
    heads = [
        table.headerData(place, Qt.Orientation.Horizontal) for place in range(table.columnCount())
    ]
    assert heads == lines[0].split(",")


def test_that_the_drawing_is_on_white_paper_in_either_theme(
    window: Window, lab: LabView, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    window.commands["theme_dark"].trigger()
    paper = lab.results.figures.canvas.widget()
    picture = paper.grab().toImage()
    assert picture.pixelColor(2, 2) == QColor("#ffffff")
    colours = {
        picture.pixel(x, y)
        for x in range(0, picture.width(), 3)
        for y in range(0, picture.height(), 3)
    }
    assert len(colours) > 20
    window.commands["theme_system"].trigger()


def test_that_a_drawing_becomes_larger_and_fits_again(lab: LabView, qtbot: QtBot) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    figures = lab.results.figures
    fitting = figures.canvas.widget().width()
    figures.larger.click()
    assert figures.canvas.widget().width() == pytest.approx(1.25 * fitting, abs=2)
    figures.fit.click()
    assert figures.canvas.widget().width() == fitting


class Gate(Event):
    """Set to let the second measurement go; ``reached`` as soon as that has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = Event()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A spectrum whose second measurement takes until it is let go or stopped."""
    going = Gate()
    measure = SpectrumStudy.measure

    def waiting(study: SpectrumStudy, case: Row, task: Task) -> Sequence[Row]:
        while case["set"] == "flat" and not going.wait(0.01):
            going.reached.set()
            task.report("nearly done", 0.99)
            task.check()
        return measure(study, case, task)

    monkeypatch.setattr(SpectrumStudy, "measure", waiting)
    yield going
    going.set()


def begin(lab: LabView, slow: Gate, qtbot: QtBot) -> None:
    """Start, and wait until the second measurement is under way."""
    lab.panel.run.click()
    qtbot.waitUntil(slow.reached.is_set, timeout=PATIENCE)


@pytest.mark.parametrize("key", [False, True], ids=["button", "escape"])
def test_that_a_stopped_study_keeps_what_was_measured_and_goes_on_from_there(
    lab: LabView, slow: Gate, qtbot: QtBot, key: bool
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    begin(lab, slow, qtbot)
    assert lab.results.bar.isVisible()
    assert lab.panel.run.text() == "Stop"
    assert not lab.panel.form.isEnabled()
    with qtbot.waitSignal(lab.ended, timeout=PATIENCE):
        if key:
            qtbot.keyClick(lab.panel.run, Qt.Key.Key_Escape)
        else:
            lab.panel.run.click()
    settle(lab, qtbot)
    assert lab.panel.outlook.text() == "1 of 2 measurements are there; Run goes on from them."
    assert lab.panel.form.isEnabled()
    assert not lab.results.bar.isVisible()
    figure, _ = lab.results.figures.shown or (None, "")
    assert figure is not None
    assert [panel.title for panel in figure.all_panels] == ["3D road"]
    slow.set()
    run(lab, qtbot)
    drawn_results = lab.results.drawn
    assert drawn_results is not None
    assert (drawn_results.results.already, drawn_results.results.measured) == (1, 1)


def test_that_fields_can_be_fitted_while_a_study_runs(
    window: Window,
    lab: LabView,
    slow: Gate,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    begin(lab, slow, qtbot)
    opened(season)
    # what a measurement says of itself is not how far the study is
    qtbot.waitUntil(lambda: "nearly done" in lab.results.state.text(), timeout=PATIENCE)
    assert window.commands["show_lab"].iconText() == "Studies 50%"
    fitted()
    assert window.desk.document.fit is not None
    assert lab.is_busy
    with qtbot.waitSignal(lab.ended, timeout=PATIENCE):
        slow.set()
    assert window.commands["show_lab"].iconText() == "Studies"
    # who looks at the fields meanwhile is told, and led to what was written
    told = window.messages.message
    assert told is not None
    assert told.sentence.startswith("Study Spectrum is done: ")
    assert told.written is not None
    assert told.written.is_dir()


def test_that_a_study_of_minutes_is_stopped_by_the_second_press_of_a_key(
    window: Window, lab: LabView, slow: Gate, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    begin(lab, slow, qtbot)
    lab._pace._made -= 120.0
    lab._stop_by_key()
    assert window.messages.message == Message.info(ASK_AGAIN)
    assert lab.is_busy
    with qtbot.waitSignal(lab.ended, timeout=PATIENCE):
        lab._stop_by_key()


def test_that_closing_the_window_ends_the_study(
    window: Window, lab: LabView, slow: Gate, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    begin(lab, slow, qtbot)
    window.close()
    assert not lab.is_busy


def test_that_a_study_that_was_run_before_is_shown_at_once(
    window: Window, lab: LabView, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    ask(lab, qtbot, "spectrum", **{**TINY, "rows": 50})
    assert lab.results.figures.shown is None
    assert not lab.results.tabs.isTabEnabled(ROWS)
    ask(lab, qtbot, "spectrum", **TINY)
    qtbot.waitUntil(lambda: lab.results.figures.shown is not None, timeout=PATIENCE)
    assert lab.panel.outlook.text() == "All 2 measurements are there."


def test_that_other_settings_go_to_a_folder_beside_the_first(
    lab: LabView, documents: Path, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    ask(lab, qtbot, "spectrum", **{**TINY, "rows": 50})
    assert lab.panel.out.path == documents / "spectrum-2"
    ask(lab, qtbot, "spectrum", **TINY)
    assert lab.panel.out.path == documents / "spectrum"


def test_that_a_chosen_folder_with_a_study_brings_its_settings(
    lab: LabView, documents: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    shutil.copytree(documents / "spectrum", tmp_path / "kept")
    ask(lab, qtbot, "krylov")
    kept = str(tmp_path / "kept")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: kept)
    lab.panel.out.browse.click()
    settle(lab, qtbot)
    assert lab.panel.name == "spectrum"
    assert lab.panel.form.settings() == Settings.of(SpectrumStudy.spec, **TINY)
    assert lab.panel.outlook.text() == "All 2 measurements are there."
    lab.panel.show_settings({**TINY, "rows": 50})
    settle(lab, qtbot)
    assert "with other settings (rows 60 there, 50 here)" in lab.panel.outlook.text()
    assert not lab.panel.run.isEnabled()


def test_that_a_folder_with_other_files_gets_one_within(
    lab: LabView, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("hello", encoding="utf-8")
    ask(lab, qtbot, "spectrum", **TINY)
    use_folder(lab, qtbot, tmp_path / "full")
    assert lab.panel.out.path == tmp_path / "full" / "spectrum"


def test_that_a_folder_that_is_a_file_is_told_in_a_sentence(
    lab: LabView, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "wall").write_text("a file, no folder", encoding="utf-8")
    ask(lab, qtbot, "spectrum", **TINY)
    for wrong in (tmp_path / "wall", tmp_path / "wall" / "out"):
        use_folder(lab, qtbot, wrong)
        assert "is a file, not a folder: choose another folder" in lab.panel.outlook.text()
        assert lab.panel.outlook.property("rank") == "error"
        assert not lab.panel.run.isEnabled()
    use_folder(lab, qtbot, "")
    assert lab.panel.run.isEnabled()


def test_that_missing_data_are_told_and_found_in_the_chosen_folder(
    lab: LabView, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(lab, qtbot, "spectrum", **{**TINY, "sets": ("magic",)})
    assert lab.panel.outlook.text() == (
        "MAGIC telescope (magic04.csv) cannot be found: choose the folder with the data, or "
        "untick it."
    )
    assert not lab.panel.run.isEnabled()
    names = source("magic").inputs
    table = "\n".join([",".join(names), *(",".join(f"{i * j % 7}" for j in range(1, 11))
                                          for i in range(1, 21))])  # fmt: skip
    (tmp_path / "magic04.csv").write_text(table, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    lab.panel.data.browse.click()
    settle(lab, qtbot)
    assert lab.panel.outlook.text() == "1 measurement to make."
    assert QSettings().value("lab_data") == str(tmp_path)
    lab.panel.data.line.setText(str(tmp_path / "nowhere"))
    lab.panel.data.line.take_typed()
    settle(lab, qtbot)
    assert f"There is no folder {tmp_path / 'nowhere'}" in lab.panel.outlook.text()


def test_that_folders_with_names_too_long_for_a_disk_are_told_in_a_sentence(
    lab: LabView, tmp_path: Path, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    lab.panel.data.line.setText("a" * 300)
    lab.panel.data.line.take_typed()
    settle(lab, qtbot)
    assert "There is no folder aaa" in lab.panel.outlook.text()
    lab.panel.choose("krylov")  # which looks for its data there
    lab.panel.choose("spectrum")
    lab.panel.data.line.setText("")
    lab.panel.data.line.take_typed()
    ask(lab, qtbot, "spectrum", **TINY)
    use_folder(lab, qtbot, tmp_path / ("a" * 300))
    with qtbot.waitSignal(lab.said, timeout=PATIENCE) as said:
        lab.panel.run.click()
    message = said.args[0]
    assert "cannot be written" in message.sentence
    assert not message.details


def test_that_a_wrong_number_is_marked_and_told_and_nothing_runs(
    lab: LabView, qtbot: QtBot
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    line = lab.panel.form.fields["sigmas"].line  # type: ignore[attr-defined]
    line.setText("1, wide")
    line.take_typed()
    assert "'sigmas' takes numbers" in lab.panel.form.error.text()
    assert lab.panel.form.error.isVisible()
    assert line.property("wrong")
    assert not lab.panel.run.isEnabled()
    line.setText("0.5; 1".replace(";", ","))
    line.take_typed()
    settle(lab, qtbot)
    assert not lab.panel.form.error.isVisible()
    assert lab.panel.run.isEnabled()


def test_that_no_ticked_set_is_told(lab: LabView, find: Find, qtbot: QtBot) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    button = lab.panel.form.findChild(QPushButton, "sets_none")
    button.click()
    assert "'sets' lists at least one" in lab.panel.form.error.text()
    lab.panel.form.findChild(QPushButton, "sets_all").click()
    assert "cannot be found" in _text_once_there(lab, qtbot)


def _text_once_there(lab: LabView, qtbot: QtBot) -> str:
    settle(lab, qtbot)
    return lab.panel.outlook.text()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (InputError("The disk is full: make room."), "The disk is full: make room."),
        (
            RuntimeError("what now"),
            "Something went wrong inside GP Studio (RuntimeError: what now).",
        ),
    ],
)
def test_that_a_failure_is_one_sentence_in_the_message_bar(
    window: Window,
    lab: LabView,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    sentence: str,
) -> None:
    def fail(*words: Any, **options: Any) -> None:
        raise fault

    ask(lab, qtbot, "spectrum", **TINY)
    monkeypatch.setattr(drawn, "run", fail)
    run(lab, qtbot)
    assert window.messages.sentence.text() == sentence
    settle(lab, qtbot)
    assert lab.panel.run.isEnabled()
    monkeypatch.undo()


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_that_the_shown_figure_is_saved_and_told(
    window: Window,
    lab: LabView,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    path = tmp_path / "mine"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    action = next(
        a for a in lab.results.figures.save.menu().actions() if a.objectName().endswith(ending[1:])
    )
    action.trigger()
    saved = path.with_suffix(ending)
    assert window.messages.sentence.text() == f"Saved {saved}."
    assert not QImage(str(saved)).isNull()
    (tmp_path / "wall").write_text("a file", encoding="utf-8")
    lab.results.figures.save_as("<svg/>", tmp_path / "wall" / f"x{ending}")
    message = window.messages.message
    assert message is not None
    assert message.kind == "error"


def test_that_a_tall_drawing_is_scrolled_and_a_small_one_seen_whole(
    lab: LabView, qtbot: QtBot
) -> None:
    canvas = lab.results.figures.canvas
    lab.results.figures.pages.setCurrentWidget(canvas)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 9 9"></svg>'
    room = canvas.maximumViewportSize()
    canvas.show_drawing(svg.format(900, 4_000), "tall", "")
    assert canvas.scale <= 1.0
    assert canvas.widget().width() <= room.width()
    assert canvas.widget().height() > room.height()
    canvas.show_drawing(svg.format(300, 200), "small", "")
    assert canvas.scale > 1.0
    assert canvas.widget().height() <= room.height()


def results_of(rows: Sequence[Row]) -> StudyResults:
    return StudyResults(SpectrumStudy, Settings.of(SpectrumStudy.spec), Path(), rows, 1, 0, 1)


def spectrum_rows(count: int) -> tuple[Row, ...]:
    return tuple(
        {"set": "flat", "sigma": 1.0, "place": p, "eigenvalue": 1 / (p + 1)} for p in range(count)
    )


def test_that_a_hundred_thousand_rows_are_shown_and_grow_without_a_new_start(
    qtbot: QtBot,
) -> None:
    model = MeasurementsModel(LIGHT)
    rows = spectrum_rows(100_100)
    resets, inserted = [], []
    model.modelReset.connect(lambda: resets.append(1))
    model.rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    model.show_results(results_of(rows[:100_000]))
    assert (model.rowCount(), len(resets)) == (100_000, 1)
    model.show_results(results_of(rows))
    assert (model.rowCount(), len(resets), inserted) == (100_100, 1, [(100_000, 100_099)])
    place = [c.name for c in model.columns].index("eigenvalue")
    assert model.data(model.index(99_999, place)) == "1e-05"
    model.show_results(None)
    assert model.rowCount() == 0


def test_that_selected_rows_are_copied_with_their_headings(lab: LabView, qtbot: QtBot) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    lab.results.tabs.setCurrentIndex(ROWS)
    view = lab.results.rows
    view.selectRow(1)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:2] == ["set", "sigma"]
    assert lines[1].split("\t")[:2] == ["road", "3.0"]
    assert len(lines) == 2


def test_that_the_summary_has_the_colours_of_the_theme(lab: LabView, qtbot: QtBot) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    shown = lab.results.drawn
    assert shown is not None
    for theme in (LIGHT, DARK):
        assert f"color:{theme.text}" in page(shown.summary, theme)


def test_that_time_left_leaves_out_what_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pace = Pace()
    assert pace.left(0.5) is None
    now[0] += 10.0
    assert pace.left(0.6) == pytest.approx(40.0)
    assert told(40.0) == "about 40 s left"
    assert told(None) == ""
    assert told(600.0) == "about 10 min left"
    assert told(7200.0) == "about 2.0 h left"


def test_that_every_input_of_the_lab_has_a_name_and_a_tooltip(
    window: Window, lab: LabView, qtbot: QtBot
) -> None:
    for study in STUDIES.names:
        lab.panel.choose(study)
        settle(lab, qtbot)
        for widget in inputs(window):
            if not widget.isVisible() or not lab.isAncestorOf(widget):
                continue
            if widget.metaObject().className() == "QToolButton" and not widget.objectName():
                continue  # arrows of the tab bar
            assert widget.accessibleName(), f"{widget.objectName()} has no accessible name"
            assert widget.toolTip(), f"{widget.objectName()} has no tooltip"


def test_that_the_tab_key_goes_through_the_lab(lab: LabView, window: Window, qtbot: QtBot) -> None:
    ask(lab, qtbot, "spectrum", **TINY)
    run(lab, qtbot)
    lab.panel.list.setFocus()
    reached: list[str] = []
    for _ in range(60):
        focus = window.focusWidget()
        if focus is None:
            break
        reached.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    wanted = ["study_list", "preset_quick", "sets_flat", "sigmas_list", "rows_value",
              "lab_data_line", "lab_out_line", "lab_run", "figure_choice", "figure_save",
              "lab_folder"]  # fmt: skip
    assert set(wanted) <= set(reached)
    downwards = [reached.index(name) for name in wanted[:8]]
    assert downwards == sorted(downwards)


def test_that_a_click_on_a_study_opens_its_form(lab: LabView, qtbot: QtBot) -> None:
    row = STUDIES.names.index("krylov")
    middle = lab.panel.list.visualItemRect(lab.panel.list.item(row)).center()
    qtbot.mouseClick(
        lab.panel.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle.x(), middle.y())
    )
    assert lab.panel.form.spec.name == "krylov"
    assert lab.panel.form.isVisible()
    assert lab.results.tabs.currentIndex() == FIGURES
