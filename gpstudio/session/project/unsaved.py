"""What of a document is not in its project: what closing would lose.

A table can be opened again and a quick fit made again; what a person decided, and what took long,
cannot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate

from gpstudio.core.recipe import Recipe
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS, Facts, facts_in
from gpstudio.session.fitting import Fit
from gpstudio.session.request import USUAL, Request
from gpstudio.translation import tr

LONG = 10.0
"""Seconds of fitting that nobody wants to wait for again."""
MODEL, ASKED, KNOWN = tr("the model"), tr("how stages are dated"), tr("what is known of the fields")
READINGS, FITS = tr("readings taken out by hand"), tr("fits")
ADDED = tr("readings that were added")
NAMES = tr("names of fields")
KEPT = tr("which fits are kept")
IN_COMMON = tr("what the fields have in common")


def changes(document: Document, saved: Document) -> Iterator[str]:
    """In words, what the saved document does not hold; which field is shown does not count."""
    if document.table is not saved.table:
        yield tr("the readings")
    if document.recipe != saved.recipe:
        yield MODEL
    if document.request != saved.request:
        yield ASKED
    if not _same_facts(document.facts, saved.facts) or document.labels != saved.labels:
        yield KNOWN
    if not _same_fits(document.fits, saved.fits):
        yield FITS
    if document.marks != saved.marks:
        yield KEPT
    if document.population != saved.population:
        yield IN_COMMON


def decisions(document: Document, usual: Request = USUAL) -> Iterator[str]:
    """The same for a document that was never saved; nobody decided what is ``usual``."""
    if document.recipe != Recipe():
        yield MODEL
    if document.request not in (usual, USUAL):
        yield ASKED
    yield from of_its_table(document)


def came_with(document: Document, given: Document | None) -> Collection[str]:
    """What nobody decided, since the table came with it: crop and facts of a sample."""
    if given is None or document.table is not given.table:
        return ()
    same_facts = _same_facts(document.facts, given.facts) and document.labels == given.labels
    same = ((ASKED, document.request == given.request), (KNOWN, same_facts))
    return [words for words, is_same in same if is_same]


def of_its_table(document: Document) -> Iterator[str]:
    """What would be missed where another table takes the place of this one. Model and crop are
    chosen anew there; undo brings back those of this table."""
    table = document.table
    if table is not None and (
        document.labels != table.labels or not _same_facts(document.facts, facts_in(table))
    ):
        yield KNOWN
    if table is not None and table.has_excluded:
        yield READINGS
    if table is not None and table.added:
        yield ADDED
    if table is not None and table.renamed:
        yield NAMES
    seconds = accumulate(fit.report.seconds for fit in document.fits.values())
    if any(so_far > LONG for so_far in seconds):
        yield FITS
    if document.marks.pinned:
        yield KEPT


def _same_facts(some: Mapping[str, Facts], others: Mapping[str, Facts]) -> bool:
    if some is others:
        return True
    groups = some.keys() | others.keys()
    return all(some.get(group, NO_FACTS) == others.get(group, NO_FACTS) for group in groups)


def _same_fits(some: Mapping[str, Fit], others: Mapping[str, Fit]) -> bool:
    """A fit whose dates alone are others follows from what else is saved."""
    if some is others:
        return True
    return some.keys() == others.keys() and all(
        fit.has_curve_of(others[group]) for group, fit in some.items()
    )
