"""What is asked of each data set of the studies, where it comes from, under which licence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.lab.cards import GAMES, dealt
from gpstudio.translation import tr

Made: TypeAlias = tuple[Floats, Floats | None]
"""Inputs, and targets where there are some."""
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
    classes: tuple[str, ...] = ()
    """Where the target is one of several words: which, told as −1 and 1, or from 0 on."""
    only: tuple[str, str] | None = None
    """A column and the value that its rows must have."""
    sigmas: tuple[float, ...] = ()
    """Bandwidths beside those that every set is studied with."""
    remark: str = ""
    make: Callable[[np.random.Generator], Made] | None = None

    @property
    def codes(self) -> dict[str, float]:
        """What a class is in numbers."""
        first, step = (-1.0, 2.0) if len(self.classes) == 2 else (0.0, 1.0)
        return {name: first + step * place for place, name in enumerate(self.classes)}

    @property
    def told(self) -> str:
        """What is asked of it and where it comes from, in one sentence."""
        many = tr("{count} inputs", count=len(self.inputs))
        names = ", ".join(self.inputs) if len(self.inputs) <= 8 else many
        if not self.target:
            asked = tr("no target; {inputs}", inputs=names)
        elif len(self.classes) == 2:
            asked = tr(
                "{target} ({first} as −1, {second} as 1) from {inputs}",
                target=self.target,
                first=self.classes[0],
                second=self.classes[1],
                inputs=names,
            )
        else:
            asked = tr("{target} from {inputs}", target=self.target, inputs=names)
        remark = f" ({self.remark})" if self.remark else ""
        return f"{self.title}: {asked}{remark}. {self.origin}."


def _flat(random: np.random.Generator) -> Made:
    return random.standard_normal((4_177, 7)), None


def _uneven(random: np.random.Generator) -> Made:
    near = random.normal(0.0, 0.05, (3_900, 7))
    return np.concatenate([near, random.normal(3.0, 1.0, (277, 7))]), None


def _ripples(random: np.random.Generator) -> Made:
    """Log odds of 4 sin 1.5 x + 3 cos 1.3 y."""
    places = random.uniform(0.0, 5.0, (4_000, 2))
    odds = 4.0 * np.sin(1.5 * places[:, 0]) + 3.0 * np.cos(1.3 * places[:, 1])
    return places, np.where(random.uniform(size=len(odds)) < 1.0 / (1.0 + np.exp(-odds)), 1.0, -1.0)


def _hands(random: np.random.Generator) -> Made:
    drawn = dealt(4_000, int(random.integers(2**31)))
    return drawn.inputs, drawn.places.astype(float)


MADE_SEED = 6
THESIS = (
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
        "class",
        "magic04.csv",
        UCI,
        classes=("h", "g"),
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
"""Of the thesis, with the two made-up sets of its studies."""
CLASSES = (
    DataSource(
        "ripples",
        tr("Ripples"),
        ("x", "y"),
        tr("class"),
        origin=tr("Made up, default_rng(6): log odds 4 sin 1.5 x + 3 cos 1.3 y"),
        classes=("no", "yes"),
        make=_ripples,
    ),
    DataSource(
        "cards",
        tr("Cards"),
        (tr("36 cards of which 9 are held, and whether the partner has handed the call over"),),
        tr("the game that is called"),
        origin=tr("Dealt, and called by the counting rule of D. Graf (2009) with a blur"),
        classes=GAMES,
        make=_hands,
    ),
    DataSource(
        "iris",
        tr("Iris"),
        ("sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"),
        "species",
        "iris.csv",
        UCI,
        classes=("Iris-setosa", "Iris-versicolor", "Iris-virginica"),
    ),
    DataSource(
        "banana",
        tr("Banana"),
        ("x1", "x2"),
        "class",
        "banana.csv",
        tr("KEEL repository, no licence stated"),
        classes=("-1", "1"),
    ),
    DataSource(
        "crabs",
        tr("Crabs"),
        ("FL", "RW", "CL", "CW", "BD"),
        "sp",
        "crabs.csv",
        "R package MASS, GPL-3",
        classes=("B", "O"),
    ),
)
"""Of which classes are told, and nothing else is studied."""
SOURCES = (*THESIS, *CLASSES)
NAMES = tuple(source.name for source in THESIS)
WITH_TARGET = tuple(source.name for source in THESIS if source.target)
CLASSED = tuple(source.name for source in SOURCES if source.classes)


def source(name: str) -> DataSource:
    return next(source for source in SOURCES if source.name == name)


def title(name: object) -> str:
    """What figures and tables call the set."""
    return next((s.title for s in SOURCES if s.name == name), str(name))
