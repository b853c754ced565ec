"""What several studies ask of a person alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.core.spec import Parameter, integer
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.measures import some_rows
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import source
from gpstudio.translation import tr

SIGMAS = (0.1, 1.0, 10.0)
"""The thesis's bandwidths."""
ALL_ROWS = 1_000_000


def sets(choices: Sequence[str], usually: Sequence[str] = ()) -> Parameter:
    """All of them, unless it is said which are ``usually`` meant."""
    return Parameter(
        "sets",
        tr("Data sets"),
        tr("On which data."),
        "choice",
        default=",".join(usually or choices),
        choices=tuple(choices),
        several=True,
    )


def budgets(default: str) -> Parameter:
    return Parameter(
        "budgets",
        tr("Samples"),
        tr("How many samples, landmarks or features, are taken."),
        "integer",
        default=default,
        low=1,
        high=100_000,
        several=True,
    )


def sigmas() -> Parameter:
    return Parameter(
        "sigmas",
        tr("Bandwidths"),
        tr(
            "σ of the kernel exp(−r²/σ²); left out: 0.1, 1 and 10, and those of the data set's own."
        ),
        low=1e-6,
        high=1e6,
        several=True,
    )


def repeats(default: int) -> Parameter:
    return integer(
        "repeats", tr("Repeats"), tr("How often each case is drawn anew."), default, 1, 10_000
    )


def seed() -> Parameter:
    return integer("seed", tr("Seed"), tr("Of every random draw."), 0, 0, 10**9)


def rounds(settings: Settings) -> range:
    """The repeats, each of which a study ends everywhere before it begins the next: every place is
    seen soon, and a study that is stopped has whole repeats."""
    return range(int(settings["repeats"]))


def small_first(settings: Settings, shelf: DataShelf) -> list[str]:
    """The data sets, those of few rows first: most of the picture is there soonest."""
    return sorted(settings["sets"], key=lambda name: len(shelf[name].inputs))


def rows(default: int, help: str) -> Parameter:
    return integer("rows", tr("Most rows"), help, default, 10, ALL_ROWS)


def bandwidths(settings: Settings, name: str) -> tuple[float, ...]:
    """The data set's, unless a person says others."""
    chosen: tuple[float, ...] | None = settings["sigmas"]
    return chosen or tuple(sorted({*SIGMAS, *source(name).sigmas}))


def chosen_rows(settings: Settings, shelf: DataShelf, name: str) -> Integers:
    """The rows of the data set that are studied: all, or so many drawn by the seed."""
    return some_rows(len(shelf[name].inputs), int(settings["rows"]), int(settings["seed"]))


def seed_of(settings: Settings, repeat: int) -> int:
    """One seed a repeat, the same for all methods, so that they are compared in pairs."""
    state = np.random.SeedSequence([int(settings["seed"]), repeat]).generate_state(1)
    return int(state[0])
