"""What the manual says of files that come in and go out, from their declarations."""

from __future__ import annotations

from gpstudio.gui.help.markdown import code, plain, table
from gpstudio.gui.importing.words import ROLE_WORDS
from gpstudio.gui.words import sentence
from gpstudio.translation import tr

COLUMN_HEADINGS = (tr("Column"), tr("What it means"))


def roles() -> str:
    rows = [(f"**{title}**", plain(sentence(what))) for title, what in ROLE_WORDS.values()]
    return table((tr("Part"), tr("What it is for")), rows)


def observed() -> str:
    from gpstudio.session.observed import COLUMNS

    return table(COLUMN_HEADINGS, [(code(one.name), plain(one.help)) for one in COLUMNS])


def sowing() -> str:
    from gpstudio.session.sowing import COLUMNS

    return table(COLUMN_HEADINGS, [(code(one.name), plain(one.help)) for one in COLUMNS])


def fields() -> str:
    from gpstudio.session.noted.columns import FIELD_COLUMNS

    return table(COLUMN_HEADINGS, [(code(one.name), plain(one.help)) for one in FIELD_COLUMNS])


def exports() -> str:
    from gpstudio.data.writing.columns import TABLES

    parts = []
    for name, columns in TABLES.items():
        rows = [(code(column.name), plain(column.help)) for column in columns]
        parts += [f"## {name.capitalize()}", table(COLUMN_HEADINGS, rows)]
    return "\n\n".join(parts)
