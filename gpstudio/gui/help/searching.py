"""Which pages hold some words, the most telling first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpstudio.data.texts import bare
from gpstudio.gui.help.pages import ManualPage

IN_TITLE, IN_HEADING, IN_TEXT = 100, 10, 1
MOST = 9
"""Times that a word counts on one page: a long table is no better than a page about it."""


def pages_with(typed: str, texts: Mapping[ManualPage, str]) -> list[ManualPage]:
    """Every word must be somewhere on the page; all pages where nothing is typed."""
    words = bare(typed).split()
    scores = [(_score(words, page, text), page) for page, text in texts.items()]
    if words:
        scores = [(score, page) for score, page in scores if score > 0]
        scores.sort(key=lambda found: -found[0])
    return [page for _, page in scores]


def _score(words: Sequence[str], page: ManualPage, text: str) -> int:
    title, whole = bare(page.title), bare(text)
    headings = [line for line in whole.splitlines() if line.startswith("#")]
    total = 0
    for word in words:
        times = min(whole.count(word), MOST)
        if times == 0 and word not in title:
            return 0
        in_headings = sum(word in heading for heading in headings)
        total += IN_TITLE * (word in title) + IN_HEADING * in_headings + IN_TEXT * times
    return total
