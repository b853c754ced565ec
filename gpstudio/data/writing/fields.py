"""One row a field: how it was fitted, or why it was not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Annotated

from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.sheet import Means, Number, Sheet, columns_of
from gpstudio.translation import tr


@dataclass(frozen=True)
class FieldRow:
    """One line; the fields are its columns, in this order."""

    group: Annotated[str, Means("text", GROUP)]
    readings: Annotated[Number, Means("number", tr("Readings that take part."))]
    seasons: Annotated[Number, Means("number", tr("Seasons that were found."))]
    kernel: Annotated[str | None, Means("text", tr("The kernel with its most probable numbers."))]
    scale: Annotated[str | None, Means("text", tr("The scale on which the curve was computed."))]
    noise: Annotated[
        Number, Means("number", tr("Variance of one reading about the curve, on that scale."))
    ]
    log_evidence: Annotated[Number, Means("number", tr("Log evidence of the model."))]
    seconds: Annotated[Number, Means("number", tr("How long the fit took."))]
    reason: Annotated[str, Means("text", tr("Why it was fitted so, or why it was not."))]


FIELDS = columns_of(FieldRow)


def fields_sheet(rows: Iterable[FieldRow]) -> Sheet:
    return Sheet.of_rows("fields", FIELDS, (astuple(row) for row in rows))
