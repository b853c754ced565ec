"""Crop templates: TOML files that a person can edit, bundled or the caller's own.

A file in the caller's folder wins over the bundled one of the same crop; its name is the crop's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from gpstudio.core.errors import InputError, suggestion
from gpstudio.phenology.anchors import (
    CalendarAnchor,
    CropTemplate,
    CurveAnchor,
    DaysAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.rules import STAGES, Stage
from gpstudio.phenology.template_reading import read_template
from gpstudio.resources import resource
from gpstudio.translation import tr

__all__ = [
    "CalendarAnchor",
    "CropTemplate",
    "CurveAnchor",
    "DaysAnchor",
    "StageTemplate",
    "ThermalAnchor",
    "crops",
    "load_template",
    "read_template",
    "shown_stages",
    "stage_called",
]


def crops(folder: Path | None = None) -> tuple[str, ...]:
    """The crops that have a template, the caller's among them."""
    return tuple(sorted(_files(folder)))


def load_template(crop: str, folder: Path | None = None) -> CropTemplate:
    files = _files(folder)
    if crop not in files:
        raise InputError(
            tr(
                "There is no template for '{crop}': {hint}",
                crop=crop,
                hint=suggestion(crop, files),
            )
        )
    path = files[crop]
    return _as_written(path, path.stat().st_mtime_ns)


def stage_called(name: str) -> Stage | None:
    """What a stage is: one of every crop, or one that a crop's template declares."""
    return STAGES[name] if name in STAGES else _of_templates().get(name)


def shown_stages() -> tuple[Stage, ...]:
    """Every stage that has dates on screen and in files, in the order of the season."""
    return tuple(stage for stage in _of_templates().values() if stage.shown)


def _of_templates() -> Mapping[str, Stage]:
    """Every stage there is, in the order of the season."""
    files = _files(None).values()
    return _declared_in(tuple((path, path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=1)
def _declared_in(files: tuple[tuple[Path, int], ...]) -> Mapping[str, Stage]:
    """One that a template declares follows the one before it there; where two templates declare
    the same, the first holds."""
    known = {stage.name: stage for stage in STAGES}
    order = list(known)
    for file in files:
        before = ""
        for stage in _as_written(*file).stages:
            if stage.name not in known:
                known[stage.name] = stage.what
                order.insert(order.index(before) + 1 if before else 0, stage.name)
            before = stage.name
    return MappingProxyType({name: known[name] for name in order})


@lru_cache(maxsize=64)
def _as_written(path: Path, stamp: int) -> CropTemplate:
    """Read once as long as nobody edits it: every season of every field asks."""
    return read_template(path)


def _files(folder: Path | None) -> dict[str, Path]:
    places = [resource("crops")] + ([folder] if folder is not None else [])
    return {path.stem: path for place in places for path in _listed(place, _stamp(place))}


def _stamp(place: Path) -> int:
    """Changes when a file comes or goes; of a folder that is not there it is zero."""
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _listed(place: Path, stamp: int) -> tuple[Path, ...]:
    """Looked for once as long as no file comes or goes: every click asks what crops there are."""
    return tuple(sorted(place.glob("*.toml")))
