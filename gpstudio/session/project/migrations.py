"""From the parts of an older version to those of today, one step at a time.

``STEPS[n]`` turns the parts of version n into those of version n + 1. A step must do with what it
is given: a damaged part is left out. Whoever changes what a part means raises ``schema.VERSION``,
adds a step here, and keeps a file of the version before in ``tests/session/project/formats``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.session.project.part import Part
from gpstudio.session.project.schema import VERSION
from gpstudio.translation import tr

Parts: TypeAlias = Mapping[str, Part]
Step: TypeAlias = Callable[[Parts], Parts]

STEPS: Mapping[int, Step] = MappingProxyType({})


def upgraded(parts: Parts, version: int, steps: Mapping[int, Step], named: str) -> Parts:
    """The parts as this version means them; ``named`` is what messages call the file."""
    if version > VERSION:
        raise InputError(
            tr(
                "{named} was saved by a newer GP Studio (format {version}; this one reads up to "
                "{newest}): open it there.",
                named=named,
                version=version,
                newest=VERSION,
            )
        )
    for older in range(version, VERSION):
        if older not in steps:
            raise InputError(
                tr(
                    "{named} has format {older}, which this GP Studio cannot read.",
                    named=named,
                    older=older,
                )
            )
        parts = steps[older](parts)
    return parts
