"""Reading a written table key by key: every error names the file, the place and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from gpstudio.core.errors import InputError, suggestion
from gpstudio.translation import tr

Read = TypeVar("Read")
Word = TypeVar("Word", bound=str)
Table: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class WrittenText:
    """Lines of a file, with the number of the first: so that a person finds what is meant."""

    lines: tuple[str, ...]
    first: int = 1

    def within(self, header: str, place: int) -> WrittenText:
        """From the header of this name on that comes so many times before it (from 0); where there
        is none, as in a table on one line, the same."""
        found = [at for at, line in enumerate(self.lines) if _bare(line) == header]
        if place >= len(found):
            return self
        end = found[place + 1] if place + 1 < len(found) else len(self.lines)
        return WrittenText(self.lines[found[place] : end], self.first + found[place])

    def line_of(self, key: str) -> int | None:
        """Of the key, else of the header; None of a file that nobody has."""
        for at, line in enumerate(self.lines):
            if at and _bare(line).startswith("["):
                break
            if re.match(rf"\s*{re.escape(key)}\s*=", line):
                return self.first + at
        return self.first if self.lines and self.first > 1 else None


def _bare(line: str) -> str:
    return line.partition("#")[0].strip()


class Section:
    """One table of a TOML file. Keys are taken one by one; ``finish`` refuses what is left over,
    so that a slip of the pen is never silently ignored."""

    def __init__(
        self, where: str, entries: Table, text: WrittenText | None = None, header: str = ""
    ) -> None:
        """``text`` is what stands in the file from the table's ``header`` on."""
        self.where = where
        self.header = header
        self._entries = entries
        self._text = text or WrittenText(())
        self._asked: list[str] = []

    def text(self, key: str, default: str | None = None) -> str:
        return self._read(key, default, tr("a text in quotation marks"), _text)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        found = self._read(key, default, tr("a number"), _number)
        if not low <= found <= high:
            raise self.wrong(
                tr(
                    "'{key}' is {found:g}, which is not between {low:g} and {high:g}",
                    key=key,
                    found=found,
                    low=low,
                    high=high,
                ),
                key,
            )
        return found

    def has(self, key: str) -> bool:
        """Whether the key is there: it counts as asked for."""
        self._asked.append(key)
        return key in self._entries

    def flag(self, key: str, default: bool) -> bool:
        return self._read(key, default, tr("true or false"), _flag)

    def numbers(self, key: str) -> tuple[float, ...]:
        return self._read(key, None, tr("a list of numbers such as [0, 26, 37]"), _list_of(_number))

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        return self._read(key, default, tr('a list of texts such as ["NDVI"]'), _list_of(_text))

    def words(
        self, key: str, known: Sequence[Word], default: tuple[str, ...] | None = None
    ) -> tuple[Word, ...]:
        """A list of words, each of which must be known."""
        return tuple(self._known(key, word, known) for word in self.texts(key, default))

    def word(self, key: str, known: Sequence[Word], default: Word | None = None) -> Word:
        return self._known(key, self.text(key, default), known)

    def sections(self, key: str, kind: str) -> tuple[Section, ...]:
        """A list of tables, ``[[key]]``; none where the key is not there."""
        none: tuple[Table, ...] = ()
        tables = self._read(key, none, tr("written as [[{key}]] tables", key=key), _list_of(_table))
        header = f"{self.header}.{key}" if self.header else key
        return tuple(
            Section(
                f"{self.where}, {kind} {place}",
                table,
                self._text.within(f"[[{header}]]", place - 1),
                header,
            )
            for place, table in enumerate(tables, start=1)
        )

    def section(self, key: str) -> Section | None:
        """One table, ``[key]``; None where it is not there."""
        none: Table = {}
        table = self._read(key, none, tr("written as a [{key}] table", key=key), _table)
        header = f"{self.header}.{key}" if self.header else key
        text = self._text.within(f"[{header}]", 0)
        return Section(f"{self.where}, {key}", table, text, header) if table else None

    def named_sections(self, key: str, kind: str) -> dict[str, Section]:
        """A table of tables, ``[key.name]``; none where the key is not there."""
        none: dict[str, Table] = {}
        tables = self._read(key, none, tr("written as [{key}.name] tables", key=key), _tables)
        return {
            name: Section(
                f"{self.where}, {kind} '{name}'", t, self._text.within(f"[{key}.{name}]", 0)
            )
            for name, t in tables.items()
        }

    def named_texts(self, key: str) -> dict[str, str]:
        """A table of texts, ``[key]``; none where the key is not there."""
        none: dict[str, str] = {}
        return self._read(
            key, none, tr('written as [{key}] with lines name = "text"', key=key), _texts
        )

    def finish(self) -> None:
        for key in self._entries:
            if key not in self._asked:
                hint = suggestion(key, self._asked)
                words = tr(
                    "{where}: '{key}' is not known here, {hint}",
                    where=self.where,
                    key=key,
                    hint=hint,
                )
                raise self.failed(words, key)

    def wrong(self, problem: str, key: str = "") -> InputError:
        """``problem``: a clause that names the key and says what is wrong with it."""
        words = tr("{where}: {problem}; mend it in the file.", where=self.where, problem=problem)
        return self.failed(words, key)

    def failed(self, words: str, key: str = "") -> InputError:
        """With the line on which the key stands, or the table begins."""
        line = self._text.line_of(key)
        if line is None:
            return InputError(words)
        told = words.removesuffix(".")
        return InputError(tr("{problem} (line {line}).", problem=told, line=line))

    def _known(self, key: str, word: str, known: Sequence[Word]) -> Word:
        if word not in known:
            words = tr(
                "{where}: '{key}' names '{word}', which is not known, {hint}",
                where=self.where,
                key=key,
                word=word,
                hint=suggestion(word, known),
            )
            raise self.failed(words, key)
        return next(one for one in known if one == word)

    def _read(
        self, key: str, default: Read | None, kind: str, read: Callable[[object], Read]
    ) -> Read:
        self._asked.append(key)
        if key not in self._entries:
            if default is None:
                words = tr(
                    "{where}: '{key}' is missing; add it as {kind}.",
                    where=self.where,
                    key=key,
                    kind=kind,
                )
                raise self.failed(words, key)
            return default
        try:
            return read(self._entries[key])
        except TypeError:
            raise self.wrong(tr("'{key}' must be {kind}", key=key, kind=kind), key) from None


def _text(entry: object) -> str:
    if not isinstance(entry, str):
        raise TypeError
    return entry


def _number(entry: object) -> float:
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        raise TypeError
    return float(entry)


def _flag(entry: object) -> bool:
    if not isinstance(entry, bool):
        raise TypeError
    return entry


def _table(entry: object) -> Table:
    if not isinstance(entry, dict):
        raise TypeError
    return entry


def _tables(entry: object) -> dict[str, Table]:
    return {name: _table(part) for name, part in _table(entry).items()}


def _texts(entry: object) -> dict[str, str]:
    return {name: _text(part) for name, part in _table(entry).items()}


def _list_of(read: Callable[[object], Read]) -> Callable[[object], tuple[Read, ...]]:
    def read_all(entry: object) -> tuple[Read, ...]:
        if not isinstance(entry, list):
            raise TypeError
        return tuple(read(item) for item in entry)

    return read_all
