"""The menu of the plot, for the place where it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from gpstudio.gui.curve.describing import Describer
from gpstudio.gui.curve.pointing import Pointing
from gpstudio.gui.curve.season_ends import END, START, SeasonEnds
from gpstudio.gui.curve.taking import Taking
from gpstudio.translation import tr


@dataclass(frozen=True)
class MenuEntry:
    """One line; an entry without ``act`` is a line drawn between two others."""

    name: str
    title: str = ""
    act: Callable[[], None] | None = None
    possible: bool = True


LINE = MenuEntry("")


def open_menu(
    parent: QWidget, entries: Sequence[MenuEntry], actions: Sequence[QAction], place: QPoint
) -> QMenu:
    """Show the entries, and below them actions of the window."""
    menu = QMenu(parent)
    menu.setObjectName("curve_menu")
    menu.setToolTipsVisible(True)
    menu.aboutToHide.connect(menu.deleteLater)
    for entry in entries:
        if entry.act is None:
            menu.addSeparator()
            continue
        action = menu.addAction(entry.title)
        action.setObjectName(entry.name)
        action.setEnabled(entry.possible)
        action.triggered.connect(entry.act)
    if actions:
        menu.addSeparator()
        menu.addActions(list(actions))
    menu.popup(place)
    return menu


class PlotMenu:
    """What can be done at a place of the plot, beside what the window can do at all times."""

    def __init__(
        self,
        view: QWidget,
        taking: Taking,
        seasons: SeasonEnds,
        pointing: Pointing,
        describer: Callable[[], Describer | None],
    ) -> None:
        self._view, self._taking, self._seasons = view, taking, seasons
        self._pointing, self._describer = pointing, describer
        self.actions: Sequence[QAction] = ()

    def open(self, place: QPointF, on_screen: QPoint) -> QMenu | None:
        describer = self._describer()
        if describer is None:
            return None
        entries = [*self._of_readings(place, describer), LINE, *self._of_seasons(place, describer)]
        return open_menu(self._view, entries, self.actions, on_screen)

    def _of_readings(self, place: QPointF, describer: Describer) -> list[MenuEntry]:
        taking, spot = self._taking, self._taking.spot_at(place)
        entries = []
        if spot is not None:
            time = describer.moment(spot.time)
            title = (
                tr("Bring back the reading of {time}", time=time)
                if spot.kind == "excluded"
                else tr("Take out the reading of {time}", time=time)
            )
            entries.append(
                MenuEntry("turn_reading", title, lambda: taking.turn(spot), spot.is_movable)
            )
        some_out = describer.series.excluded is not None
        entries.append(
            MenuEntry(
                "bring_all_back", tr("Bring back all readings"), taking.bring_all_back, some_out
            )
        )
        return entries

    def _of_seasons(self, place: QPointF, describer: Describer) -> list[MenuEntry]:
        seasons, day = self._seasons, self._pointing.day_at(place)
        written = describer.day(day)
        return [
            MenuEntry(
                "start_here",
                tr("Start the season on {day}", day=written),
                lambda: seasons.set_end(START, day),
                seasons.moved_end(START, day) is not None,
            ),
            MenuEntry(
                "end_here",
                tr("End the season on {day}", day=written),
                lambda: seasons.set_end(END, day),
                seasons.moved_end(END, day) is not None,
            ),
            MenuEntry(
                "forget_drawn", tr("Forget drawn seasons"), seasons.forget, seasons.has_drawn
            ),
        ]
