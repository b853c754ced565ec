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

from collections.abc import Callable, Sequence

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import Decoder, Verdict, Verdicts, joined, number

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
_WORDS = ("cloud", "clouds", "cloudy", "cloudiness")
_HALF, _HARDLY_CLEAR = 0.5, 0.9


def _of_a_scene(name: str) -> bool:
    return joined(name).endswith(_SCENE)


def _of_a_field(name: str) -> bool:
    named = set(words(name))
    if _of_a_scene(name) or not named.isdisjoint(("shadow", "mask", "free")):
        return False  # of a mask nobody knows which side it means
    return not named.isdisjoint(_WORDS) or joined(name).endswith(_FIELD)


def _shares(cells: Sequence[str]) -> list[float | None]:
    """From 0 to 1; percent where any exceeds 1."""
    numbers = [number(cell) for cell in cells]
    known = [n for n in numbers if n is not None]
    if not known or min(known) < 0.0 or max(known) > 100.0 + 1e-6:
        return [None] * len(cells)
    whole = 100.0 if max(known) > 1.0 + 1e-9 else 1.0
    return [None if n is None else n / whole for n in numbers]


def _decode(weight: Callable[[float], float], most: float, reason: str) -> Callable[..., Verdicts]:
    def decode(cells: Sequence[str]) -> Verdicts:
        return [
            None
            if share is None
            else Verdict(0.0, reason)
            if share >= most
            else Verdict(weight(share))
            for share in _shares(cells)
        ]

    return decode


field_share = Decoder(
    "the share of cloud",
    FAMILY,
    _of_a_field,
    _decode(lambda c: 1.0 / (1.0 + 100.0 * c * c), _HALF, "cloudy for half or more of the field"),
)
scene_share = Decoder(
    "the scene's share of cloud",
    FAMILY,
    _of_a_scene,
    _decode(lambda c: 1.0 - c, _HARDLY_CLEAR, "in a scene that is nearly all cloud"),
)
