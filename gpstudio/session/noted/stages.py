"""What people call the stages, and the names they have here.

A name that means another day than the stage has here (booting, "end of flowering") is no synonym:
an offset learnt from it would be wrong by days, quietly.
"""

from __future__ import annotations

import re
from functools import cache

from gpstudio.core.errors import nearest
from gpstudio.phenology.anchors import HIDDEN, SOWING, STAGES
from gpstudio.phenology.templates import crops, load_template
from gpstudio.session.noted.tables import folded
from gpstudio.translation import tr

STAGE_NAMES = tuple(name for name in STAGES if name not in HIDDEN)
OTHER = ""
"""A stage that people note and that is not dated here."""


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split(","))


SYNONYMS: dict[str, tuple[str, ...]] = {
    "emergence": _phrases(
        "emerged, crop emergence, field emergence, seedling emergence, auflaufen, aufgang, levee, "
        "emergencia, nascencia"
    ),
    "stem_elongation": _phrases(
        "stemelongation, elongation, stem extension, shooting, jointing, first node, schossen, "
        "montaison, encanado, encanazon, elongacao, alongamento"
    ),
    "mid_green_up": _phrases("mid greenup, midgreenup, greenup 50, half green up"),
    "peak": _phrases("peak ndvi, peak greenness, maximum ndvi, max ndvi, greenness peak"),
    "heading": _phrases(
        "headed, ear emergence, head emergence, ahrenschieben, rispenschieben, epiaison, "
        "espigado, espigazon, espigamento"
    ),
    "flowering": _phrases(
        "flower, flowers, anthesis, bloom, blooming, blossom, full bloom, full flowering, "
        "mid flowering, silking, silk, blute, vollblute, floraison, floracion, antesis, "
        "florescimento, floracao, antese"
    ),
    "grain_filling": _phrases(
        "grain fill, grainfill, grainfilling, seed fill, seed filling, pod fill, pod filling, "
        "kornfullung, remplissage, llenado, llenado de grano, enchimento, enchimento de graos"
    ),
    "senescence": _phrases("senescing, onset of senescence, abreife, seneszenz, senescencia"),
    "maturity": _phrases(
        "mature, physiological maturity, black layer, hard dough, gelbreife, maturite, "
        "maturite physiologique, madurez, madurez fisiologica, maturidade, "
        "maturidade fisiologica, maturacao"
    ),
    "harvest": _phrases("harvested, harvesting, ernte, recolte, moisson, cosecha, colheita"),
    SOWING: _phrases(
        "sown, sow, planting, planted, seeding, seeded, drilling, drilled, saat, aussaat, semis, "
        "siembra, plantio, semeadura"
    ),
    OTHER: _phrases(
        "germination, leaf development, tillering, booting, boot, flag leaf, dormancy, "
        "vernalization, vernalisation, bud, budding, bolting, rosette, tasseling, tasselling, "
        "milk, milk ripe, dough, soft dough, ripening, ripe, leaf fall, "
        "beginning of flowering, start of flowering, end of flowering, first flower, "
        "last flower, bestockung, tallage"
    ),
}
"""Folded, as ``folded`` does; the stages' own names need not be told."""

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
    return tr("choose one of {names}.", names=", ".join(STAGE_NAMES))


@cache
def _known() -> dict[str, str]:
    own = {folded(name): name for name in (*STAGE_NAMES, SOWING)}
    other = {phrase: name for name, phrases in SYNONYMS.items() for phrase in phrases}
    return {**other, **own}


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
