"""The summary: which hypotheses hold, what was found, how it was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QTextBrowser, QWidget

from gpstudio.gui.literal import in_markup
from gpstudio.gui.theme import Theme
from gpstudio.lab.hypotheses import Group, Verdict
from gpstudio.lab.summary import HEAD, NUMBERS, Summary
from gpstudio.translation import tr

OUTCOMES = {True: "yes", False: "no", None: "—"}


class SummaryView(QTextBrowser):
    """Rich text in the theme's colours; can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab_summary")
        self.setAccessibleName(tr("Summary"))
        self.setToolTip("")
        self.setOpenExternalLinks(True)
        self.document().setDocumentMargin(14)
        self._theme = theme
        self._summary: Summary | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._write()

    def show_summary(self, summary: Summary | None) -> None:
        self._summary = summary
        self._write()

    def _write(self) -> None:
        """The place that was scrolled to stays, since a summary grows while it is read."""
        bar = self.verticalScrollBar()
        place = bar.value()
        self.setHtml("" if self._summary is None else page(self._summary, self._theme))
        bar.setValue(place)


def page(summary: Summary, theme: Theme) -> str:
    return f'<div style="color:{theme.text}">' + "".join(_parts(summary, theme)) + "</div>"


def _parts(summary: Summary, theme: Theme) -> Iterator[str]:
    yield f"<h2>{in_markup(summary.title)}</h2>"
    if summary.verdicts:
        yield f'<p style="color:{theme.quiet}">{in_markup(NUMBERS)}</p>'
    for verdict in summary.verdicts:
        yield _verdict(verdict, theme)
    for title, sentences in summary.sections:
        if sentences:
            items = "".join(f'<li style="margin-bottom:3px">{in_markup(s)}</li>' for s in sentences)
            yield f'<h3 style="margin-bottom:4px">{in_markup(title)}</h3><ul>{items}</ul>'


def _verdict(verdict: Verdict, theme: Theme) -> str:
    colour = theme.accent if verdict.tested else theme.quiet
    return (
        f'<h3 style="margin-bottom:2px">{in_markup(verdict.spec.title)}</h3>'
        f'<p style="margin-top:0;margin-bottom:2px;color:{colour}">'
        f"<b>{in_markup(verdict.words)}</b></p>"
        f'<p style="margin-top:0;color:{theme.quiet}">{in_markup(verdict.spec.help)}</p>'
        + _table(verdict.groups, theme)
    )


def _table(groups: Sequence[Group], theme: Theme) -> str:
    if not groups:
        return ""
    head = "".join(
        f'<td style="color:{theme.quiet};padding:3px 14px 3px 0">{in_markup(cell)}</td>'
        for cell in HEAD
    )
    lines = "".join(_line(group) for group in groups)
    return f'<table cellspacing="0" style="margin-bottom:12px"><tr>{head}</tr>{lines}</table>'


def _line(group: Group) -> str:
    holds = OUTCOMES[group.holds]
    cells = (group.label, group.compared, group.ratio.told, holds, group.remark)
    return (
        "<tr>"
        + "".join(f'<td style="padding:2px 14px 2px 0">{in_markup(cell)}</td>' for cell in cells)
        + "</tr>"
    )
