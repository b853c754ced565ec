"""More readings into a document: one step that can be undone, and the fits that follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.addition import Addition
from gpstudio.jobs.fields import Where, in_turn
from gpstudio.session.commands import Command
from gpstudio.session.dated_now import dated_now
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS, Facts, facts_in
from gpstudio.session.history import History
from gpstudio.session.labels import with_labels
from gpstudio.session.many import FitsOutcome, fit_fields
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class AddReadings(Command):
    """What was decided of fields holds; a fit of a field that has more readings now is outdated by
    that alone."""

    addition: Addition

    @property
    def title(self) -> str:
        return tr("add {name}", name=self.addition.name)

    def apply(self, document: Document) -> Document:
        if document.table is not self.addition.base:
            raise InputError(tr("The table was changed meanwhile: add the file once more."))
        if self.addition.questions:
            raise InputError(self.addition.sentence)
        table, before = self.addition.table, self.addition.base
        labels = {g: its for g, its in table.labels.items() if g not in before.labels}
        document = replace(document, table=table, facts=self._facts(document))
        return with_labels(document, labels) if labels else document

    def _facts(self, document: Document) -> Mapping[str, Facts]:
        """With what the file tells of fields of which nothing was known."""
        told = facts_in(self.addition.table)
        before = facts_in(self.addition.base)
        found = {
            group: facts
            for group, facts in told.items()
            if group not in before and document.facts.get(group, NO_FACTS) == NO_FACTS
        }
        return frozen({**document.facts, **found}) if found else document.facts


def fields_to_fit(before: Document, addition: Addition) -> list[str]:
    """Those whose fits are outdated by it; new ones too, where all the others are fitted."""
    all_fitted = bool(before.fits) and all(g in before.fits for g in addition.base.groups)
    return [
        gain.group
        for gain in addition.gains
        if gain.readings and (gain.group in before.fits or (gain.is_new and all_fitted))
    ]


@dataclass(frozen=True, eq=False)
class Grown:
    """A document with more readings, and what became of its fits."""

    document: Document
    outcome: FitsOutcome | None = None
    """None where nothing had to be fitted anew."""


def grown(
    document: Document, addition: Addition, task: Task = QUIET, where: Where = in_turn
) -> Grown:
    """With what is new, and with new fits of the fields that have other readings now."""
    history = History(document)
    wanted = set(fields_to_fit(document, addition))
    after = history.do(AddReadings(addition))
    if not wanted or after.table is None:
        return Grown(after)
    fields = [after.table.by_group[group] for group in after.table.groups if group in wanted]
    outcome = fit_fields(fields, after.recipe, after.request, after.facts, task, where)
    for fit in outcome.fits:
        history.keep_fit(fit, one_of_many=len(fields) > 1)
    history.keep_together(dated_now(history.document, task, where))
    return Grown(history.document, outcome)
