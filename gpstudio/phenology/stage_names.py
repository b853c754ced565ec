"""What the stages are called and what they mean: said once, for the window, files and manual.

A crop's template says which code a stage has for that crop; ``scales`` says how the codes of BBCH
(Meier 2018) and of Zadoks (Zadoks, Chang and Konzak 1974) speak of it in general.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gpstudio.phenology.anchors import HIDDEN, STAGES
from gpstudio.phenology.rules import RULES
from gpstudio.translation import tr


@dataclass(frozen=True)
class StageName:
    name: str
    title: str
    short: str
    """Two letters, for where there is no room."""
    help: str
    scales: str
    """What the scales of growth stages call it."""


def _of_the_curve(name: str, short: str, scales: str) -> StageName:
    """A landmark of the curve: title and help are the rule's own."""
    spec = RULES[name].spec
    return StageName(name, spec.title, short, spec.help, scales)


_ALL = (
    StageName(
        "emergence", tr("Emergence"), tr("Em"),
        tr("The first leaves come through the soil. Satellites see it late, if at all."),
        tr("BBCH 09; Zadoks 10, or 09 while the leaf is still at the tip of its sheath."),
    ),
    StageName(
        "stem_elongation", tr("Stem elongation"), "SE",
        tr("The stem begins to stretch: its first node can be felt."),
        tr("BBCH 31 and Zadoks 31, the first node."),
    ),
    StageName(
        "flag_leaf", tr("Flag leaf"), "FL",
        tr(
            "The last leaf has unrolled. Only a step on the way to flowering: its date is "
            "not shown.",
        ),
        tr("BBCH 39 and Zadoks 39."),
    ),
    _of_the_curve("mid_green_up", "GU", tr("No code: a landmark of the curve.")),
    _of_the_curve("peak", tr("Pk"), tr("No code: a landmark of the curve.")),
    StageName(
        "heading", tr("Heading"), tr("He"),
        tr("Half of the ears stand out of the leaf sheath. Nothing in the curve shows it alone."),
        tr("BBCH 55 and Zadoks 55, half of the ear is out."),
    ),
    StageName(
        "flowering", tr("Flowering"), tr("Fl"),
        tr("Half of the flowers are open; in maize, the silks are out. The peak is not flowering."),
        tr("BBCH 65 and Zadoks 65; BBCH 61, the first flowers, in crops that bloom for weeks."),
    ),
    StageName(
        "grain_filling", tr("Grain filling"), "GF",
        tr("The first grains reach half their size. It is modelled, not seen."),
        tr("BBCH 71 and Zadoks 71, grains are watery."),
    ),
    _of_the_curve(
        "senescence", tr("Sn"),
        tr("No code: codes from 90 on speak of ripe grain, not of lost green.")
    ),
    StageName(
        "maturity", tr("Maturity"), tr("Ma"),
        tr("Grains take up no more: hard dough in cereals, black layer in maize."),
        tr("BBCH 87 and Zadoks 87, a thumbnail leaves a dent that stays."),
    ),
    StageName(
        "harvest", tr("Harvest"), tr("Ha"),
        tr("Ripe for the combine. The farmer may come later."),
        tr("Zadoks 90 to 92 and BBCH 89 to 92, hard grain; BBCH 99 is the harvested crop."),
    ),
)  # fmt: skip
STAGE_NAMES: Mapping[str, StageName] = MappingProxyType({stage.name: stage for stage in _ALL})
"""In the order of the season, as ``anchors.STAGES``."""
SHOWN = tuple(name for name in STAGES if name not in HIDDEN)
"""The stages that have dates on screen and in files."""
