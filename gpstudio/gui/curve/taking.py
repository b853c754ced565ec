"""Taking readings out and bringing them back: by a click, a shape, or the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, Qt

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.series import Series
from gpstudio.gui.curve.describing import Describer, Description
from gpstudio.gui.curve.readings import ReadingsLayer
from gpstudio.gui.curve.spots import EXCLUDED, USED, Spot
from gpstudio.gui.date_axis import on_axis
from gpstudio.session.commands import Command
from gpstudio.session.field_commands import ExcludeReadings, RestoreReadings
from gpstudio.translation import tr, tr_count


class Taking:
    """What the mouse means on a reading."""

    def __init__(
        self,
        readings: ReadingsLayer,
        wish: Callable[[Command], None],
        describer: Callable[[], Describer | None],
    ) -> None:
        self._readings, self._wish, self._describer = readings, wish, describer
        self._series: Series | None = None

    def show(self, series: Series | None) -> None:
        self._series = series

    def point_at(self, place: QPointF | None) -> None:
        self._readings.point_at(place)

    def description_at(self, place: QPointF) -> Description | None:
        found, describer = self._readings.find(place), self._describer()
        if found is None or describer is None:
            return None
        there = self._readings.on_spot_of(found)
        beside = (there.index(found) + 1, len(there))
        return describer.of_spot(self._readings.spots[found], beside)

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None:
        spot = self.spot_at(place)
        can = spot is not None and spot.is_movable
        return Qt.CursorShape.PointingHandCursor if can else None

    def click_at(self, place: QPointF) -> bool:
        """A second click on the same spot is for the next reading there."""
        found = self._readings.find(place)
        if found is None:
            return False
        spot = self._readings.spots[found]
        self._readings.go_on(found)
        self.turn(spot)
        return True

    def spot_at(self, place: QPointF) -> Spot | None:
        found = self._readings.find(place)
        return None if found is None else self._readings.spots[found]

    def turn(self, spot: Spot, only: str = "") -> None:
        """Take a reading out, or bring it back; with a kind, only if it is of that kind."""
        if self._series is None or not spot.is_movable or (only and spot.kind != only):
            return
        command = ExcludeReadings if spot.kind == "used" else RestoreReadings
        self._wish(command(self._series.group, (spot.name,)))

    def bring_all_back(self) -> None:
        if self._series is not None and self._series.excluded is not None:
            self._wish(RestoreReadings(self._series.group))

    def take_inside(self, corners: Floats) -> None:
        """Take the readings in a shape out; where all of them are out already, bring them back."""
        if self._series is None:
            return
        command, places = self._meant(corners)
        if len(places):
            self._wish(command(self._series.group, self._readings.spots.names(places)))

    def description_inside(self, corners: Floats) -> Description | None:
        command, places = self._meant(corners)
        hint = (
            tr("Release to take them out; Esc to leave them.")
            if command is ExcludeReadings
            else tr("Release to bring them back; Esc to leave them.")
        )
        return Description(
            tr_count(len(places), "{n:,} reading", "{n:,} readings"),
            (),
            hint if len(places) else "",
        )

    def _meant(
        self, corners: Floats
    ) -> tuple[type[ExcludeReadings] | type[RestoreReadings], Integers]:
        spots = self._readings.spots
        unit = 1.0 if self._series is None else float(on_axis(self._series, np.ones(1))[0])
        found = spots.inside(corners / np.array([unit, 1.0]))
        used, out = found[spots.kind[found] == USED], found[spots.kind[found] == EXCLUDED]
        back = not len(used) and len(out)
        return (RestoreReadings, out) if back else (ExcludeReadings, used)
