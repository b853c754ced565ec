"""The document: everything a person made, frozen. A command makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request

NOTHING_FITTED: Mapping[str, Fit] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Document:
    table: Table | None = None
    selected: str = ""
    """The group of the field that is shown."""
    recipe: Recipe = field(default_factory=Recipe)
    request: Request = field(default_factory=Request)
    fits: Mapping[str, Fit] = field(default_factory=lambda: NOTHING_FITTED)
    """The newest fit of each field, by group."""

    @property
    def series(self) -> Series | None:
        """The field that is shown."""
        fields = self.table.series if self.table else ()
        return next((series for series in fields if series.group == self.selected), None)

    @property
    def fit(self) -> Fit | None:
        """The newest fit of the field that is shown, whether or not it is of this recipe."""
        return self.fits.get(self.selected)

    @property
    def fit_is_current(self) -> bool:
        """Whether the shown fit was made with the present recipe and request."""
        fit = self.fit
        return fit is not None and (fit.recipe, fit.request) == (self.recipe, self.request)

    def with_fit(self, fit: Fit) -> Document:
        """The document with one more result; nothing a person did, so no step to undo."""
        return replace(self, fits=MappingProxyType({**self.fits, fit.series.group: fit}))
