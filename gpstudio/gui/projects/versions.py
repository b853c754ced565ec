"""Choosing an earlier version of a project."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gpstudio.data.texts import shown
from gpstudio.gui.projects.notices import Answer, Notices
from gpstudio.session.project.versions import Version, names_of
from gpstudio.translation import tr

NAME = "versions"
HELP = tr("Open this version; saving it makes it the newest.")


def offer_versions(
    notices: Notices,
    project: Path,
    versions: tuple[Version, ...],
    take: Callable[[Version], object],
) -> None:
    """Nothing is changed before one is chosen."""
    answers = [
        Answer(f"version_{place}", name, HELP, partial(take, version))
        for place, (version, name) in enumerate(zip(versions, names_of(versions), strict=True), 1)
    ]
    if not versions:
        told = tr(
            "{project} has no earlier version yet: one is kept at every save.",
            project=shown(project),
        )
    else:
        told = tr(
            "Open an earlier version of {project}, as it was saved on:", project=shown(project)
        )
    notices.show_notice(NAME, told, answers)
