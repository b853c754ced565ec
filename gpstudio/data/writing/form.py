"""How a table is written: one record for every table that leaves the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from gpstudio.core.errors import InputError
from gpstudio.data.decisions import closest
from gpstudio.data.texts import shown
from gpstudio.translation import tr

Delimiter: TypeAlias = Literal["comma", "semicolon", "tab"]
Decimal: TypeAlias = Literal["point", "comma"]
FileKind: TypeAlias = Literal["csv", "xlsx", "parquet"]
Digits: TypeAlias = Literal["all", "six"]
FieldsName: TypeAlias = Literal["group", "own"]

DELIMITERS: dict[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
DECIMALS: dict[str, str] = {"point": ".", "comma": ","}
DIGITS: dict[str, int] = {"all": 17, "six": 6}
"""Of numbers, but for times; all bring back the very same number."""
FIELDS_NAMES: tuple[FieldsName, ...] = get_args(FieldsName)
"""What the column of fields is called: always the same, for scripts, or as the table calls it."""
FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)


@dataclass(frozen=True)
class WrittenAs:
    """Delimiter and decimal mark are those of texts; the other kinds have types instead."""

    delimiter: Delimiter = "comma"
    decimal: Decimal = "point"
    kind: FileKind = "csv"
    digits: Digits = "all"
    fields: FieldsName = "group"

    @classmethod
    def of(
        cls,
        delimiter: str = "comma",
        decimal: str = "point",
        kind: str = "csv",
        digits: str = "all",
        fields: str = "group",
    ) -> WrittenAs:
        """From words that a person chose."""
        return cls(
            cast(Delimiter, _checked(tr("delimiter"), delimiter, DELIMITERS)),
            cast(Decimal, _checked(tr("decimal mark"), decimal, DECIMALS)),
            cast(FileKind, _checked(tr("kind of file"), kind, FILE_KINDS)),
            cast(Digits, _checked(tr("number of digits"), digits, DIGITS)),
            cast(FieldsName, _checked(tr("name of a column"), fields, FIELDS_NAMES)),
        )

    @classmethod
    def for_path(cls, path: str | Path) -> WrittenAs:
        """The kind that the ending of a name asks for; a text where it asks for none."""
        ending = Path(path).suffix.lower().removeprefix(".")
        return cls.of(kind=ending) if ending in FILE_KINDS else PLAIN

    def named(self, stem: Path) -> Path:
        """The path with the ending of the kind."""
        return stem.with_name(f"{stem.name}.{self.kind}")

    @property
    def delimiter_mark(self) -> str:
        return DELIMITERS[self.delimiter]

    @property
    def decimal_mark(self) -> str:
        return DECIMALS[self.decimal]


PLAIN = WrittenAs()
"""Commas and decimal points: what every program reads."""


def _checked(kind: str, word: str, known: tuple[str, ...] | Mapping[str, object]) -> str:
    if word not in known:
        raise InputError(
            tr(
                "{word} is no {kind}; {hint}",
                word=shown(word),
                kind=kind,
                hint=closest(word, known),
            )
        )
    return word
