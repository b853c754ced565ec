"""Name and legend of the plot, in one line of rich text, so that exported figures carry them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gpstudio.gui.literal import in_markup
from gpstudio.gui.theme import Theme

MARGIN = 84
"""Pixels of the plot's width that its title leaves to the axis and the edges."""


@dataclass(frozen=True)
class LegendEntry:
    """One entry of the legend."""

    sign: str
    colour: str
    name: str
    inner: str = ""
    """A second colour, of what lies inside of the first."""

    def rich(self, theme: Theme) -> str:
        words = in_markup(self.name).replace(" ", "&nbsp;")  # lines break between entries only
        quiet = f'<span style="color:{theme.quiet}">{words}</span>'
        signs = [self.inner, self.colour] if self.inner else [self.colour]
        drawn = "".join(f'<span style="color:{colour}">{self.sign}</span>' for colour in signs)
        return f"{drawn}&nbsp;{quiet}"


def write_title(plot: Any, name: str, entries: Sequence[LegendEntry], theme: Theme) -> None:
    """``plot`` is pyqtgraph's ``PlotItem``."""
    parts = [f'<b style="color:{theme.text}">{in_markup(name)}</b>'] if name else []
    parts += [entry.rich(theme) for entry in entries]
    plot.setTitle("&nbsp;&nbsp;&nbsp; ".join(parts), size="9pt")
    plot.titleLabel.setText(plot.titleLabel.text, justify="left")


def fit_title(plot: Any, width: float) -> None:
    """In as many lines as it needs; left alone, it would make the plot wider than its place."""
    title = plot.titleLabel
    words = title.item
    words.setTextWidth(-1)
    room = width - MARGIN
    if words.boundingRect().width() > room > 0:
        words.setTextWidth(room)
    height = words.boundingRect().height()
    title.setMinimumWidth(0)
    title.setMaximumHeight(height)
    if plot.layout.rowMinimumHeight(0) != height:
        plot.layout.setRowFixedHeight(0, height)
        plot.layout.activate()  # before anybody asks where things are
