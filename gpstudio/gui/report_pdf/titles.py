"""What a field is called on paper."""

from __future__ import annotations

from gpstudio.data.table import Table
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


def title_of(fit: Fit, table: Table | None) -> str:
    """The only field of a table, where it has no name, is called after its file."""
    group = fit.series.group
    return (group if table is None else table.called(group)) or tr("Field")
