"""Which columns say how good a reading is, of which season, by which sensor."""

from __future__ import annotations

from collections.abc import Iterator

from gpstudio.data.columns.profile import Profile
from gpstudio.data.decisions import Role


def choose_beside(profiles: list[Profile], taken: set[int]) -> Iterator[tuple[int, Role, float]]:
    """Place, role and how sure that is."""
    yield from ()
