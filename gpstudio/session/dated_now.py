"""All fits of a document with the dates that are asked for at present: for whoever shows, exports
or reports them."""

from __future__ import annotations

from gpstudio.core.task import QUIET, Task
from gpstudio.jobs.fields import Where, in_turn
from gpstudio.session.document import Document
from gpstudio.session.together import Together, dated_together


def dated_now(document: Document, task: Task = QUIET, where: Where = in_turn) -> Together:
    """The fits in the order of the table; the field that is shown is dated first."""
    return dated_together(
        document.fits_in_order,
        document.request,
        document.facts,
        task,
        document.lessons,
        document.selected,
        where,
    )
