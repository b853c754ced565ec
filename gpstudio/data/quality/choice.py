"""Which columns say how good a reading is, of which season, by which sensor.

Found by their names, or by cells that tell clear from clouded; whether all can be understood is
seen when they are read. A column about another value (``outlierflag_gcc_50`` beside gcc_90,
``evi_qa`` beside NDVI) is left.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpstudio.data.columns.profile import Profile
from gpstudio.data.decisions import Role
from gpstudio.data.names import is_bounded, words
from gpstudio.data.quality.coverage import pixel_columns
from gpstudio.data.quality.decoders import DECODERS, decoders_for
from gpstudio.data.quality.decoders.decoder import joined
from gpstudio.data.quality.decoders.plain import FAMILY, speak_of_sky

_SURE, _LIKELY = 0.95, 0.8
_SENSORS = frozenset("sensor satellite platform spacecraft instrument".split())
_SEASONS = frozenset("season campaign safra".split())
_HARVEST_YEARS = ("harvestyear", "cropyear", "growingseason", "croppingseason")
_MOST_SENSORS = 30
_STATISTICS = frozenset("mean median min max mode".split())


def choose_beside(profiles: list[Profile], taken: set[int]) -> Iterator[tuple[int, Role, float]]:
    """Place, role and how sure that is."""
    free = [i for i, p in enumerate(profiles) if i not in taken and p.kind != "empty"]
    about = [profiles[i].name for i in taken]
    gone: set[int] = set()
    for place, role, confidence in (
        *_weights(profiles, free),
        *_quality(profiles, free, about),
        *_seasons_and_sensors(profiles, free),
    ):
        if place not in gone:
            gone.add(place)
            yield place, role, confidence


def _weights(profiles: list[Profile], free: list[int]) -> Iterator[tuple[int, Role, float]]:
    for place in free:
        p = profiles[place]
        if p.kind == "number" and words(p.name)[-1:] in (["weight"], ["weights"]):
            yield place, "weight", _SURE
            return


def _quality(
    profiles: list[Profile], free: list[int], about: list[str]
) -> Iterator[tuple[int, Role, float]]:
    """One column of each family, and all that have none."""
    families: set[str] = set()
    whole: list[str] = []
    for decoder in DECODERS:
        for place in free:
            name = profiles[place].name
            # AppEEARS writes VI_Quality and then its parts, VI_Quality_Possible_shadow.
            part = any(name.startswith(f"{found}_") for found in whole)
            if part or decoder.family in families or _elsewhere(name, about):
                continue
            if decoder.named(name) and decoder is decoders_for(name)[0]:
                families |= {decoder.family} - {""}
                whole.append(name)
                yield place, "quality", _SURE
    for place in free:
        told = FAMILY in families or _elsewhere(profiles[place].name, about)
        if not told and profiles[place].kind == "text" and speak_of_sky(profiles[place].cells):
            families.add(FAMILY)
            yield place, "quality", _LIKELY
    names = [p.name for p in profiles]
    for place in pixel_columns(names, free):
        yield place, "quality", _LIKELY


def _elsewhere(name: str, about: list[str]) -> bool:
    """Whether a column speaks of another value than the one that is read."""
    index, statistic = _speaks_of(name)
    values = [told for told in map(_speaks_of, about) if told[0]]
    if not index or not values:
        return False
    return not any(index == other and (not statistic or statistic == its) for other, its in values)


def _speaks_of(name: str) -> tuple[str, tuple[str, ...]]:
    """The index in a name and what is taken of it: gcc and 90 in ``outlierflag_gcc_90``."""
    named = words(name)
    index = next((word for word in named if is_bounded(word)), "")
    after = named[named.index(index) + 1 :] if index else []
    return index, tuple(word for word in after if word.isdigit() or word in _STATISTICS)


def _seasons_and_sensors(
    profiles: list[Profile], free: list[int]
) -> Iterator[tuple[int, Role, float]]:
    for place in free:
        p = profiles[place]
        named = words(p.name)
        if not _SENSORS.isdisjoint(named) and p.distinct <= _MOST_SENSORS:
            yield place, "sensor", _SURE
        elif not _SEASONS.isdisjoint(named[-1:]) or joined(p.name) in _HARVEST_YEARS:
            yield place, "season", _SURE
