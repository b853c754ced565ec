"""What the fields of a column have in common, small enough to be a file of its own.

A population says how a field's numbers lie: the logarithms of its length, of its noise beside the
curve and, where the curve repeats, of the course beside the departure and of the course's shape are
normal together with that of the size about which its variance lies, which is integrated out. Of
fields that share it each is weighed on one and the same lattice of settings.

``inference/together`` learns it from a table. Nothing here asks for readings.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.learning.priors import SHAPE_SPREAD, TERM_SPREAD
from gpstudio.translation import tr

VERSION: Final = 2
READ: Final = (1, VERSION)
"""Versions of files that are understood; the first knew no crops."""
NODES, OUTSIDE = 48, 12
"""Settings of the lattice, and further ones far off in one number each, for fields that are unlike
the others: with 512 settings scores of hidden readings are the same to 0.2 %."""
WARY = 1.3
"""By what the lattice is wider than the population, in standard deviations: fields of a table share
a place and a stretch of time, so that they are less than so many witnesses of what is to come. What
was foretold for 30 days gains 0.05 in log density a reading over three draws of the days and four
tables (0.13 of plots of one farm), gaps and few readings of the same tables gain nothing and lose
nothing; five smaller tables that had no part in choosing it gain 0.00 ahead and lose 0.02 in gaps.
Ranks of drawn curves stay even."""
UNLIKE = 0.05
"""How likely it is held that a field is unlike the others."""
NAMES = {3: ("length", "noise", "size"), 5: ("length", "noise", "course", "shape", "size")}
"""The numbers of a setting, as logarithms: the length, in the unit of time, and the noise beside
the curve's variance; of a curve that repeats, where the former are of the departure, also the
course's variance beside that of the departure and the course's shape; and about which size the
variance lies, squared in the unit of the scale."""
PLAIN = 3
"""Numbers of a setting without a course."""
FARTHER, LOUDER, FLATTER = 1.5, 3.0, 2.0
"""How far off length, noise and size of a field may be that is unlike the others."""
FREEDOM = 10.0
"""A variance is that of a scaled inverse chi-square about its setting's size, with so many degrees
of freedom: it stays in closed form, and fields that swing little are as likely as the spread of the
sizes says, where a single inverse chi-square would rule them out."""
FEW = 10
"""Fields below which each is left out of its own population."""


@dataclass(frozen=True)
class Shared:
    """How the numbers of a field lie."""

    centre: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    freedom: float = FREEDOM
    """As how many readings a setting's size counts; zero where any variance is as likely."""

    def __post_init__(self) -> None:
        numbers = (*self.centre, *(x for row in self.covariance for x in row))
        square = all(len(row) == len(self.centre) for row in self.covariance)
        finite = all(map(math.isfinite, (*numbers, self.freedom)))
        if not (square and finite and self.freedom >= 0.0):
            raise InputError(_damaged())
        try:
            np.linalg.cholesky(np.array(self.covariance))
        except np.linalg.LinAlgError:
            raise InputError(_damaged()) from None

    @property
    def root(self) -> Floats:
        return np.asarray(np.linalg.cholesky(np.array(self.covariance)))

    def at(self, steps: Floats) -> Floats:
        """The settings that lie so many standard deviations off, (settings, numbers)."""
        return np.asarray(np.array(self.centre) + steps @ self.root.T)

    def log_density(self, settings: Floats) -> Floats:
        """But for a constant that all populations of as many numbers share."""
        root = self.root
        off = np.linalg.solve(root, (settings - np.array(self.centre)).T)
        return np.asarray(-0.5 * np.sum(off * off, axis=0) - np.log(np.diag(root)).sum())

    def wider(self, by: float) -> Shared:
        """With standard deviations so many times as large."""
        rows = tuple(tuple(by * by * x for x in row) for row in self.covariance)
        return replace(self, covariance=rows)


ANY_SIZE = Shared((0.0,), ((1.0,),), 0.0)
"""Of whom any variance is as likely."""


@dataclass(frozen=True)
class Population(Portable):
    kernel: str
    """As a recipe writes it: what was chosen for all fields."""
    scale: str
    shared: Shared
    fields: int
    """Of how many it was learnt."""
    reason: str
    """Why this kernel, with the sums of evidence."""
    apart: tuple[tuple[str, Shared], ...] = ()
    """Of few fields what the others of each have in common, by the field's mark."""
    asked: str = ""
    """Which choices and which day it was learnt for; empty where nobody noted it."""
    crops: tuple[tuple[str, Population], ...] = ()
    """What fields of one crop have in common, by the crop, where they are enough; the others are
    as all fields are."""

    @property
    def is_one(self) -> bool:
        """Whether it is the same for every field."""
        return not (self.apart or self.crops)

    def for_field(self, mark: str, crop: str = "") -> Population:
        """What is held likely of a field: learnt from its crop, and without it where the fields are
        few."""
        of_crop = self._by_crop.get(crop, self)
        return of_crop._by_mark.get(mark, of_crop._of_anybody)

    @cached_property
    def _by_crop(self) -> Mapping[str, Population]:
        return dict(self.crops)

    @cached_property
    def _by_mark(self) -> Mapping[str, Population]:
        own = self._of_anybody
        return {mark: replace(own, shared=shared) for mark, shared in self.apart}

    @cached_property
    def _of_anybody(self) -> Population:
        return self if self.is_one else replace(self, apart=(), crops=())

    @property
    def words(self) -> tuple[str, ...]:
        """Why it is so, of all fields and of each crop."""
        return (self.reason, *(f"{crop}: {one.reason}" for crop, one in self.crops))

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(json.dumps(self.as_json(), sort_keys=True))

    def as_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "kernel": self.kernel,
            "scale": self.scale,
            "shared": _record(self.shared),
            "fields": self.fields,
            "reason": self.reason,
            "apart": {mark: _record(shared) for mark, shared in self.apart},
            "asked": self.asked,
            "crops": {crop: one.as_json() for crop, one in self.crops},
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Population:
        if record.get("version") not in READ:
            raise InputError(
                tr(
                    "This population is of version {version}, and this program reads {own}: learn "
                    "it anew.",
                    version=record.get("version"),
                    own=VERSION,
                )
            )
        try:
            apart = tuple((str(m), _shared(one)) for m, one in sorted(record["apart"].items()))
            shared, fields = _shared(record["shared"]), int(record["fields"])
            texts = [record[name] for name in ("kernel", "scale", "reason")]
            texts.append(record.get("asked", ""))
            of_crops = sorted(record.get("crops", {}).items())
            if any(one.get("crops") for _, one in of_crops):
                raise ValueError
            crops = tuple((str(crop), cls.from_json(one)) for crop, one in of_crops)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(_damaged()) from None
        if fields < 1 or not all(isinstance(text, str) for text in texts):
            raise InputError(_damaged())
        kernel, scale, reason, asked = texts
        return cls(kernel, scale, shared, fields, reason, apart, asked, crops)


def _damaged() -> str:
    return tr("This population is damaged: learn it anew.")


def _record(shared: Shared) -> dict[str, Any]:
    return {
        "names": list(NAMES.get(len(shared.centre), ())),
        "centre": list(shared.centre),
        "covariance": [list(row) for row in shared.covariance],
        "freedom": shared.freedom,
    }


def _shared(record: Mapping[str, Any]) -> Shared:
    return Shared(
        tuple(map(float, record["centre"])),
        tuple(tuple(map(float, row)) for row in record["covariance"]),
        float(record["freedom"]),
    )


@lru_cache(maxsize=32)
def normal_steps(count: int, numbers: int) -> Floats:
    """So many places that lie evenly in a standard normal of so many numbers, (count, numbers).

    Multiples of the powers of 1/g, g^(numbers + 1) = g + 1, fill a cube evenly (Roberts 2018, "The
    unreasonable effectiveness of quasirandom sequences"); moved so that their mean and covariance
    are the normal's to the last digit.
    """
    ratio = 2.0
    for _ in range(64):
        ratio = (1.0 + ratio) ** (1.0 / (numbers + 1.0))
    turns = ratio ** -np.arange(1.0, numbers + 1.0)
    shares = (0.5 + np.arange(1, count + 1)[:, None] * turns) % 1.0
    inside = np.clip(shares, 0.5 / count, 1.0 - 0.5 / count)
    # not scipy's, which is a tenth of what a process takes to be ready
    found = np.array(list(map(NormalDist().inv_cdf, inside.ravel()))).reshape(inside.shape)
    found -= found.mean(axis=0)
    root = np.linalg.cholesky(found.T @ found / count)
    steps = np.linalg.solve(root, found.T).T
    steps.flags.writeable = False
    return np.asarray(steps)


def loosened(shared: Shared, *numbers: int) -> Shared:
    """A population about the same centre that leaves these numbers nearly open; all, if none."""
    course = (TERM_SPREAD, SHAPE_SPREAD) if len(shared.centre) > PLAIN else ()
    spreads = np.array([FARTHER, LOUDER, *course, FLATTER])
    if numbers:
        spreads[np.setdiff1d(np.arange(len(spreads)), numbers)] = 0.0
    wide = np.array(shared.covariance) + np.diag(np.square(spreads))
    return replace(shared, covariance=tuple(map(tuple, wide.tolist())))


def settings_of(shared: Shared, count: int) -> Floats:
    """So many settings, evenly drawn from a population."""
    return shared.at(normal_steps(count, len(shared.centre)))
