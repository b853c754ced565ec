"""Names of months in the languages that field officers write, full or shortened.

A beginning of a name counts when it is a beginning of one month's names only, in all languages
together: "mar" is March in each of them, "jui" could be juin or juillet and is nothing.
"""

from __future__ import annotations

from gpstudio.data.texts import bare

_NAMES = """
january januar janner janvier enero janeiro gennaio januari ianuarie styczen stycznia ocak январь \
января
february februar feber fevrier febrero fevereiro febbraio februari februarie luty lutego subat \
февраль февраля
march marz maerz mrz mars marzo marco maart mrt marts martie marzec marca mart marcius март марта
april avril abril aprile aprilie kwiecien kwietnia nisan aprilis апрель апреля
may mai mayo maio maggio mei maj maja mayis majus май мая
june juni juin junio junho giugno iunie czerwiec czerwca haziran junius июнь июня
july juli juillet julio julho luglio iulie lipiec lipca temmuz julius июль июля
august aout agosto augustus augusti sierpien sierpnia agustos augusztus август августа
september septembre septiembre setiembre setembro settembre septembrie wrzesien wrzesnia eylul \
szeptember сентябрь сентября
october oktober octobre octubre outubro ottobre octombrie pazdziernik pazdziernika ekim oktober \
октябрь октября
november novembre noviembre novembro noiembrie listopad listopada kasim ноябрь ноября
december dezember decembre diciembre dezembro dicembre decembrie grudzien grudnia aralik декабрь \
декабря
"""
"""One line a month, without accents."""

_WHOLE = "tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu"
"""Finnish months, as they are shortened: beginnings of theirs are other months elsewhere."""
_FINNISH = ("", "kuu", "kuuta")

_SHORTEST = 3


def _beginnings() -> dict[str, int]:
    found: dict[str, set[int]] = {}
    whole: dict[str, set[int]] = {}
    for month, line in enumerate(_NAMES.split("\n")[1:13], start=1):
        for name in map(bare, line.split()):
            whole[name] = {month}
            for length in range(_SHORTEST, len(name) + 1):
                found.setdefault(name[:length], set()).add(month)
    for month, name in enumerate(_WHOLE.split(), start=1):
        whole |= {name + ending: {month} for ending in _FINNISH}
    return {word: min(months) for word, months in (found | whole).items() if len(months) == 1}


MONTHS = _beginnings()
"""From small letters without accents to 1 … 12."""

LETTERS = "a-zà-öø-ɏа-яё"
"""Of which months are written, small ones, for the brackets of a pattern."""

WEEKDAYS = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|don|die|mit|fre|sam|son|lun|mar|mer"
    r"|jeu|ven|dim|mi[eé]|jue|vie|s[aá]b|dom|gio|seg|ter|qua|qui|sex)[a-zà-ÿ'’-]*\.?,? +)?"
)
"""A pattern of what may stand before a date: "Tue, 4 Feb 2020"."""


def month_of(name: str) -> int:
    """1 to 12; 0 for any other word."""
    return MONTHS.get(bare(name), 0)
