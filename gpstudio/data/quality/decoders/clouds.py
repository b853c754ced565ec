"""How much of what was seen was cloud.

A share ``c`` of cloud over the field, whose index is about half a unit lower, shifts the field's
mean by ``c / 2``. Beside ordinary noise of 0.05 that adds ``(c / 2)² / 0.05²`` of its variance:
the weight is ``1 / (1 + 100 c²)``, a half at a tenth of cloud. Where half the field is hidden, it
is the cloud that was measured: set aside.

The share of a whole scene (CLOUDY_PIXEL_PERCENTAGE, CLOUD_COVER) says little of one field in it: it
is the chance that the field is hidden. The weight is what remains, and a scene with hardly a
clear place, from 90 % on, is set aside.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import TURNED, Decoder, Meanings, joined, numbers
from gpstudio.data.texts import Texts
from gpstudio.translation import tr

FAMILY = "cloud share"
_SCENE = (
    "cloudypixelpercentage",
    "cloudypixeloverlandpercentage",
    "cloudcover",
    "cloudcoverland",
    "cloudcoverageassessment",
)
_FIELD = (
    "cloudcoveragepercent",
    "cloudcoverage",
    "cloudpercent",
    "cloudpercentage",
    "cloudpct",
    "cloudshare",
    "cloudfraction",
    "cloudprobability",
)
CLOUD_NAMES = tuple(
    "cloud clouds cloudy cloudiness wolken bewölkung bewoelkung bewölkungsgrad wolkenanteil "
    "nuage nuages nébulosité nebulosite nubes nubosidad nuvem nuvens nebulosidade nuvole".split()
)
_HALF, _HARDLY_CLEAR = 0.5, 0.9


def _of_a_scene(name: str) -> bool:
    return joined(name).endswith(_SCENE)


def _of_a_field(name: str) -> bool:
    named = set(words(name))
    if _of_a_scene(name) or not named.isdisjoint(("shadow", *TURNED)):
        return False  # of a mask nobody knows which side it means
    return not named.isdisjoint(CLOUD_NAMES) or joined(name).endswith(_FIELD)


def _is_percent(name: str) -> bool:
    return joined(name).endswith(("percent", "percentage", "pct")) or "%" in name


def _shares(cells: Texts, percent: bool) -> Floats:
    """From 0 to 1. A percentage is one however small; other columns are where any exceeds 1."""
    found = numbers(cells)
    low = np.fmin.reduce(found, initial=np.inf)
    high = np.fmax.reduce(found, initial=-np.inf)
    if low < 0.0 or high > 100.0 + 1e-6:
        return np.full(len(found), np.nan)
    return found / (100.0 if percent or high > 1.0 + 1e-9 else 1.0)


def _decoder(
    scene: bool, percent: bool, weigh: Callable[[Floats], Floats], most: float, reason: str
) -> Decoder:
    def named(name: str) -> bool:
        speaks = _of_a_scene(name) if scene else _of_a_field(name)
        return speaks and _is_percent(name) == percent

    def decode(cells: Texts) -> Meanings:
        shares = _shares(cells, percent)
        hidden = shares >= most
        return Meanings(np.where(hidden, 0.0, weigh(shares)), ((reason, hidden),))

    title = tr("the scene's share of cloud") if scene else tr("the share of cloud")
    return Decoder(title, FAMILY, named, decode)


def _of_field(percent: bool) -> Decoder:
    reason = tr("cloudy for half or more of the field")
    return _decoder(False, percent, lambda c: 1.0 / (1.0 + 100.0 * c * c), _HALF, reason)


def _of_scene(percent: bool) -> Decoder:
    reason = tr("in a scene that is nearly all cloud")
    return _decoder(True, percent, lambda c: 1.0 - c, _HARDLY_CLEAR, reason)


field_percent, field_share = _of_field(True), _of_field(False)
scene_percent, scene_share = _of_scene(True), _of_scene(False)
