"""What was asked about classes as a command line; what it cannot say is told in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gpstudio.data.labelling import heading_of
from gpstudio.data.table import Table
from gpstudio.session.document import Document
from gpstudio.session.script.command import read_as, system_shell, time_word
from gpstudio.session.script.exported import Exported, is_read_again, table_of
from gpstudio.session.script.words import Shell
from gpstudio.session.wished_classes import ClassWish
from gpstudio.version import __version__


def class_command(document: Document, wish: ClassWish, shell: Shell | None = None) -> Exported:
    """Of the document's own table."""
    shell = shell or system_shell()
    table = table_of(document)
    words = ["gpstudio classify", shell.word(str(table.path.absolute()))]
    words += [shell.word(word) for word in _options(table, wish)]
    words.append(shell.word("--out=classes"))
    said = [
        f"Classes of {table.path.name}, as GP Studio {__version__} tells them.",
        *_unsaid(document, table, wish),
    ]
    return Exported(shell.written(said, words))


def rows_command(path: Path, wish: ClassWish, shell: Shell | None = None) -> Exported:
    """Of a file with a row a thing."""
    shell = shell or system_shell()
    options = [f"--label={wish.label}", *_chosen(wish), "--anyway", "--out=classes"]
    words = ["gpstudio classify", *map(shell.word, (str(path.absolute()), *options))]
    said = [f"Classes of {path.name}, as GP Studio {__version__} tells them."]
    return Exported(shell.written(said, words))


def _options(table: Table, wish: ClassWish) -> Iterator[str]:
    yield "--seasons"
    yield f"--label={_column(table, wish.label) or wish.label}"
    yield from (word for word in read_as(table) if not word.endswith("=label"))
    if wish.as_of is not None:
        yield f"--as-of={time_word(wish.as_of, table.is_dated)}"
    yield from _chosen(wish)
    yield "--anyway"


def _chosen(wish: ClassWish) -> Iterator[str]:
    return (f"--{name}={word}" for name, word in wish.chosen)


def _column(table: Table, heading: str) -> str:
    """The column whose words stand under a heading; empty where no column says them."""
    for column in table.columns:
        if column.role in ("ignored", "label") and heading in (
            column.name,
            heading_of(column.name),
        ):
            return column.name
    return ""


def _unsaid(document: Document, table: Table, wish: ClassWish) -> Iterator[str]:
    if not is_read_again(table):
        yield f"There is no file {table.path}: save the readings and write its name."
    heading = wish.label
    own = {group: its.get(heading, "") for group, its in table.labels.items()}
    now = {group: its.get(heading, "") for group, its in document.labels.items()}
    if {g: w for g, w in own.items() if w} != {g: w for g, w in now.items() if w}:
        yield f"It cannot say which {heading} was written by hand: put a column into the table."
