"""A text that does again what was done, with the files that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import write_atomic
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.population import NO_POPULATION, Known, is_shared
from gpstudio.translation import tr

NO_FILES: Mapping[Path, str] = MappingProxyType({})


@dataclass(frozen=True)
class Exported:
    text: str
    beside: Mapping[Path, str] = field(default_factory=lambda: NO_FILES)
    """What it reads besides the table, by path."""


def write_exported(path: Path, exported: Exported) -> Path:
    """The files it reads first: a script that is there can be run."""
    for other, text in exported.beside.items():
        _write(other, text)
    return _write(path, exported.text)


def _write(path: Path, text: str) -> Path:
    return write_atomic(path, lambda handle: handle.write(text))


def table_of(document: Document) -> Table:
    if document.table is None:
        raise InputError(
            tr("Open a table of readings first: a script does again what was done to it.")
        )
    return document.table


def is_read_again(table: Table) -> bool:
    """Whether the readings stand in files that are there; a pasted table never did."""
    return all(path.is_file() for path in (table.path, *(file.path for file in table.added)))


def fields_of(document: Document) -> list[Series]:
    """Those that were fitted, and the one that is shown, in the order of the table."""
    wanted = {*document.fits, document.selected}
    return [series for series in table_of(document).series if series.group in wanted]


def groups_of(document: Document) -> list[str]:
    return [series.group for series in fields_of(document)]


def weighed_by(document: Document, fields: int) -> Known:
    """By what so many fields are to be weighed so that the numbers are the window's: what it knows
    of them, and nothing that these fields would learn from each other now."""
    if document.shared is not None:
        return document.shared
    return NO_POPULATION if is_shared(document.recipe, fields) else None


def otherwise_fitted(document: Document) -> list[str]:
    """Fields whose shown curve was made with another model than the present one, or before it was
    known what the fields have in common."""
    fits = ((group, document.fits.get(group)) for group in groups_of(document))
    return [group for group, fit in fits if fit is not None and not _is_as_now(document, fit)]


def _is_as_now(document: Document, fit: Fit) -> bool:
    return fit.recipe == document.recipe and document.is_weighed_as_now(fit)
