"""Finding by a few letters: every word that is typed must be met, in whichever order.

A word is met best by the beginning of a word, less well inside of one, and last by its letters in
their order, as in ``exfo`` for "Export forecast". What is met equally well keeps its order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
BEGINS, WITHIN, LETTERS = 0, 1, 3
"""What meeting a word in such a way costs."""
ELSEWHERE = 1
"""What it costs more to be met outside of the title."""
_WORDS = re.compile(r"\w+")


def folded(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


@dataclass(frozen=True)
class Findable(Generic[T]):
    """Something with its words, made ready for being looked for many times."""

    what: T
    title: str
    besides: str
    loose: bool
    """Whether letters in their order will do: kind for commands, noise for ten thousand names."""

    @classmethod
    def of(cls, what: T, title: str, besides: str = "", loose: bool = False) -> Findable[T]:
        return cls(what, f" {folded(title)}", f" {folded(besides)}", loose)


def found(typed: str, among: Iterable[Findable[T]]) -> list[T]:
    """What the typed words are met by, the best first; everything where nothing is typed."""
    words = folded(typed).split()
    if not words:
        return [one.what for one in among]
    costs = [(cost, place, one.what)
             for place, one in enumerate(among)
             if (cost := _cost(words, one)) is not None]  # fmt: skip
    costs.sort(key=lambda found: found[:2])
    return [what for _, _, what in costs]


def _cost(words: Sequence[str], one: Findable[T]) -> int | None:
    total = 0
    for word in words:
        cost = _met(word, one)
        if cost is None:
            return None
        total += cost
    return total


def _met(word: str, one: Findable[T]) -> int | None:
    if word in one.title:
        return BEGINS if f" {word}" in one.title else WITHIN
    if word in one.besides:
        return ELSEWHERE + (BEGINS if f" {word}" in one.besides else WITHIN)
    if one.loose and _in_order(word, one.title):
        return LETTERS
    return None


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
