"""What was asked about classes as a command line, which tells what it cannot say, and as a Python
script, which says it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gpstudio.data.labelling import heading_of
from gpstudio.data.table import Table
from gpstudio.session.document import Document
from gpstudio.session.script.command import read_as, system_shell, time_word
from gpstudio.session.script.exported import Exported, is_read_again, table_of
from gpstudio.session.script.literals import comment, mapping, plain
from gpstudio.session.script.python import MODULES as OF_READINGS
from gpstudio.session.script.python import imports_of, reading_of
from gpstudio.session.script.words import Shell
from gpstudio.session.wished_classes import ClassWish
from gpstudio.version import __version__

USAGE = "Run it to write the classes into a folder: python THIS [FOLDER [TABLE]]"
MODULES = {
    **OF_READINGS,
    "how_learnt": "gpstudio.session.classified.choices",
    "SeasonsAsked": "gpstudio.session.classified.courses",
    "season_rows": "gpstudio.session.classified.courses",
    "classify": "gpstudio.session.classified.learning",
    "words_of": "gpstudio.session.classified.results",
    "write_classified": "gpstudio.session.classified.results",
    "Asked": "gpstudio.session.classified.rows",
    "read_rows": "gpstudio.session.classified.rows",
}
ROWS = "TABLE = Path(sys.argv[2] if len(sys.argv) > 2 else {path})"
SEASONS = "found = classify(season_rows(table, labels, asked).rows, how)"
FROM_ROWS = "found = classify(read_rows(TABLE, asked), how)"
WRITING = """if __name__ == "__main__":
    for line in words_of(found):
        print(line)
    write_classified(Path(sys.argv[1] if len(sys.argv) > 1 else "classes"), found)"""


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


def class_script(document: Document, wish: ClassWish) -> Exported:
    """Of the document's own table."""
    table = table_of(document)
    there = is_read_again(table)
    missing = [] if there else [comment(_no_file(table))]
    by_hand = _is_by_hand(document, table, wish)
    words = {group: plain({wish.label: one}) for group, one in _words(document, wish).items()}
    labels = f"labels = {mapping(words)}" if by_hand else "labels = table.labels"
    asked = f"asked = SeasonsAsked({plain(wish.label)}, {plain(wish.as_of)})"
    body = [*missing, reading_of(table), labels, asked, _how(wish), SEASONS]
    return _script(table.path.name, body)


def rows_script(path: Path, wish: ClassWish) -> Exported:
    """Of a file with a row a thing."""
    asked = f"asked = Asked({plain(wish.label)})"
    reading = ROWS.format(path=plain(str(path.absolute())))
    return _script(path.name, [reading, asked, _how(wish), FROM_ROWS])


def _script(name: str, body: Sequence[str]) -> Exported:
    head = [comment(f"Classes of {name}, as GP Studio {__version__} tells them."), comment(USAGE)]
    code = "\n\n".join([*body, WRITING])
    return Exported("\n\n".join(["\n".join(head), imports_of(code, MODULES), code]) + "\n")


def _how(wish: ClassWish) -> str:
    chosen = dict(wish.chosen)
    folds = f"folds={chosen.pop('folds')}, " if "folds" in chosen else ""
    return f"how = how_learnt({plain(chosen)}, {folds}anyway=True)"


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
        yield _no_file(table)
    if _is_by_hand(document, table, wish):
        yield (
            f"It cannot say which {wish.label} was written by hand: put a column into the table. "
            "The Python script says it."
        )


def _no_file(table: Table) -> str:
    return f"There is no file {table.path}: save the readings and write its name."


def _is_by_hand(document: Document, table: Table, wish: ClassWish) -> bool:
    own = {group: its.get(wish.label, "") for group, its in table.labels.items()}
    return {group: word for group, word in own.items() if word} != _words(document, wish)


def _words(document: Document, wish: ClassWish) -> dict[str, str]:
    """Of the fields that have one."""
    own = {group: its.get(wish.label, "") for group, its in document.labels.items()}
    return {group: word for group, word in own.items() if word}
