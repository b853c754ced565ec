"""The data sets of the studies, read: found in a folder, or among the program's own, or made up.

Every column is standardised (less its mean, over its standard deviation), as the thesis does it,
but for the sets that are made up, whose scale is their point. ``sources.py`` lists them.
"""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from datetime import date
from os.path import isdir, isfile
from pathlib import Path

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.lab.sources import MADE_SEED, DataSource, source
from gpstudio.resources import ResourceMissingError, resource
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class DataSet:
    source: DataSource
    inputs: Floats
    """(n, d), standardised."""
    target: Floats | None
    digest: str
    """Of the file, so that a second run sees whether it is the same; empty where made up."""

    @property
    def places(self) -> Integers:
        """Of each row's class, from 0 on."""
        if self.target is None:
            raise RuntimeError(f"the data set '{self.source.name}' has no classes")
        codes = list(self.source.codes.values())
        return np.searchsorted(codes, self.target).astype(np.int64)


class DataShelf:
    """Finds and reads the data sets: in a folder that a person names, else among the program's
    own files. Each is read once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[str, DataSet] = {}

    def __getitem__(self, name: str) -> DataSet:
        if name not in self._read:
            self._read[name] = self._load(source(name))
        return self._read[name]

    def has(self, name: str) -> bool:
        """Whether it is made up, or its file is found."""
        wanted = source(name)
        try:
            return wanted.make is not None or isfile(self.path(wanted))
        except InputError:
            return False

    def path(self, wanted: DataSource) -> Path:
        """Where the set's file is; an ``InputError`` where it is nowhere."""
        for folder in self._folders():
            if isfile(folder / wanted.file):
                return folder / wanted.file
        try:
            return resource("lab", wanted.file)
        except ResourceMissingError:
            raise InputError(self._nowhere(wanted)) from None

    def _folders(self) -> list[Path]:
        """That which is named, and those in it."""
        if self._folder is None or not isdir(self._folder):
            return []
        within = sorted(place for place in self._folder.iterdir() if isdir(place))
        return [self._folder, *within]

    def _nowhere(self, wanted: DataSource) -> str:
        if self._folder is None:
            return tr(
                "The data set '{name}' needs the file {file}, which does not come with GP "
                "Studio: name its folder with --data DIR, or leave the set out of --sets.",
                name=wanted.name,
                file=wanted.file,
            )
        return tr(
            "The data set '{name}' needs the file {file}, which is not in {folder}: name its "
            "folder with --data DIR, or leave the set out of --sets.",
            name=wanted.name,
            file=wanted.file,
            folder=self._folder,
        )

    def _load(self, wanted: DataSource) -> DataSet:
        if wanted.make is not None:
            return DataSet(wanted, *wanted.make(np.random.default_rng(MADE_SEED)), "")
        path = self.path(wanted)
        try:
            content = path.read_bytes()
            rows = list(csv.DictReader(content.decode("utf-8-sig").splitlines()))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                tr("{path} cannot be read: {error}.", path=path, error=error)
            ) from error
        table = _numbers(wanted, rows, path)
        target = table[:, -1] if wanted.target else None
        inputs = standardised(table[:, : len(wanted.inputs)])
        return DataSet(wanted, inputs, target, hashlib.sha256(content).hexdigest()[:16])


def standardised(table: Floats) -> Floats:
    spread = table.std(axis=0)
    return np.asarray((table - table.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0))


def _numbers(wanted: DataSource, rows: list[dict[str, str]], path: Path) -> Floats:
    """Inputs, then the target; rows with an empty cell are left out."""
    names = [*wanted.inputs, *([wanted.target] if wanted.target else [])]
    lacking = [name for name in names if not rows or name not in rows[0]]
    if lacking:
        raise InputError(
            tr(
                "{path} has no column '{column}', which the data set '{name}' is made of: "
                "give the file as it was published there.",
                path=path,
                column=lacking[0],
                name=wanted.name,
            )
        )
    if wanted.only is not None:
        column, value = wanted.only
        rows = [row for row in rows if row[column] == value]
    cells = [[row[name] for name in names] for row in rows]
    whole = [line for line in cells if all(line)]
    codes = wanted.codes
    try:
        if not codes:
            return np.array([[_number(cell) for cell in line] for line in whole])
        return np.array([[*map(_number, line[:-1]), codes[line[-1]]] for line in whole])
    except KeyError as error:
        raise InputError(
            tr(
                "{path} holds a row of the class {name}, which the data set '{set}' has not.",
                path=path,
                name=error,
                set=wanted.name,
            )
        ) from error
    except ValueError as error:
        raise InputError(
            tr("{path} holds a cell that is no number: {error}.", path=path, error=error)
        ) from error


def _number(cell: str) -> float:
    """A number, or a date as a day."""
    if cell.count("-") == 2 and cell[:4].isdigit():
        return float(date.fromisoformat(cell).toordinal())
    return float(cell)
