"""What the program says, in the language of the person.

Every text that a person may see stands in English where it is shown, inside ``tr(…)``, as a whole
sentence with named places for what changes: ``tr("{count} fields fitted", count=n)``. A catalogue
of another language, made with the usual tools of gettext, replaces the sentence before the places
are filled. Without one, English is what is said.

The language is that of the environment (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``), asked
once: many texts are constants of their modules. A child process says the same, since it inherits
the environment. ``packaging/texts.py`` gathers the texts and prepares the catalogues.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from pathlib import Path

from gpstudio.resources import ResourceMissingError, resource

DOMAIN = "gpstudio"
FOLDER = "languages"
"""Of the resources: ``languages/de/LC_MESSAGES/gpstudio.mo``, and the texts themselves."""
ELSEWHERE = "GPSTUDIO_LANGUAGES"
"""A translator's own folder, to try a catalogue before it is part of the program."""


def tr(text: str, /, **values: object) -> str:
    """``text`` in the person's language, with ``values`` in its named places."""
    said = _catalogue().gettext(text)
    return said.format_map(values) if values else said


def tr_later(text: str, /) -> str:
    """``text`` as it is, for translators to know of: it names something in files and answers, and
    is said as ``tr(name)`` where a person sees it."""
    return text


def tr_count(n: int, one: str, many: str, /, **values: object) -> str:
    """What goes with ``n`` things, in whose place ``{n}`` stands: languages differ in how many
    forms a counted word has."""
    return _catalogue().ngettext(one, many, n).format(n=n, **values)


def all_of(names: Iterable[str]) -> str:
    """Several things in one place of a sentence: "a, b and c"."""
    listed = tuple(names)
    if len(listed) < 2:
        return "".join(listed)
    return tr("{names} and {last}", names=", ".join(listed[:-1]), last=listed[-1])


def any_of(names: Iterable[str]) -> str:
    """Several to choose from in one place of a sentence: "a, b or c"."""
    listed = tuple(names)
    if len(listed) < 2:
        return "".join(listed)
    return tr("{names} or {last}", names=", ".join(listed[:-1]), last=listed[-1])


def any_typed(words: Iterable[str]) -> str:
    """The same of words that somebody copies, beside which no comma stands: "a or b or c"."""
    return reduce(lambda before, word: tr("{names} or {last}", names=before, last=word), words)


def some_of(names: Sequence[str], most: int) -> str:
    """The first ``most`` of many in one place of a sentence: "a, b and 7 more"."""
    more = len(names) - most
    listed = ", ".join(names[:most])
    return tr("{names} and {count:,} more", names=listed, count=more) if more > 0 else listed


def language() -> str:
    """That of the catalogue, such as "de"; empty where all is in English."""
    return _catalogue().info().get("language", "")


def translated(*parts: str) -> Path:
    """A file of text among the resources, in the person's language where there is one:
    ``languages/de/help/README.md`` instead of ``help/README.md``."""
    there = _folder() / language() / Path(*parts)
    return there if language() and there.is_file() else resource(*parts)


@cache
def _catalogue() -> gettext.NullTranslations:
    """That of the first language wanted that there is one of."""
    return gettext.translation(DOMAIN, _folder(), fallback=True)


def _folder() -> Path:
    """Where catalogues are; an installation without them speaks English."""
    try:
        return Path(os.environ.get(ELSEWHERE) or resource(FOLDER))
    except ResourceMissingError:
        return Path(FOLDER)
