"""What the manual says of the program itself: versions, places on disk, and what is new."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from gpstudio import __version__
from gpstudio.gui.help.components import components
from gpstudio.gui.help.markdown import code, plain, table
from gpstudio.resources import changelog, homes, machine_code
from gpstudio.translation import tr

_UNRELEASED = "## Unreleased\n"


def changes() -> str:
    """Version by version; what was not handed out yet is told as what this version has."""
    _, _, versions = changelog().read_text(encoding="utf-8").partition("\n## ")
    since = tr("Since {version}", version=__version__)
    return f"## {versions}".replace(_UNRELEASED, f"## {since}\n", 1).strip()


def versions() -> str:
    rows = [("GP Studio", __version__), ("Python", sys.version.split()[0])]
    rows += [(one.name, one.version) for one in components() if one.is_main]
    return table((tr("Part"), tr("Version")), [(plain(name), plain(said)) for name, said in rows])


def places() -> str:
    """As ``SECURITY.md`` lists them."""
    saved = (tr("your projects, and their last three versions"), tr("where you save them"))
    kept = Path(_system(QStandardPaths.StandardLocation.AppLocalDataLocation))
    documents = Path(_system(QStandardPaths.StandardLocation.DocumentsLocation))
    rows = [
        (tr("the program's own files"), homes()[0].parent),
        (tr("settings, recent files, remembered answers"), QSettings().fileName()),
        (tr("what is not saved yet; waits of the window"), kept),
        (tr("what is compiled, until a week without use"), machine_code()),
        (tr("studies of the lab"), documents / "GP Studio lab"),
    ]
    written = [(plain(what), code(str(where))) for what, where in rows]
    return table((tr("What"), tr("Where")), [*written, saved])


def _system(place: QStandardPaths.StandardLocation) -> str:
    return QStandardPaths.writableLocation(place)
