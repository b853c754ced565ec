"""The document: everything a person made, frozen. A command makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.data.hiding import as_of
from gpstudio.data.series import Series
from gpstudio.data.table import UNLABELLED, Table
from gpstudio.session.facts import NO_FACTS, NOTHING_KNOWN, Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import NO_MARKS, KeptFit, KeptFits, Marks
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.overlay import overlay_of
from gpstudio.session.population import own_population, serves
from gpstudio.session.request import Request
from gpstudio.session.season_map.laying_out import SeasonMap, mark_of_all
from gpstudio.session.together import basis_of, is_as_asked, is_under_way, moves
from gpstudio.session.wished_classes import NO_CLASSES, ClassWish

State: TypeAlias = Literal["unfitted", "other curve", "other dates", "current"]
"""Of a field: without a fit; with one of other readings, another model or other times; with that
curve, but dates that are to be made anew; as everything is asked for at present."""
NOTHING_FITTED: Mapping[str, Fit] = frozen({})


@dataclass(frozen=True, eq=False)
class Document(Portable):
    table: Table | None = None
    selected: str = ""
    """The group of the field that is shown."""
    recipe: Recipe = field(default_factory=Recipe)
    request: Request = field(default_factory=Request)
    facts: Mapping[str, Facts] = field(default_factory=lambda: NOTHING_KNOWN)
    """What is known of each field besides its readings, by group."""
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: UNLABELLED)
    """Words about each field, by group and heading: variety, group, note. No date rests on them."""
    fits: Mapping[str, Fit] = field(default_factory=lambda: NOTHING_FITTED)
    """The newest fit of each field, by group."""
    lessons: Lessons = NO_LESSONS
    """What the observed dates of all fitted fields teach."""
    kept: KeptFits = field(default_factory=KeptFits)
    """What is kept of every fit, the newest ones' too."""
    marks: Marks = NO_MARKS
    population: Population | None = None
    """What the fields have in common, as it was learnt last; whatever is read later, fields are
    weighed by it until somebody asks for it to be learnt anew."""
    classes: ClassWish = NO_CLASSES
    """What is asked about classes of fields."""
    season_map: SeasonMap | None = None
    """The newest one, whether or not it is of the present readings."""

    @property
    def series(self) -> Series | None:
        """The field that is shown."""
        return self.table.by_group.get(self.selected) if self.table is not None else None

    def called(self, group: str) -> str:
        """A field, for people."""
        return self.table.called(group) if self.table is not None else group

    @property
    def seen(self) -> Series | None:
        """The field that is shown as it stood on the day that is asked about; all of it, where that
        leaves too little to fit."""
        series = self.series
        with suppress(InputError):
            return None if series is None else as_of(series, self.request.as_of)
        return series

    @property
    def fit(self) -> Fit | None:
        """The newest fit of the field that is shown, whether or not it is of this recipe."""
        return self.fits.get(self.selected)

    @cached_property
    def shared(self) -> Population | None:
        """The population, where it is for the present model and day."""
        is_ours = serves(self.population, self.recipe, self.request.as_of)
        return self.population if is_ours else None

    @cached_property
    def present_map(self) -> SeasonMap | None:
        """The map of seasons, where it is of the present readings."""
        found, table = self.season_map, self.table
        if found is None or table is None or found.made_of != mark_of_all(table.series):
            return None
        return found

    def is_weighed_as_now(self, fit: Fit) -> bool:
        """Whether it was weighed by what is known of all fields at present."""
        weighed, shared = fit.basis.population, self.shared
        if shared is None or shared.is_one:  # at once: a list of fields asks for each of them
            return weighed == ("" if shared is None else shared.fingerprint)
        known = self.facts_of(fit.series.group).as_of(self.request.as_of)
        return weighed == own_population(shared, fit.series, known).fingerprint

    def facts_of(self, group: str) -> Facts:
        return self.facts.get(group, NO_FACTS)

    def state_of(self, group: str) -> State:
        """How the newest fit of a field stands to what is asked for at present."""
        fit = self.fits.get(group)
        if fit is None:
            return "unfitted"
        if not self._is_of_curve(fit):
            return "other curve"
        return "current" if self.dates_are_current(fit) else "other dates"

    @property
    def curve_is_current(self) -> bool:
        """Whether the shown curve was fitted to the present readings with the present recipe."""
        return self.state_of(self.selected) in ("other dates", "current")

    @property
    def fit_is_current(self) -> bool:
        """Whether its dates, too, were made as they are asked for at present, and all that is shown
        with them is at hand."""
        fit = self.fit
        is_whole = fit is not None and not fit.dates.without_draws
        return is_whole and self.state_of(self.selected) == "current"

    def is_of_model(self, fit: Fit) -> bool:
        """Whether it was made of the present readings with the present recipe, and weighed by what
        is now known of all fields."""
        fields = self.table.by_group if self.table is not None else {}
        series = fields.get(fit.series.group)
        of_recipe = fit.recipe is self.recipe or fit.recipe == self.recipe
        is_ours = series is not None and fit.is_of(series) and of_recipe
        return is_ours and self.is_weighed_as_now(fit)

    def _is_of_curve(self, fit: Fit) -> bool:
        return self.is_of_model(fit) and fit.request.same_times(self.request)

    def dates_are_current(self, fit: Fit) -> bool:
        """Whether they are those that ``dated_together`` makes of all fits, whatever the curve."""
        if not is_as_asked(fit, self.request, self.facts_of(fit.series.group)):
            return False
        taught = fit.basis.taught
        return taught.basis == self.basis or not (self._may_move(fit) or moves(fit, taught))

    def _may_move(self, fit: Fit) -> bool:
        """Whether what other fields teach can have a part in these dates."""
        return bool(self.basis) and (self._is_observed or is_under_way(fit))

    @cached_property
    def basis(self) -> str:
        """What fields learn from each other follows from it."""
        return basis_of(self.fits_in_order, self.request, self.facts)

    @cached_property
    def _is_observed(self) -> bool:
        return any(known.seen for known in self.facts.values())

    @property
    def fits_in_order(self) -> tuple[Fit, ...]:
        """As their fields stand in the table, whichever was fitted first."""
        fields = self.table.series if self.table is not None else ()
        found = (self.fits.get(series.group) for series in fields)
        return tuple(fit for fit in found if fit is not None)

    @cached_property
    def outdated(self) -> tuple[str, ...]:
        """The fields whose dates are to be made anew, in the order of the table."""
        fits = self.fits_in_order
        return tuple(fit.series.group for fit in fits if not self.dates_are_current(fit))

    def with_series(self, series: Series) -> Document:
        """The document with other readings of one field."""
        if self.table is None:
            return self
        return replace(self, table=self.table.with_series(series))

    def with_facts(self, group: str, facts: Facts) -> Document:
        return replace(self, facts=frozen({**self.facts, group: facts}))

    def labels_of(self, group: str) -> Mapping[str, str]:
        return self.labels.get(group, {})

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Of all labels, as they come."""
        return tuple(dict.fromkeys(name for its in self.labels.values() for name in its))

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
