"""The data sets of the studies: what is asked of each, where it comes from, under which licence.

Every column is standardised (less its mean, over its standard deviation), as the thesis does it,
but for the two made-up sets, whose scale is their point.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from os.path import isfile
from pathlib import Path

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.resources import ResourceMissingError, resource
from gpstudio.translation import tr

UCI = "UCI Machine Learning Repository, CC BY 4.0"


@dataclass(frozen=True)
class DataSource:
    """One data set before it is read. Without a ``target`` there is nothing to predict."""

    name: str
    title: str
    inputs: tuple[str, ...]
    target: str = ""
    file: str = ""
    """Empty: made up by ``make``."""
    origin: str = ""
    only: tuple[str, str] | None = None
    """A column and the value that its rows must have."""
    sigmas: tuple[float, ...] = ()
    """Bandwidths beside those that every set is studied with."""
    remark: str = ""
    make: Callable[[np.random.Generator], Floats] | None = None

    @property
    def told(self) -> str:
        """What is asked of it and where it comes from, in one sentence."""
        many = tr("{count} inputs", count=len(self.inputs))
        names = ", ".join(self.inputs) if len(self.inputs) <= 8 else many
        if self.make is not None:
            asked = tr("no target; {inputs}", inputs=names)
        elif self.target:
            asked = tr("{target} from {inputs}", target=self.target, inputs=names)
        else:
            asked = tr("no target (class labels); {inputs}", inputs=names)
        remark = f" ({self.remark})" if self.remark else ""
        return f"{self.title}: {asked}{remark}. {self.origin}."


@dataclass(frozen=True, eq=False)
class DataSet:
    source: DataSource
    inputs: Floats
    """(n, d), standardised."""
    target: Floats | None
    digest: str
    """Of the file, so that a second run sees whether it is the same; empty where made up."""


def _flat(random: np.random.Generator) -> Floats:
    return random.standard_normal((4_177, 7))


def _uneven(random: np.random.Generator) -> Floats:
    near = random.normal(0.0, 0.05, (3_900, 7))
    return np.concatenate([near, random.normal(3.0, 1.0, (277, 7))])


MADE_SEED = 6
SOURCES = (
    DataSource(
        "abalone",
        tr("Abalone"),
        ("length", "diameter", "height", "whole_weight", "shucked_weight", "viscera_weight",
         "shell_weight"),
        "rings",
        "abalone.csv",
        UCI,
        remark=tr("sex left out, as in the thesis: 7 inputs"),
    ),
    DataSource(
        "wine",
        tr("White wine"),
        ("fixed_acidity", "volatile_acidity", "citric_acid", "residual_sugar", "chlorides",
         "free_sulfur_dioxide", "total_sulfur_dioxide", "density", "ph", "sulphates", "alcohol"),
        "quality",
        "wine_quality_white.csv",
        UCI,
        sigmas=(2.1,),
    ),
    DataSource(
        "magic",
        tr("MAGIC telescope"),
        ("Length", "Width", "Size", "Conc", "Conc1", "Asym", "M3Long", "M3Trans", "Alpha", "Dist"),
        "",
        "magic04.csv",
        UCI,
    ),
    DataSource(
        "road",
        tr("3D road"),
        ("longitude", "latitude"),
        "altitude_m",
        "road_network_3d_sample.csv",
        UCI,
        remark=tr("4,000 of the 434,874 rows"),
    ),
    DataSource(
        "temperature",
        tr("Temperature"),
        ("date",),
        "max_temp_c",
        "queensland_daily_temperature.csv",
        "Australian Bureau of Meteorology by way of the package rattle.data, GPL-3",
        only=("station", "Brisbane"),
        remark=tr("Brisbane alone, day by day; stands in for the station of the thesis"),
    ),
    DataSource(
        "stocks",
        tr("Stocks"),
        ("date",),
        "close",
        "sp500_daily_2000_2019.csv",
        "S&P 500, github.com/fja05680/stock_market_calendar, MIT",
        remark=tr("close of the S&P 500 against the day, 2000 to 2019"),
    ),
    DataSource(
        "flat",
        tr("Flat"),
        (tr("7 standard normal inputs"),),
        origin=tr("Made up, default_rng(6)"),
        sigmas=(3.0,),
        make=_flat,
    ),
    DataSource(
        "uneven",
        tr("Uneven"),
        (tr("7 inputs: 3,900 rows N(0, 0.05²) and 277 rows N(3, 1)"),),
        origin=tr("Made up, default_rng(6)"),
        sigmas=(3.0,),
        make=_uneven,
    ),
)  # fmt: skip
NAMES = tuple(source.name for source in SOURCES)
WITH_TARGET = tuple(source.name for source in SOURCES if source.target)


def source(name: str) -> DataSource:
    return next(source for source in SOURCES if source.name == name)


def title(name: object) -> str:
    """What figures and tables call the set."""
    return next((s.title for s in SOURCES if s.name == name), str(name))


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
        if self._folder is not None and isfile(self._folder / wanted.file):
            return self._folder / wanted.file
        try:
            return resource("lab", wanted.file)
        except ResourceMissingError:
            raise InputError(self._nowhere(wanted)) from None

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
            made = wanted.make(np.random.default_rng(MADE_SEED))
            return DataSet(wanted, made, None, "")
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
    try:
        return np.array([[_number(c) for c in line] for line in cells if all(line)])
    except ValueError as error:
        raise InputError(
            tr("{path} holds a cell that is no number: {error}.", path=path, error=error)
        ) from error


def _number(cell: str) -> float:
    """A number, or a date as a day."""
    if cell.count("-") == 2 and cell[:4].isdigit():
        return float(date.fromisoformat(cell).toordinal())
    return float(cell)
