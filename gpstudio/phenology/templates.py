"""Crop templates: TOML files that a person can edit, bundled or the caller's own.

A file in the caller's folder wins over the bundled one of the same crop; its name is the crop's.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from gpstudio.core.errors import InputError, suggestion
from gpstudio.phenology.anchors import (
    CalendarAnchor,
    CropTemplate,
    CurveAnchor,
    DaysAnchor,
    StageTemplate,
    ThermalAnchor,
)
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


@lru_cache(maxsize=64)
def _as_written(path: Path, stamp: int) -> CropTemplate:
    """Read once as long as nobody edits it: every season of every field asks."""
    return read_template(path)


def _files(folder: Path | None) -> dict[str, Path]:
    places = [resource("crops")] + ([folder] if folder is not None else [])
    return {path.stem: path for place in places for path in _listed(place, _stamp(place))}


def _stamp(place: Path) -> int:
    """Changes when a file comes or goes; of a folder that is not there it is nought."""
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _listed(place: Path, stamp: int) -> tuple[Path, ...]:
    """Looked for once as long as no file comes or goes: every click asks what crops there are."""
    return tuple(sorted(place.glob("*.toml")))
