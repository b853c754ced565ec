"""What the fields of a column have in common, small enough to be a file of its own.

A population says how a field's numbers lie: the logarithms of its length, of its noise beside the
curve and, where the curve repeats, of the course beside the departure and of the course's shape are
normal; the curve's variance, which is integrated out, is that of a scaled inverse chi-square. Of
fields that share it each is weighed on one and the same lattice of settings.

``inference/together`` learns it from a table. Nothing here asks for readings.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.fingerprints import fingerprint
from gpstudio.translation import tr

VERSION: Final = 1
NODES = 64
"""Settings of the lattice. Against 2,048 of them scores of hidden readings are worse by 0.2 %, and
with 25 by up to 0.5 %."""
NAMES = ("length", "noise", "course", "shape")
"""The numbers of a setting, as logarithms: the length, in the unit of time, and the noise beside
the variance of the curve; of a curve that repeats also the course's variance beside that of the
departure, and the course's shape."""
FEW = 10
"""Fields below which each is left out of its own population."""


@dataclass(frozen=True)
class Shared:
    """How the numbers of a field lie."""

    centre: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    freedom: float
    """Of the variance, as how many readings it counts; zero where any size is as likely."""
    size: float
    """About which the variance lies, squared in the unit of the scale."""

    def __post_init__(self) -> None:
        numbers = (*self.centre, *(x for row in self.covariance for x in row))
        square = all(len(row) == len(self.centre) for row in self.covariance)
        sizes = self.freedom >= 0.0 and self.size > 0.0
        if not (square and sizes and all(map(math.isfinite, (*numbers, self.freedom, self.size)))):
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


@dataclass(frozen=True)
class Population:
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

    def for_field(self, mark: str) -> Population:
        """What is held likely of a field: learnt without it where the fields are few."""
        if not self.apart:
            return self
        return replace(self, shared=dict(self.apart).get(mark, self.shared), apart=())

    @property
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
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Population:
        if record.get("version") != VERSION:
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
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(_damaged()) from None
        if fields < 1 or not all(isinstance(text, str) for text in texts):
            raise InputError(_damaged())
        kernel, scale, reason = texts
        return cls(kernel, scale, shared, fields, reason, apart)


def _damaged() -> str:
    return tr("This population is damaged: learn it anew.")


def _record(shared: Shared) -> dict[str, Any]:
    return {
        "names": list(NAMES[: len(shared.centre)]),
        "centre": list(shared.centre),
        "covariance": [list(row) for row in shared.covariance],
        "freedom": shared.freedom,
        "size": shared.size,
    }


def _shared(record: Mapping[str, Any]) -> Shared:
    return Shared(
        tuple(map(float, record["centre"])),
        tuple(tuple(map(float, row)) for row in record["covariance"]),
        float(record["freedom"]),
        float(record["size"]),
    )


@lru_cache(maxsize=32)
def normal_steps(count: int, numbers: int) -> Floats:
    """So many places that lie evenly in a standard normal of so many numbers, (count, numbers).

    Multiples of the powers of 1/g, g^(numbers + 1) = g + 1, fill a cube evenly (Roberts 2018, "The
    unreasonable effectiveness of quasirandom sequences"); moved so that their mean and covariance
    are the normal's to the last digit.
    """
    from scipy.special import ndtri

    ratio = 2.0
    for _ in range(64):
        ratio = (1.0 + ratio) ** (1.0 / (numbers + 1.0))
    turns = ratio ** -np.arange(1.0, numbers + 1.0)
    shares = (0.5 + np.arange(1, count + 1)[:, None] * turns) % 1.0
    found = ndtri(np.clip(shares, 0.5 / count, 1.0 - 0.5 / count))
    found -= found.mean(axis=0)
    root = np.linalg.cholesky(found.T @ found / count)
    steps = np.linalg.solve(root, found.T).T
    steps.flags.writeable = False
    return np.asarray(steps)


@lru_cache(maxsize=64)
def lattice(shared: Shared, count: int = NODES) -> Floats:
    """The settings on which every field is weighed."""
    settings = shared.at(normal_steps(count, len(shared.centre)))
    settings.flags.writeable = False
    return settings
