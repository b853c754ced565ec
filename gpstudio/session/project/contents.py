"""What was found in a project: the parts that are whole, and a sentence about each that is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.session.project.part import Part
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Contents:
    path: Path
    parts: Mapping[str, Part]
    """By name; every one is, to the last bit, what was saved."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What the file says about itself, such as when it was saved."""
    damaged: Mapping[str, str] = field(default_factory=dict)
    """By name of a part that is not whole: the sentence that says so."""
    is_listed: bool = True
    """False where the list of parts is damaged: then more may have been lost."""

    @property
    def problems(self) -> tuple[str, ...]:
        """What a person must know before going on; empty for a sound project."""
        lost = tuple(self.damaged.values())
        if self.is_listed:
            return lost
        about = tr(
            "The list of what {path} holds is damaged: parts may be missing.", path=shown(self.path)
        )
        return (about, *lost)

    def damage_of(self, name: str) -> str:
        """The sentence about the part, or about one of those below it; empty if all are whole."""
        below = f"{name}/"
        told = (s for each, s in self.damaged.items() if each == name or each.startswith(below))
        return next(told, "")

    def part(self, name: str) -> Part:
        """Raises where it is damaged or was never there."""
        if name in self.damaged:
            raise InputError(self.damaged[name])
        if name not in self.parts:
            raise InputError(
                tr("{path} has no part {name}.", path=shown(self.path), name=shown(name))
            )
        return self.parts[name]
