"""The stage that a word or a code in a file of observed dates stands for.

How people write a stage is part of its declaration.
"""

from __future__ import annotations

import re
from functools import cache

from gpstudio.core.errors import nearest
from gpstudio.phenology.anchors import SOWING
from gpstudio.phenology.rules.stage import phrases
from gpstudio.phenology.templates import crops, load_template, shown_stages
from gpstudio.session.noted.tables import folded
from gpstudio.translation import tr

OTHER = ""
"""A stage that people note and that is not dated here."""
BESIDES = {
    SOWING: phrases(
        "sown, sow, planting, planted, seeding, seeded, drilling, drilled, saat, aussaat, semis, "
        "siembra, plantio, semeadura"
    ),
    OTHER: phrases(
        "germination, leaf development, tillering, booting, boot, flag leaf, dormancy, "
        "vernalization, vernalisation, bud, budding, bolting, rosette, tasseling, tasselling, "
        "milk, milk ripe, dough, soft dough, ripening, leaf fall, "
        "beginning of flowering, start of flowering, end of flowering, first flower, "
        "last flower, bestockung, tallage"
    ),
}
"""What people write that is no stage of ours, folded as ``folded`` does."""

_CODE = re.compile(r"(?:(?:bbch|zadoks|gs|dc|z)(?: code)? ?)?0?(\d{1,2})(?: 0)?")
_DATE_WORDS = frozenset("date dates day datum fecha data observed obs of the on mean".split())


def stage_named(text: str, crop: str = "") -> str | None:
    """The stage that a text names, ``sowing`` and ``OTHER`` among them; None for none.

    A code of BBCH, or of Zadoks, is a stage's where it is exactly that of the crop's template:
    BBCH 61 comes days before 65.
    """
    words = folded(text)
    if words in _known():
        return _known()[words]
    code = _CODE.fullmatch(words)
    return _coded(crop).get(int(code[1])) if code else None


def stage_of_column(name: str) -> str | None:
    """The stage whose dates stand in a column: "heading_date" is of heading, "heading_doy" none."""
    words = [word for word in folded(name).split() if word not in _DATE_WORDS]
    return _known().get(" ".join(words))


def hint(text: str, crop: str = "") -> str:
    """How a message ends that met an unknown stage: the nearest name, else all there are."""
    words = folded(text)
    code = _CODE.fullmatch(words)
    if code:
        known = ", ".join(f"{number:02d} {name}" for number, name in sorted(_coded(crop).items()))
        if crop:
            return tr("the codes that are known for {crop} are {codes}.", crop=crop, codes=known)
        return tr("the codes that are known are {codes}.", codes=known)
    close = nearest(words, _known())
    if close is not None and _known()[close] != OTHER:
        return tr("did you mean '{close}'?", close=_known()[close])
    return tr("choose one of {names}.", names=", ".join(stage.name for stage in shown_stages()))


@cache
def _known() -> dict[str, str]:
    """The name of a stage, however it is written: the stages' own names go before all others."""
    written = {stage.name: stage.written for stage in shown_stages()}
    others = {
        folded(phrase): name for name, all_of in (written | BESIDES).items() for phrase in all_of
    }
    return others | {folded(name): name for name in (*written, SOWING)}


@cache
def _coded(crop: str) -> dict[int, str]:
    """Of a crop's template; where the crop is not known, what most templates agree on."""
    asked = [crop] if crop in crops() else list(crops())
    found: dict[str, list[int]] = {}
    for name in asked:
        for stage in load_template(name).stages:
            if stage.shown and stage.bbch.isdigit():
                found.setdefault(stage.name, []).append(int(stage.bbch))
    return {
        code: stage
        for stage, codes in found.items()
        for code in set(codes)
        if 2 * codes.count(code) > len(codes)
    }
