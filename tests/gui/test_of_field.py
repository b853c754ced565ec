"""What the plot draws is of the field that is shown, wherever a walk through the window leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.gui.curve.numbers import half_band
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve_items import CurveLine
from gpstudio.gui.curve_rivals import RivalLines
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.kept.lines import KeptLines
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.field_commands import ExcludeReadings, SetCrop
from gpstudio.session.fitting import Fit

from .conftest import PATIENCE, shown_dialog

SEEDS, STEPS = (1, 2, 3), 14
TABLES = 3
"""Fields of the same names in each, with other readings."""
RECIPES = (
    ("kernel", "matern32(40)"), ("kernel", "matern52(25)"), ("learning", "fixed"),
    ("likelihood", "student_t(4)"), ("learning", "averaged"),
)  # fmt: skip
HANDS = ("GridLines", "Lasso")
"""Items that are of no field: the ground, and what a hand draws."""


def rows(seed: int, separator: str = ",") -> str:
    """Two seasons of three fields; values differ from table to table by more than any noise."""
    random = np.random.default_rng(seed)
    lines = [separator.join(("field", "date", "ndvi"))]
    days = np.arange(0, 700, 16)
    for place, name in enumerate(("North", "South", "West")):
        height = 0.15 + 0.1 * seed + 0.2 * place
        swing = np.sin(np.pi * ((days + 40 * place) % 365) / 365.0) ** 4
        values = 0.1 * place + height * swing + random.normal(0.0, 0.01, len(days))
        for day, value in zip(days, values, strict=True):
            date = np.datetime64("2019-01-01") + np.timedelta64(int(day) + 90 * seed, "D")
            lines.append(separator.join((name, str(date), f"{value:.3f}")))
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    folder = tmp_path_factory.mktemp("walk")
    read = []
    for seed in range(TABLES):
        path = folder / f"table {seed}.csv"
        path.write_text(rows(seed), encoding="utf-8")
        read.append(read_table(path))
    return read


class Walk:
    """Does one thing after the other, as a hand would."""

    def __init__(self, window: Window, qtbot: QtBot, tables: list[Table], seed: int) -> None:
        self.window, self._qtbot, self._tables = window, qtbot, tables
        self._random = Random(seed)
        self._kinds: dict[Callable[[], None], float] = {
            self.click: 10, self.fit: 5, self.fit_all: 1.5, self.take: 2, self.paste: 0.7,
            self.undo: 3, self.redo: 2, self.theme: 1.5, self.look: 3, self.choose: 3,
            self.exclude: 1.5, self.crop: 1, self.tick: 1.5,
        }  # fmt: skip

    def step(self) -> str:
        kind = self._random.choices(list(self._kinds), list(self._kinds.values()))[0]
        kind()
        return kind.__name__

    def settle(self) -> None:
        """Until nothing is under way that could change the picture."""
        window = self.window
        desk, extras = window.desk, window.plot.extras

        def rests() -> bool:
            works = (desk, desk._dating, desk._scoring, extras, window.importer)
            busy = (
                any(work.is_busy for work in works)
                or window.pages[RivalsPage].view._listing.is_busy
            )
            return not busy and not window.turns.is_pending and not desk._soon.isActive()

        self._qtbot.waitUntil(rests, timeout=PATIENCE)
        QApplication.processEvents()

    def _trigger(self, name: str) -> None:
        if self.window.commands[name].isEnabled():
            self.window.commands[name].trigger()

    def click(self) -> None:
        """On a field of the list, with the mouse."""
        view = self.window.fields.view
        row = view.visualRect(view.model().index(self._random.randrange(3), 0))
        self._qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())

    def fit(self) -> None:
        self._trigger("fit")

    def fit_all(self) -> None:
        self._trigger("fit_all")

    def take(self) -> None:
        """Another table, as the import dialog hands it over."""
        self.window.desk.take(self._random.choice(self._tables))

    def paste(self) -> None:
        QGuiApplication.clipboard().setText(rows(self._random.randrange(TABLES), "\t"))
        self.window.projects.give_up()
        self._trigger("paste_table")
        shown_dialog(self.window, self._qtbot).import_button.click()

    def undo(self) -> None:
        for _ in range(self._random.randint(1, 3)):
            self._trigger("undo")

    def redo(self) -> None:
        for _ in range(self._random.randint(1, 3)):
            self._trigger("redo")

    def theme(self) -> None:
        self._trigger(self._random.choice(("theme_light", "theme_dark")))

    def look(self) -> None:
        names = ("show_draws", "show_earlier", "show_residuals")
        self._trigger(self._random.choice(names))

    def choose(self) -> None:
        self.window.desk.do(SetChoice(*self._random.choice(RECIPES)))

    def exclude(self) -> None:
        series = self.window.desk.document.series
        assert series is not None
        place = self._random.randrange(len(series))
        reading = (float(series.time[place]), float(series.value[place]))
        self.window.desk.do(ExcludeReadings(series.group, (reading,)))

    def crop(self) -> None:
        crop = self._random.choice(("", "wheat", "maize"))
        self.window.desk.do(SetCrop(self.window.desk.document.selected, crop))

    def tick(self) -> None:
        """A rival or a kept fit, over the plot."""
        if self._random.random() < 0.5 and self.window.pages[FitsPage].view.model.rows:
            self.window.pages[FitsPage].view.model.tick(
                self._random.randrange(len(self.window.pages[FitsPage].view.model.rows))
            )
        else:
            self.window.pages[RivalsPage].view.model.tick(self._random.randrange(3))


# what is painted


def only_of_shown(window: Window) -> list[str]:
    """Layers that paint anything else than the numbers of the shown field: none, at any moment."""
    document, wrong = window.desk.document, []
    if document.series is None:
        return []
    fit = window.desk.shown_fit
    for name, x, y, wanted in numbers(window, document.series, fit):
        if len(x) and not is_among(x, y, wanted):
            wrong.append(name)
    return wrong


def numbers(window: Window, series: Series, fit: Fit | None) -> Iterator[tuple[str, Any, Any, Any]]:
    """Each layer's name, the places and heights that it paints, and what it may paint."""
    plot, layers = window.plot, window.plot.layers

    def of(item: Any, *heights: str) -> tuple[Any, Any]:
        if not item.is_of_shown or not item.isVisible():
            return np.empty(0), np.empty((1, 0))
        return item._x, np.array([getattr(item, name) for name in heights])

    nothing = np.empty(0), np.empty((2, 0))
    curve = nothing if fit is None else (on_axis(series, fit.curve.time), np.empty((1, 0)))
    mean, readings, band, half = nothing, nothing, nothing, nothing
    if fit is not None:
        drawn = fit.curve
        mean = curve[0], drawn.mean[None]
        readings = curve[0], np.array([drawn.reading_lower, drawn.reading_upper])
        band = curve[0], np.array([drawn.lower, drawn.upper])
        exact = half_band(fit)
        half = curve[0], np.array([exact.lower, exact.upper])
    yield "mean", *of(layers.course.mean, "_y"), mean
    yield "reading band", *of(layers.course.reading_band, "_lower", "_upper"), readings
    yield "curve band", *of(layers.course.curve_band, "_lower", "_upper"), band
    yield "half band", *of(layers.extras.half, "_lower", "_upper"), half
    used = on_axis(series, series.time), series.value[None]
    yield "readings", *of(layers.readings.used, "_y"), used
    out = series.excluded
    taken = nothing if out is None else (on_axis(series, out.time), out.value[None])
    yield "crosses", *of(layers.readings.crosses, "_y"), taken
    for line in window.pages[FitsPage].lines.items.values():
        rows = window.desk.document.kept_of(series.group)
        kept = [(on_axis(series, r.curve.time), r.curve.mean[None]) for r in rows if r.curve]
        if line.is_of_shown:
            own = (line._x, line._drawn[2][0][None])
            yield "kept", *own, next((each for each in kept if is_among(*own, each)), nothing)
    for rival, item in window.pages[RivalsPage].lines._items.items():
        if item.is_of_shown:
            yield "rival", on_axis(series, rival.time), None, curve
    below = window.curve.residuals
    if below is not None and below.isVisible():
        own = nothing if fit is None else (on_axis(series, fit.series.time), fit.residuals[None])
        yield "residuals", *of(below.dots, "_y"), own
    lines = plot.layers.extras.draws
    if lines.is_of_shown and lines.count:
        yield "draws", lines._lines[0][0], None, curve


def is_among(x: Any, y: Any, wanted: tuple[Any, Any]) -> bool:
    """Whether all places and heights are those of the field."""
    at, heights = wanted
    if not np.isin(x, at).all():
        return False
    return y is None or bool(np.array_equal(heights[:, np.isin(at, x)], y, equal_nan=True))


def picture_of(plot: CurvePlot) -> QImage:
    plot.viewport().grab()  # a title of another height has its place from the first paint on
    QApplication.processEvents()
    return plot.viewport().grab().toImage()


def drawn_anew(window: Window, qtbot: QtBot) -> QImage:
    """The same field on a plot that has shown nothing before."""
    desk, theme = window.desk, window.themes.theme
    document, fit = desk.document, desk.shown_fit
    plot = CurvePlot(theme, window)  # which it goes with: Python must not take it apart
    plot.resize(window.plot.size())
    plot.show_earlier(window.commands["show_earlier"].isChecked())
    plot.show_draws(window.commands["show_draws"].isChecked())
    windows = document.facts_of(document.selected).windows
    plot.show_field(document.series, fit, window.is_stale, window.season_shown, windows)
    rivals = RivalLines(plot.getPlotItem(), theme)
    rivals.show(document.series, window.pages[RivalsPage].view.lines)
    kept = KeptLines(plot.getPlotItem(), theme, lambda: rivals.legend.taken)
    kept.show(document.series, window.pages[FitsPage].view.lines)
    qtbot.waitUntil(lambda: not plot.extras.is_busy, timeout=PATIENCE)
    picture_of(plot)
    across, upright = window.plot.box.viewRange()
    plot.box.setRange(xRange=across, yRange=upright, padding=0)
    picture = picture_of(plot)
    plot.close_work()
    return picture


@pytest.mark.parametrize("seed", SEEDS)
def test_that_all_that_is_drawn_is_of_the_field_that_is_shown(
    window: Window, qtbot: QtBot, tables: list[Table], seed: int
) -> None:
    walk = Walk(window, qtbot, tables, seed)
    window.desk.take(tables[0])
    window.desk.do(SetChoice("kernel", "matern32(40)"))
    window.desk.do(SetChoice("learning", "fixed"))
    window.pages[RivalsPage].view.model.tick(0)
    walk.fit()
    walk.settle()
    done = []
    for _ in range(STEPS):
        done.append(walk.step())
        assert only_of_shown(window) == [], done
        walk.settle()
        assert only_of_shown(window) == [], done
        assert picture_of(window.plot) == drawn_anew(window, qtbot), done


def test_that_a_curve_is_painted_on_its_own_field_alone(
    window: Window, tables: list[Table]
) -> None:
    """The same name in another table is another field."""
    window.desk.take(tables[0])
    north, south, other = *tables[0].series[:2], tables[1].series[0]
    assert north.group == other.group
    plot, curve = window.plot, CurveLine()
    curve.set_look("red", dashed=False)
    plot.addItem(curve, ignoreBounds=True)
    bare = picture_of(plot)
    painted = {}
    for name, of in (("south", south), ("other", other), ("none", None), ("north", north)):
        curve.set_places(on_axis(north, north.time), north.value, of)
        painted[name] = picture_of(plot) != bare
    assert painted == {"south": False, "other": False, "none": False, "north": True}
    place = float(north.time[5]), float(north.value[5])
    window.desk.do(ExcludeReadings(north.group, (place,)))
    assert window.desk.document.series is not north
    assert curve.is_of_shown


def test_that_every_item_of_the_plot_is_of_a_field(window: Window, tables: list[Table]) -> None:
    """One that is not would be painted over whatever field is shown."""
    window.desk.take(tables[0])
    box = window.plot.box
    items = [item for item in window.plot.scene().items() if box.isAncestorOf(item)]
    ours = [item for item in items if type(item).__module__.startswith("gpstudio")]
    assert len(ours) > 20
    assert {type(item).__name__ for item in ours if not isinstance(item, OfField)} == set(HANDS)
