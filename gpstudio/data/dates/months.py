"""Names of months in the languages that field officers write, full or shortened.

A beginning of a name counts when it is a beginning of one month's names only, in all languages
together: "mar" is March in each of them, "jui" could be juin or juillet and is nothing.
"""

from __future__ import annotations

import unicodedata

_NAMES = """
january januar janner janvier enero janeiro gennaio
february februar feber fevrier febrero fevereiro febbraio
march marz maerz mrz mars marzo marco
april avril abril aprile
may mai mayo maio maggio
june juni juin junio junho giugno
july juli juillet julio julho luglio
august aout agosto
september septembre septiembre setiembre setembro settembre
october oktober octobre octubre outubro ottobre
november novembre noviembre novembro
december dezember decembre diciembre dezembro dicembre
"""
"""One line a month, without accents."""

_SHORTEST = 3


def _beginnings() -> dict[str, int]:
    found: dict[str, set[int]] = {}
    for month, line in enumerate(_NAMES.split("\n")[1:13], start=1):
        for name in line.split():
            for length in range(_SHORTEST, len(name) + 1):
                found.setdefault(name[:length], set()).add(month)
    whole = {name: {n} for n, line in enumerate(_NAMES.split("\n")) for name in line.split()}
    return {word: min(months) for word, months in (found | whole).items() if len(months) == 1}


MONTHS = _beginnings()
"""From small letters without accents to 1 … 12."""

WEEKDAYS = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|don|die|mit|fre|sam|son|lun|mar|mer"
    r"|jeu|ven|dim|mi[eé]|jue|vie|s[aá]b|dom|gio|seg|ter|qua|qui|sex)[a-zà-ÿ'’-]*\.?,? +)?"
)
"""A pattern of what may stand before a date: "Tue, 4 Feb 2020"."""


def month_of(name: str) -> int:
    """1 to 12; 0 for any other word."""
    word = name.lower()
    if not word.isascii():
        word = unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode()
    return MONTHS.get(word, 0)
