"""The document: everything a person made, frozen. A command makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.session.facts import NO_FACTS, NOTHING_KNOWN, Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import NO_MARKS, KeptFit, KeptFits, Marks
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.overlay import overlay_of
from gpstudio.session.request import Request

NOTHING_FITTED: Mapping[str, Fit] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Document:
    table: Table | None = None
    selected: str = ""
    """The group of the field that is shown."""
    recipe: Recipe = field(default_factory=Recipe)
    request: Request = field(default_factory=Request)
    facts: Mapping[str, Facts] = field(default_factory=lambda: NOTHING_KNOWN)
    """What is known of each field besides its readings, by group."""
    fits: Mapping[str, Fit] = field(default_factory=lambda: NOTHING_FITTED)
    """The newest fit of each field, by group."""
    lessons: Lessons = NO_LESSONS
    """What the observed dates of all fitted fields teach."""
    kept: KeptFits = field(default_factory=KeptFits)
    """What is kept of every fit, the newest ones' too."""
    marks: Marks = NO_MARKS

    @property
    def series(self) -> Series | None:
        """The field that is shown."""
        return self.table.by_group.get(self.selected) if self.table is not None else None

    @property
    def fit(self) -> Fit | None:
        """The newest fit of the field that is shown, whether or not it is of this recipe."""
        return self.fits.get(self.selected)

    def facts_of(self, group: str) -> Facts:
        return self.facts.get(group, NO_FACTS)

    @property
    def curve_is_current(self) -> bool:
        """Whether the shown curve was fitted to the present readings with the present recipe."""
        fit = self.fit
        return (
            fit is not None
            and fit.series is self.series
            and fit.recipe == self.recipe
            and fit.request.same_times(self.request)
        )

    @property
    def fit_is_current(self) -> bool:
        """Whether its dates, too, were made as they are asked for at present."""
        fit = self.fit
        return (
            fit is not None
            and self.curve_is_current
            and fit.request == self.request
            and fit.facts == self.facts_of(self.selected)
            and fit.lessons is self.lessons
        )

    def with_series(self, series: Series) -> Document:
        """The document with other readings of one field."""
        if self.table is None:
            return self
        return replace(self, table=self.table.with_series(series))

    def with_facts(self, group: str, facts: Facts) -> Document:
        return replace(self, facts=MappingProxyType({**self.facts, group: facts}))

    def with_fit(self, fit: Fit) -> Document:
        """The document with one more result; nothing a person did, so no step to undo."""
        return self.with_fits({fit.series.group: fit})

    def with_fits(self, fits: Mapping[str, Fit]) -> Document:
        """Many at once, by group."""
        return replace(self, fits=overlay_of(self.fits).with_values(fits)) if fits else self

    def kept_of(self, group: str) -> tuple[KeptFit, ...]:
        """The fits of a field that are there to be compared, oldest first."""
        rows = self.all_kept_of(group)
        return tuple(row for row in rows if row.name not in self.marks.dropped)

    def all_kept_of(self, group: str) -> tuple[KeptFit, ...]:
        """With those that a person took away; also of a fit that nobody noted."""
        rows, fit = self.kept.of(group), self.fits.get(group)
        if fit is None or any(row.is_of(fit) for row in rows):
            return rows
        row = KeptFit.of(fit)
        # a fit that undo brought back has its row, whose curve may be gone
        known = [replace(e, curve=row.curve) if e.key == row.key else e for e in rows]
        return tuple(known) if any(e.key == row.key for e in known) else (*rows, row)
