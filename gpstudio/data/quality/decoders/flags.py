"""Columns whose name says what a yes means: outlier, interpolated, cloudy, valid.

PhenoCam's among them (Richardson and others 2018, and phenocamr, which makes the files):
``outlierflag_gcc_90`` is 1 for an outlier of gcc_90 and ``int_flag`` 1 for a day that was filled
in, which is no reading. Their ``snow_flag`` has codes from 1 to 5 that are explained nowhere, and
PhenoCam's own curves do without: such codes are not understood, and so not used.
"""

from __future__ import annotations

from collections.abc import Callable

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.clouds import CLOUD_NAMES
from gpstudio.data.quality.decoders.decoder import (
    GOOD,
    TURNED,
    Decoder,
    FlagVerdict,
    by_cell,
    joined,
    whole,
)
from gpstudio.data.quality.decoders.vocabulary import NO, YES
from gpstudio.data.texts import bare
from gpstudio.translation import tr


def _truth(cell: str) -> bool | None:
    code = whole(cell)
    if code in (0, 1):
        return code == 1
    word = bare(cell)
    return True if word in YES else False if word in NO else None


def _flag(title: str, named: Callable[[str], bool], yes: FlagVerdict, no: FlagVerdict) -> Decoder:
    def meaning(cell: str) -> FlagVerdict | None:
        truth = _truth(cell)
        return None if truth is None else yes if truth else no

    return Decoder(title, "", named, by_cell(meaning))


def _speaks(*telling: str) -> Callable[[str], bool]:
    """One of the words, alone or with "is" and "flag"; of a mask nobody knows what 1 means."""

    def named(name: str) -> bool:
        said = {word.removesuffix("flag") for word in words(name)}
        return not said.isdisjoint(telling) and said.isdisjoint(TURNED)

    return named


def _clear(name: str) -> bool:
    """Cloud-free is clear."""
    return _speaks_of_clear(name) or joined(name).removeprefix("is") in _FREE


_FREE = frozenset(("cloudfree", "cloudfreeflag", "nocloud", "notcloudy"))
_speaks_of_clear = _speaks("valid", "isvalid", "clear", "isclear", "good", "isgood", "usable")


def _filled_in(name: str) -> bool:
    return joined(name) in ("intflag", "interpolated", "isinterpolated", "gapfilled", "filled")


outlier = _flag(
    tr("an outlier flag"),
    _speaks("outlier", "isoutlier"),
    FlagVerdict(0.0, tr("flagged as outliers")),
    GOOD,
)
filled_in = _flag(
    tr("a flag of filled-in days"), _filled_in, FlagVerdict(0.0, tr("filled in, not read")), GOOD
)
cloud = _flag(
    tr("a cloud flag"), _speaks(*CLOUD_NAMES), FlagVerdict(0.0, tr("flagged as cloud")), GOOD
)
snow = _flag(tr("a snow flag"), _speaks("snow"), FlagVerdict(0.0, tr("flagged as snow")), GOOD)
shadow = _flag(
    tr("a shadow flag"), _speaks("shadow"), FlagVerdict(0.0, tr("flagged as shadow")), GOOD
)
clear = _flag(
    tr("a flag of what is valid"),
    _clear,
    GOOD,
    FlagVerdict(0.0, tr("flagged as not valid")),
)
