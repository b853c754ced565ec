"""Whose a picture is: what is drawn of one field is never seen while another is shown.

A field's plot says which field it shows. Every item on it holds the field that its numbers are of,
given together with the numbers; where the two differ nothing is painted. So a layer that forgets to
clear itself, or whose numbers come late, leaves a gap, and no curve of another field.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from gpstudio.data.series import Origin, Series
from gpstudio.gui.guarded import Guarded
from gpstudio.session.fitting import Fit

NO_FIELD = Origin()
"""What a field's plot shows before there is one."""


def is_same_field(series: Series | None, other: Series | None) -> bool:
    """Whether both are of one field, of which readings were taken out or brought back."""
    return series is not None and other is not None and series.origin is other.origin


def is_of(fit: Fit | None, series: Series | None) -> bool:
    """Whether the curve is that of the field, also with other readings."""
    return fit is not None and is_same_field(fit.series, series)


class OfField(Guarded):
    """A mixin for items of a plot, ahead of pyqtgraph's class."""

    origin: Origin | None = None
    """Whose numbers it holds."""

    def be_of(self, series: Series | None) -> None:
        """Together with the numbers: these are of that field."""
        self.origin = None if series is None else series.origin

    @property
    def is_of_shown(self) -> bool:
        """Also on a plot that is of no field in particular, which is dressed anew each time."""
        shown = getattr(self.getViewBox(), "origin", None)  # type: ignore[attr-defined]
        return shown is None or self.origin is shown

    def __init_subclass__(cls, **named: Any) -> None:
        if "paint" in cls.__dict__:
            cls.paint = _of_shown(cls.__dict__["paint"])  # type: ignore[attr-defined]
        super().__init_subclass__(**named)


def _of_shown(paint: Callable[..., None]) -> Callable[..., None]:
    @wraps(paint)
    def paint_its_own(item: OfField, *given: Any) -> None:
        if item.is_of_shown:
            paint(item, *given)

    return paint_its_own
