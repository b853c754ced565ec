"""What is asked about classes, as the document holds it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClassWish:
    label: str = ""
    """The heading of the fields' labels that names the class; empty where nobody asked yet."""
    as_of: float | None = None
    """The day of the question; every season as far as it was read when None."""
    chosen: tuple[tuple[str, str], ...] = ()
    """What is not as usual, by the names of ``classified/choices.py``."""

    def word(self, name: str, usual: str) -> str:
        return dict(self.chosen).get(name, usual)


NO_CLASSES = ClassWish()
