"""Crop templates: TOML files that a person can edit, bundled or a person's own.

A file in a person's own folder wins over the bundled one of the same crop; its name is the crop's.
The folder is kept in the environment, so that processes that are started later know it too.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from functools import cache, lru_cache
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


OWN = "GPSTUDIO_CROPS"
"""Of the environment: a folder of one's own templates."""
TAKEN = ("curve", "none")
"""Names of other stage sets."""


def own_folder() -> Path | None:
    """Where a person keeps templates; None where nobody has said."""
    named = os.environ.get(OWN, "")
    return Path(named) if named else None


def use_folder(folder: Path | None) -> None:
    """From now on these templates too; refused whole where one of them is broken."""
    if folder is None:
        os.environ.pop(OWN, None)
        return
    if not folder.is_dir():
        raise InputError(
            tr("{folder} is no folder: name one that holds templates of crops.", folder=folder)
        )
    for path in sorted(folder.glob("*.toml")):
        if path.stem in TAKEN:
            raise InputError(
                tr("{name} cannot be the name of a crop: call the file otherwise.", name=path.stem)
            )
        read_template(path)
    os.environ[OWN] = str(folder.absolute())


def copied(crop: str, folder: Path) -> Path:
    """A bundled template as a file of one's own, to be changed; one that is there stays."""
    source, target = _files(None)[crop], folder / f"{crop}.toml"
    if target.exists():
        raise InputError(
            tr("{path} is there already: change it, or take it away first.", path=target)
        )
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise InputError(
            tr(
                "{path} cannot be written: {problem}.",
                path=target,
                problem=error.strerror or error,
            )
        ) from error
    return target


def crops(folder: Path | None = None) -> tuple[str, ...]:
    """The crops that have a template, the caller's among them."""
    return tuple(_files(folder))


def load_template(crop: str, folder: Path | None = None) -> CropTemplate:
    found = template_called(crop, folder)
    if found is None:
        hint = suggestion(crop, _files(folder))
        raise InputError(tr("There is no template for '{crop}': {hint}", crop=crop, hint=hint))
    return found


def template_called(crop: str, folder: Path | None = None) -> CropTemplate | None:
    """That of a crop, where it has one."""
    path = _files(folder).get(crop)
    return None if path is None else _as_written(path, path.stat().st_mtime_ns)


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
            before = before or stage.what.repeated
            if stage.name not in known:
                known[stage.name] = stage.what
                order.insert(order.index(before) + 1 if before else 0, stage.name)
            before = stage.name
    return MappingProxyType({name: known[name] for name in order})


@lru_cache(maxsize=64)
def _as_written(path: Path, stamp: int) -> CropTemplate:
    """Read once as long as nobody edits it: every season of every field asks."""
    return read_template(path)


def _files(folder: Path | None) -> Mapping[str, Path]:
    own = own_folder() if folder is None else folder
    places = (_bundled(), own) if own is not None else (_bundled(),)
    return _in_places(tuple((place, _stamp(place)) for place in places))


@cache
def _bundled() -> Path:
    return resource("crops")


@lru_cache(maxsize=16)
def _in_places(places: tuple[tuple[Path, int], ...]) -> Mapping[str, Path]:
    """By name; what stands in a later place wins."""
    found = {crop: path for place, stamp in places for crop, path in _listed(place, stamp)}
    return MappingProxyType(dict(sorted(found.items())))


def _stamp(place: Path) -> int:
    """Changes when a file comes or goes; of a folder that is not there it is zero."""
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _listed(place: Path, stamp: int) -> tuple[tuple[str, Path], ...]:
    """Looked for once as long as no file comes or goes: every click asks what crops there are."""
    return tuple((path.stem, path) for path in sorted(place.glob("*.toml")))
