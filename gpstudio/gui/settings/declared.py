"""The settings, each declared once: for the window that shows them, the manual, and who asks.

Only what does something is a setting. Each has few values; the first is the usual one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from PySide6.QtCore import QSettings

from gpstudio.gui.season.words import CURVE_ALONE, NOTHING, ListEntry, crop_entries
from gpstudio.session.fitting import HORIZON_DAYS
from gpstudio.translation import tr


@dataclass(frozen=True)
class UserSetting:
    name: str
    """Also its key where settings are kept."""
    title: str
    help: str
    fixed: tuple[ListEntry, ...] = ()

    @property
    def entries(self) -> tuple[ListEntry, ...]:
        """What can be chosen; crops are those that have a template at this moment."""
        return self.fixed or (CURVE_ALONE, NOTHING, *crop_entries())

    @property
    def value(self) -> str:
        """What was chosen; the usual one where that is not to be had any more."""
        kept = str(QSettings().value(self.name, ""))
        return kept if kept in self._names else self._names[0]

    @property
    def _names(self) -> tuple[str, ...]:
        """Those of the entries, without reading a template: every click asks."""
        from gpstudio.phenology.templates import crops

        if self.fixed:
            return tuple(entry.name for entry in self.fixed)
        return CURVE_ALONE.name, NOTHING.name, *crops()

    def keep(self, value: str) -> None:
        QSettings().setValue(self.name, value)


def _days(days: int) -> ListEntry:
    return ListEntry(
        str(days), tr("{days} days", days=days), tr("The curve goes on for {days} days.", days=days)
    )


def _percent(percent: int) -> ListEntry:
    return ListEntry(str(percent), f"{percent} %", tr("Everything is drawn at this size."))


THEME = UserSetting(
    "theme", tr("Colours"), tr("Light or dark, or as the system is."),
    (
        ListEntry(
            "system", tr("As the system"),
            tr("Light by day and dark by night, where the system is so."),
        ),
        ListEntry("light", tr("Light"), tr("Dark text on white.")),
        ListEntry("dark", tr("Dark"), tr("Light text on black.")),
    ),
)  # fmt: skip
SCALING = UserSetting(
    "scaling", tr("Size"), tr("How large everything is drawn; it holds from the next start."),
    (
        ListEntry("system", tr("As the system"), tr("As large as other programs.")),
        *(_percent(percent) for percent in (100, 125, 150, 175, 200)),
    ),
)  # fmt: skip
START = UserSetting(
    "start", tr("When it starts"), tr("What the window shows first."),
    (
        ListEntry("welcome", tr("Welcome"), tr("Recent files, samples and the tour.")),
        ListEntry("sample", tr("The sample"), tr("One field with its dates.")),
        ListEntry(
            "last", tr("The last project"), tr("As it was saved; welcome where there is none.")
        ),
    ),
)  # fmt: skip
CROP = UserSetting(
    "usual_crop", tr("Crop of new tables"),
    tr("Whose stages are dated once a table is opened; it can be changed under Season."),
)  # fmt: skip
HORIZON = UserSetting(
    "usual_horizon", tr("Forecast of new tables"),
    tr("How far the curve goes on behind the last reading, once a table is opened."),
    (
        ListEntry(
            "auto", tr("{days:g} days", days=HORIZON_DAYS),
            tr("As far as is usual."),
        ),
        *(_days(days) for days in (7, 14, 60, 90, 180)),
    ),
)  # fmt: skip
CLUSTER = "DASK_SCHEDULER_ADDRESS"
"""The variable by which Dask's own programs know their cluster."""
COMPUTE = UserSetting(
    "where_to_compute", tr("Where to compute"),
    tr("Where many fields are fitted and dated; one field is always fitted in the window."),
    (
        ListEntry(
            "processes", tr("In processes of this computer"),
            tr("One a processor, where many fields are left; they open no connection."),
        ),
        ListEntry("here", tr("In the window"), tr("One field after the other.")),
        ListEntry(
            "dask=local", tr("In a Dask cluster of this computer"),
            tr("It opens connections on this computer alone, and wants the extra 'cluster'."),
        ),
        ListEntry(
            "cluster", tr("On a Dask cluster"),
            tr("That of the variable DASK_SCHEDULER_ADDRESS, by which Dask's programs know it."),
        ),
    ),
)  # fmt: skip


def chosen_engine() -> str:
    """As an engine is typed."""
    chosen = COMPUTE.value
    return f"dask={os.environ.get(CLUSTER, '')}" if chosen == "cluster" else chosen


DIGITS = UserSetting(
    "digits", tr("Digits in exports"),
    tr("How exactly numbers are written into tables; dates and times are always whole."),
    (
        ListEntry("all", tr("All"), tr("As many as bring back the very same number.")),
        ListEntry("six", tr("Six"), tr("Six significant digits, which are read more easily.")),
    ),
)  # fmt: skip
FIELDS_NAME = UserSetting(
    "fields_name", tr("Name of fields in exports"),
    tr("What the column that names the field is called in tables."),
    (
        ListEntry("group", tr("group"), tr("In every file the same, for scripts.")),
        ListEntry("own", tr("As in the table"), tr("What the table that was read calls it.")),
    ),
)  # fmt: skip
SETTINGS = (THEME, SCALING, START, CROP, HORIZON, COMPUTE, DIGITS, FIELDS_NAME)
