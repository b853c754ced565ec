"""What the window shows of a kind of table: groups of pages, in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpstudio.gui.pages.page import Page
from gpstudio.session.document import Document


@dataclass(frozen=True, eq=False)
class PageGroup:
    """One tab; its pages can be turned to in it."""

    name: str
    title: str
    help: str
    pages: tuple[type[Page[Any]], ...]


@dataclass(frozen=True, eq=False)
class Face:
    """The groups for documents that it suits."""

    name: str
    groups: tuple[PageGroup, ...]
    suits: Callable[[Document], bool]

    @property
    def pages(self) -> tuple[type[Page[Any]], ...]:
        return tuple(page for group in self.groups for page in group.pages)

    def group_of(self, kind: type[Page[Any]]) -> PageGroup | None:
        """Where the page stands; None where this face does not have it."""
        return next((group for group in self.groups if kind in group.pages), None)
