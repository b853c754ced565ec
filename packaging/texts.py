"""Gather every text that the program says, and prepare its catalogues for translators.

    python packaging/texts.py          write resources/languages/gpstudio.pot anew, bring the
                                       catalogues beside it up to date, and compile them
    python packaging/texts.py de       begin a catalogue in German

A catalogue, ``resources/languages/de/LC_MESSAGES/gpstudio.po``, is edited with any program for
gettext. Needs Babel, which the extra ``dev`` brings.
"""

from __future__ import annotations

import string
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ROOT / "resources" / "languages"
CROPS = ROOT / "resources" / "crops"
"""Templates, whose titles are said too."""
TEMPLATE = LANGUAGES / "gpstudio.pot"
SAID_BY = {"tr": None, "tr_later": None, "tr_count": (2, 3)}
"""The functions of ``gpstudio.translation``, and which of their arguments are texts."""
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The same texts make the same file, whenever they are gathered."""


def gathered() -> Catalog:
    """Every text of the program, with the files that say it."""
    texts = Catalog(
        project="GP Studio",
        copyright_holder="GP Studio developers",
        charset="utf-8",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
    )
    found = extract_from_dir(ROOT / "gpstudio", [("**.py", "python")], keywords=SAID_BY)
    for file, _, text, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        texts.add(text, None, [(f"gpstudio/{file}", 0)], auto_comments=comments, context=context)
    for path in sorted(CROPS.glob("*.toml")):
        crop = tomllib.loads(path.read_text(encoding="utf-8"))
        texts.add(crop["title"], None, [(f"resources/crops/{path.name}", 0)])
    return texts


def template() -> bytes:
    """What translators begin with."""
    written = BytesIO()
    write_po(written, gathered(), width=100, include_lineno=False, sort_output=False)
    return written.getvalue()


def catalogues() -> Iterator[Path]:
    yield from sorted(LANGUAGES.glob("*/LC_MESSAGES/gpstudio.po"))


def begin(language: str) -> Path:
    """An empty catalogue, unless there is one."""
    path = LANGUAGES / language / "LC_MESSAGES" / "gpstudio.po"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, Catalog(locale=language, project="GP Studio"), width=100)
    return path


def bring_up_to_date(path: Path, texts: Catalog) -> int:
    """With the texts of today, compiled; how many of them are not translated yet."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    catalogue.update(texts)
    for message in catalogue:
        if message.id and _is_said(message.string) and not _fits(message):
            print(f"{path.name}: the places of {_forms(message.id)[0]!r} are others there")
            message.flags.add("fuzzy")  # left out of what is compiled until somebody mends it
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False, include_previous=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return sum(1 for message in catalogue if message.id and not _is_said(message.string))


def _fits(message: Message) -> bool:
    """Whether it can be filled as the text is: without other places, and none left unclosed."""
    try:
        known = set().union(*map(_places, _forms(message.id)))
        return all(_places(form) <= known for form in _forms(message.string))
    except ValueError:
        return "python-brace-format" not in message.flags


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _is_said(words: str | tuple[str, ...] | None) -> bool:
    """In all the forms that it has."""
    return all(words) if isinstance(words, tuple) else bool(words)


def main() -> None:
    for language in sys.argv[1:]:
        begin(language)
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_bytes(template())
    texts = gathered()
    print(f"{len(texts):,} texts in {TEMPLATE.relative_to(ROOT)}")
    for path in catalogues():
        open_ones = bring_up_to_date(path, texts)
        print(f"{path.relative_to(ROOT)}: {open_ones:,} not translated yet")


if __name__ == "__main__":
    main()
