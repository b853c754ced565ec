"""The map of seasons as a hand meets it: made, coloured, clicked, drawn around, left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from gpstudio.core.frozen import frozen
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.gui.season_map.view import SeasonMapView
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.session.document import Document
from gpstudio.session.season_map.laying_out import SeasonMap, mark_of_all
from gpstudio.session.season_map.weeks import FieldYear

ROWS = tuple(
    FieldYear(f"F{place % 6}", 2019 + place // 6, 17_900.0 + 365.0 * (place // 6))
    for place in range(12)
)


class _Table:
    """What the view asks of a table."""

    def __init__(self, series: tuple[Series, ...]) -> None:
        self.series = self.fields = series
        self.path = Path("plains.csv")
        self.by_group = {one.group: one for one in series}

    called = Table.called


def made() -> SeasonMap:
    places = np.stack([np.arange(12.0) % 6, np.arange(12.0) // 6], axis=1)
    surprise = np.linspace(0.9, 1.1, 12)
    surprise[7] = 9.0
    weights, made_of = np.array([0.8, 0.2]), mark_of_all(document().table.series)  # type: ignore[union-attr]
    return SeasonMap(ROWS, places, 0.1 + 0.0 * places, surprise, weights, 1.5, made_of)


def document(seed: int = 2) -> Document:
    time = np.arange(17_900.0, 18_600.0, 7.0)
    wave, random = np.sin(time / 58.0), np.random.default_rng(seed)
    series = tuple(
        Series(f"F{i}", time, wave * i + random.normal(size=len(time)), "date", "ndvi", True)
        for i in range(6)
    )
    return replace(Document(), table=_Table(series), selected="F1")  # type: ignore[arg-type]


@pytest.fixture
def view(qtbot: QtBot) -> SeasonMapView:
    view = SeasonMapView(LIGHT)
    qtbot.addWidget(view)
    view.resize(700, 320)
    view.show()
    view.show_document(replace(document(), season_map=made()))
    return view


def spot(view: SeasonMapView, place: int) -> QPointF:
    x, y = view.picture.spots()[place]
    return QPointF(x, y)


def test_a_click_shows_the_points_field(view: SeasonMapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.selected) as told:
        where = spot(view, 9).toPoint()
        qtbot.mouseClick(view.picture, Qt.MouseButton.LeftButton, pos=where)
    assert told.args == ["F3"]


def test_a_click_beside_all_points_is_none(view: SeasonMapView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.selected):
        qtbot.mouseClick(view.picture, Qt.MouseButton.LeftButton, pos=view.picture.rect().topLeft())


def test_a_stroke_takes_what_it_goes_around(view: SeasonMapView, qtbot: QtBot) -> None:
    around = [spot(view, 6), spot(view, 7), spot(view, 1), spot(view, 0)]
    middle = sum(around[1:], around[0]) / 4.0
    corners = [middle + 1.3 * (corner - middle) for corner in around]
    qtbot.mousePress(view.picture, Qt.MouseButton.LeftButton, pos=corners[0].toPoint())
    for corner in corners[1:]:
        qtbot.mouseMove(view.picture, corner.toPoint())
    qtbot.mouseRelease(view.picture, Qt.MouseButton.LeftButton, pos=corners[-1].toPoint())
    assert view.state.text() == "4 seasons taken, of F0 and F1."
    assert set(np.flatnonzero(view.picture._marked)) == {0, 1, 6, 7}


def test_that_of_many_that_are_taken_the_others_fade(
    view: SeasonMapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their rings would hide them."""

    def colour_at(place: int) -> str:
        return view.picture.grab().toImage().pixelColor(spot(view, place).toPoint()).name()

    whole = colour_at(3)
    monkeypatch.setattr("gpstudio.gui.season_map.picture.MOST_RINGS", 2)
    view._take(np.array([0, 6, 7]))
    assert colour_at(0) == whole
    assert colour_at(3) != whole


def test_rings_follow_the_shown_field(view: SeasonMapView) -> None:
    assert set(np.flatnonzero(view.picture._marked)) == {1, 7}
    view.show_document(replace(view._document, selected="F2"))
    assert set(np.flatnonzero(view.picture._marked)) == {2, 8}


def test_keys_go_from_point_to_point(view: SeasonMapView, qtbot: QtBot) -> None:
    picture = view.picture
    qtbot.keyClick(picture, Qt.Key.Key_Right)
    qtbot.keyClick(picture, Qt.Key.Key_Right)
    assert picture.here == 1
    qtbot.keyClick(picture, Qt.Key.Key_Up)
    assert picture.accessibleDescription() == "F1 2020"
    with qtbot.waitSignal(view.selected) as told:
        qtbot.keyClick(picture, Qt.Key.Key_Return)
    assert told.args == ["F1"]


def test_the_odd_one_is_named_and_has_a_colour_of_its_own(view: SeasonMapView) -> None:
    assert "1 season ran as no other did: F1 2020" in view.state.text()
    assert view.colour.currentData() == "odd"
    looks = view.picture._looks
    assert looks is not None
    assert set(np.flatnonzero(looks.of == 1)) == {7}
    assert view.legend.words == ("as others", "odd")


def test_the_years_of_a_field_without_a_name_are_called_after_its_file(qtbot: QtBot) -> None:
    view = SeasonMapView(LIGHT)
    qtbot.addWidget(view)
    alone = (replace(document().table.series[0], group=""),)  # type: ignore[union-attr]
    rows = tuple(replace(row, group="", year=2010 + place) for place, row in enumerate(ROWS))
    found = replace(made(), rows=rows, made_of=mark_of_all(alone))
    table = _Table(alone)
    view.show_document(Document(table=table, season_map=found))  # type: ignore[arg-type]
    assert "no other did: plains 2017." in view.state.text()
    view._take(np.array([0, 2]))
    assert "2 seasons taken, of plains." in view.state.text()


def test_colours_are_offered_as_they_come_to_be_known(view: SeasonMapView) -> None:
    names = [view.colour.itemData(place) for place in range(view.colour.count())]
    assert names == ["odd", "year"]
    soils = {f"F{i}": frozen({"soil": "clay" if i % 2 else "sand"}) for i in range(6)}
    view.show_document(replace(view._document, labels=frozen(soils)))
    view.colour.setCurrentIndex(view.colour.findData("label soil"))
    assert view.legend.words == ("clay", "sand")
    looks = view.picture._looks
    assert looks is not None
    assert list(looks.of[:6]) == [1, 0] * 3
    view.set_theme(DARK)
    assert view.colour.currentData() == "label soil"


def test_other_readings_take_the_map_away(view: SeasonMapView) -> None:
    view.show_document(replace(view._document, table=document(3).table))
    assert view.found is None
    assert not view.export.isEnabled()
    assert not len(view.picture.spots())
    view.show_document(Document())
    assert not view.start.isEnabled()


def test_the_same_readings_bring_it_back(view: SeasonMapView) -> None:
    view.show_document(replace(view._document, table=document(3).table))
    view.show_document(replace(view._document, table=document().table))
    assert len(view.picture.spots()) == len(ROWS)
    assert "12 seasons laid out" in view.state.text()


def test_it_is_made_and_told(qtbot: QtBot) -> None:
    view = SeasonMapView(LIGHT)
    qtbot.addWidget(view)
    view.show_document(document())
    view.laid.connect(lambda found: view.show_document(replace(document(), season_map=found)))
    with qtbot.waitSignal(view.laid, timeout=30_000):
        view.start.click()
        assert view.start.text() == "Stop"
    assert view.start.text() == "Lay out"
    assert "laid out in" in view.state.text()
    assert len(view.picture.words) == len(view.found.rows) >= 6  # type: ignore[union-attr]


def test_the_wheel_keeps_what_lies_under_the_mouse(view: SeasonMapView, qtbot: QtBot) -> None:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QWheelEvent

    before = spot(view, 4)
    apart = abs((spot(view, 5) - before).x())
    event = QWheelEvent(
        before, view.picture.mapToGlobal(before), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    view.picture.wheelEvent(event)
    after = spot(view, 4)
    assert (after - before).manhattanLength() < 1.0
    assert abs((spot(view, 5) - after).x()) == pytest.approx(1.44 * apart)
