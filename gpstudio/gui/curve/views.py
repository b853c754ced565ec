"""Where a person has looked: the views of the time axis, back and forward."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

View: TypeAlias = tuple[float, float]
MOST = 100
SAME = 1e-6
"""Share of a view by which its ends may differ and it is still the same."""


@dataclass
class Views:
    """As in a browser: going on from an earlier view forgets the later ones."""

    _seen: list[View] = field(default_factory=list)
    _place: int = -1

    def begin(self, view: View) -> None:
        """Another field: where one looked at the last one is of no use here."""
        self._seen, self._place = [view], 0

    def note(self, view: View) -> None:
        """A person looks here now."""
        if self._place >= 0 and _same(view, self._seen[self._place]):
            return
        del self._seen[self._place + 1 :]
        self._seen.append(view)
        del self._seen[:-MOST]
        self._place = len(self._seen) - 1

    def replace(self, view: View) -> None:
        """What a person looks at has become more by itself."""
        if self._place >= 0:
            self._seen[self._place] = view

    @property
    def can_go_back(self) -> bool:
        return self._place > 0

    @property
    def can_go_forward(self) -> bool:
        return 0 <= self._place < len(self._seen) - 1

    def back(self) -> View | None:
        if not self.can_go_back:
            return None
        self._place -= 1
        return self._seen[self._place]

    def forward(self) -> View | None:
        if not self.can_go_forward:
            return None
        self._place += 1
        return self._seen[self._place]


def _same(one: View, other: View) -> bool:
    slack = SAME * max(one[1] - one[0], other[1] - other[0])
    return abs(one[0] - other[0]) <= slack and abs(one[1] - other[1]) <= slack
