"""Finding by a few letters: every word that is typed must be met, in whichever order.

A word is met best by the beginning of a word, less well inside of one, and last by its letters in
their order, as in ``exfo`` for "Export forecast". What is met equally well keeps its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gpstudio.data.texts import bare

BEGINS, WITHIN, LETTERS = 0, 1, 3
"""What meeting a word in such a way costs."""
ELSEWHERE = 1
"""What it costs more to be met outside of the title."""
_WORDS = re.compile(r"\w+")


class Lookup:
    """Many texts made ready for being looked for again and again.

    Plain texts in lists, because ten thousand small objects would wake the rubbish collection.
    ``loose`` says of how many from the first on letters in their order will do: kind for commands,
    noise for ten thousand names.
    """

    def __init__(self, titles: Iterable[str], besides: Iterable[str], loose: int = 0) -> None:
        self._titles = [f" {bare(title)}" for title in titles]
        self._besides = [f" {bare(text)}" for text in besides]
        self._loose = loose

    def places(self, typed: str) -> list[int]:
        """Where the typed words are met, the best first; everywhere where nothing is typed."""
        words = bare(typed).split()
        if not words:
            return list(range(len(self._titles)))
        costs = []
        for place, (title, besides) in enumerate(zip(self._titles, self._besides, strict=True)):
            cost = _cost(words, title, besides, place < self._loose)
            if cost >= 0:
                costs.append((cost, place))
        return [place for _, place in sorted(costs)]


def _cost(words: Sequence[str], title: str, besides: str, loose: bool) -> int:
    """Below zero where a word is not met."""
    total = 0
    for word in words:
        if word in title:
            total += BEGINS if f" {word}" in title else WITHIN
        elif word in besides:
            total += ELSEWHERE + (BEGINS if f" {word}" in besides else WITHIN)
        elif loose and _in_order(word, title):
            total += LETTERS
        else:
            return -1
    return total


def _in_order(letters: str, text: str) -> bool:
    """Whether the letters follow each other, each run of them from the beginning of a word."""
    starts = "".join(match.group() + " " for match in _WORDS.finditer(text)).split()
    return _runs(letters, starts)


def _runs(letters: str, words: Sequence[str]) -> bool:
    if not letters:
        return True
    for place, word in enumerate(words):
        for length in range(min(len(letters), len(word)), 0, -1):
            if word.startswith(letters[:length]) and _runs(letters[length:], words[place + 1 :]):
                return True
    return False
