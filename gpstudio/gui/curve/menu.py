"""The menu of the plot, for the place where it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from gpstudio.gui.curve.pointing import Pointing
from gpstudio.gui.curve.season_ends import END, START, SeasonEnds
from gpstudio.gui.curve.taking import Taking
from gpstudio.gui.curve.telling import Teller
from gpstudio.translation import tr


@dataclass(frozen=True)
class Entry:
    """One line; an entry without ``act`` is a line drawn between two others."""

    name: str
    title: str = ""
    act: Callable[[], None] | None = None
    possible: bool = True


LINE = Entry("")


def open_menu(
    parent: QWidget, entries: Sequence[Entry], actions: Sequence[QAction], place: QPoint
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
        teller: Callable[[], Teller | None],
    ) -> None:
        self._view, self._taking, self._seasons = view, taking, seasons
        self._pointing, self._teller = pointing, teller
        self.actions: Sequence[QAction] = ()

    def open(self, place: QPointF, on_screen: QPoint) -> QMenu | None:
        teller = self._teller()
        if teller is None:
            return None
        entries = [*self._of_readings(place, teller), LINE, *self._of_seasons(place, teller)]
        return open_menu(self._view, entries, self.actions, on_screen)

    def _of_readings(self, place: QPointF, teller: Teller) -> list[Entry]:
        taking, spot = self._taking, self._taking.spot_at(place)
        entries = []
        if spot is not None:
            time = teller.moment(spot.time)
            title = (
                tr("Bring back the reading of {time}", time=time)
                if spot.kind == "excluded"
                else tr("Take out the reading of {time}", time=time)
            )
            entries.append(
                Entry("turn_reading", title, lambda: taking.turn(spot), spot.kind != "aside")
            )
        some_out = teller.series.excluded is not None
        entries.append(
            Entry("bring_all_back", tr("Bring back all readings"), taking.bring_all_back, some_out)
        )
        return entries

    def _of_seasons(self, place: QPointF, teller: Teller) -> list[Entry]:
        seasons, day = self._seasons, self._pointing.day_at(place)
        written = teller.day(day)
        return [
            Entry(
                "start_here",
                tr("Start the season on {day}", day=written),
                lambda: seasons.set_end(START, day),
                seasons.moved_end(START, day) is not None,
            ),
            Entry(
                "end_here",
                tr("End the season on {day}", day=written),
                lambda: seasons.set_end(END, day),
                seasons.moved_end(END, day) is not None,
            ),
            Entry("forget_drawn", tr("Forget drawn seasons"), seasons.forget, seasons.has_drawn),
        ]
