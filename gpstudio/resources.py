"""Where the program's own files are: pictures, fonts, the sample field; and what it compiled.

One folder, three homes. In a clone ``resources/`` lies beside the package, a wheel carries it as
``gpstudio/_resources``, and a frozen build unpacks it beside its modules. Everyone asks here, so
nobody else needs to know.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent

SAMPLE = ("sample", "alarc2_smith6_landsat_ndvi.csv")
"""The bundled field, fitted at the first start and by ``gpstudio demo``."""


class ResourceMissingError(FileNotFoundError):
    """A file that belongs to the program is not there: the installation is damaged."""


def homes() -> tuple[Path, ...]:
    """The folders that may hold the resources, likeliest first."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return (Path(frozen) / "resources",)
    # The wheel's own copy first: beside an installed package, "resources" is site-packages'
    # neighbourhood and may belong to anybody.
    return (_PACKAGE / "_resources", _PACKAGE.parent / "resources")


def resource(*parts: str) -> Path:
    """The path of one of the program's own files or folders: ``resource("icons", "open.svg")``."""
    for home in homes():
        path = home.joinpath(*parts)
        if path.exists():
            return path
    name = "/".join(parts) or "resources"
    places = " or ".join(str(home) for home in homes())
    raise ResourceMissingError(
        f"GP Studio's own file '{name}' is missing from {places}: install the program again."
    )


def changelog() -> Path:
    """What is new in which version, for people; in a clone it lies where developers look first."""
    beside = _PACKAGE.parent / "CHANGELOG.md"
    within = next((home / beside.name for home in homes() if (home / beside.name).exists()), None)
    return within or beside


def bundled_components() -> Path | None:
    """What is inside of an installed program: a bill of materials and licences, if this is one."""
    frozen = getattr(sys, "_MEIPASS", None)
    return None if frozen is None else Path(frozen) / "components"


def user_cache_folder() -> Path:
    """The folder the system keeps for data that can be made again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def machine_code() -> Path:
    """Where all that this user compiles is kept: a new clone, a script, the next version and the
    frozen program find it there. ``NUMBA_CACHE_DIR`` names another folder."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_folder() / "gpstudio" / "compiled")


def brought_code() -> Path | None:
    """What was compiled when an installed program was built, if this is one."""
    frozen = getattr(sys, "_MEIPASS", None)
    return None if frozen is None else Path(frozen) / "compiled.zip"
