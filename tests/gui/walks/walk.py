"""The walk itself: over every surface, in windows of some sizes and colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from gpstudio.gui.theme import Wish

from ..bench import Bench
from ..surfaces import SURFACES, Surface, brought_up
from .contrast import faint
from .literal import changed
from .names import nameless
from .order import disorderly
from .room import cramped
from .words import untranslated

KINDS: Mapping[str, Callable[[QWidget], Iterator[str]]] = {
    "names": nameless,
    "order": disorderly,
    "room": cramped,
    "contrast": faint,
    "words": untranslated,
    "literal": changed,
}


@dataclass(frozen=True)
class Visit:
    wide: int
    high: int
    theme: Wish
    kinds: tuple[str, ...]
    """What is looked at."""

    def __str__(self) -> str:
        return f"{self.wide}x{self.high}, {self.theme}"


def walk(
    bench: Bench, visits: Sequence[Visit], surfaces: Sequence[Surface] = SURFACES
) -> dict[str, list[str]]:
    """By kind: each fault once, with the surface on which it was first seen."""
    found: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    for visit in visits:
        bench.themes.set_wish(visit.theme)
        bench.resize(visit.wide, visit.high)
        for surface in surfaces:
            root = brought_up(surface, bench)
            for kind, fault in _faults(root, visit, bench):
                found[kind].setdefault(fault, f"{surface} ({visit})")
    return {
        kind: [f"{where}: {fault}" for fault, where in faults.items()]
        for kind, faults in found.items()
    }


def _faults(root: QWidget, visit: Visit, bench: Bench) -> Iterator[tuple[str, str]]:
    for kind in visit.kinds:
        for fault in KINDS[kind](root):
            yield kind, fault
    size = (bench.window.width(), bench.window.height())
    if size != (visit.wide, visit.high):
        yield "room", f"the window grew to {size[0]}x{size[1]}"
        bench.resize(visit.wide, visit.high)
