"""What a mean is, and the registry of them.

Dates counted from 1970 make all columns of a trend look like its level. So, once the readings are
known, a mean is ``prepared``: each column is counted from its own average and freed of the columns
before it. Such columns span the same trends as the written ones, and a change of this kind leaves
|HᵀA⁻¹H| and with it the evidence as they are.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

ALIKE = 1e-8
"""A column is nothing new when less than this share of it is not told by those before it."""
FEW_DIGITS = 1e-10
"""What is left of a column that was freed of others keeps digits enough above this share of it."""
CONSTANT = 1e-13
"""A column that varies by less than this share of its size is a level."""


class Mean(ABC):
    """Columns whose coefficients are estimated by generalised least squares."""

    spec: ClassVar[Spec]
    is_flat: ClassVar[bool] = False
    """Whether it is a level, or nothing, whatever the inputs are."""

    @abstractmethod
    def trends(self, inputs: Floats) -> Floats:
        """One column a coefficient, (n, q), the level's first; q may be 0."""

    def slopes(self, inputs: Floats, order: int) -> Floats:
        """The derivatives of ``trends`` along the single input."""
        raise InputError(
            tr(
                "The mean '{name}' does not tell its derivative of order {order}: choose "
                "the mean 'constant'.",
                name=self.spec.name,
                order=order,
            )
        )

    def prepared(self, inputs: Floats) -> Mean:
        """The same mean in columns that suit readings at these inputs."""
        columns = self.trends(inputs)
        if columns.shape[1] < 2:
            return self
        averages = np.append(0.0, columns[:, 1:].mean(axis=0))
        mixing = np.eye(columns.shape[1])
        centred = columns - averages
        freed = centred.copy()
        for place in range(1, columns.shape[1]):
            _free(freed, mixing, place)
            sizes = np.linalg.norm([part[:, place] for part in (columns, centred, freed)], axis=1)
            if _is_told_before(sizes, first=place == 1):
                raise self._ambiguous(inputs)
        return PreparedMean(self, averages, mixing)

    def _ambiguous(self, inputs: Floats) -> InputError:
        middle = print_number(_round_place(inputs[:, 0]))
        return InputError(
            tr(
                "{count} reading(s) at these places cannot tell the trends of the mean '{name}' "
                "apart: choose the mean 'constant', or formulas about a place among them, such "
                "as (x - {place})**2.",
                name=self.spec.name,
                count=len(inputs),
                place=middle,
            )
        )

    def as_written(self, coefficients: Floats) -> Floats:
        """The coefficients of the written columns from those of these."""
        return coefficients


@dataclass(frozen=True, eq=False)
class PreparedMean(Mean):
    """The columns (H − averages) mixing of the mean within."""

    written: Mean
    averages: Floats
    """Of the columns after the first; the level's stays."""
    mixing: Floats
    """Upper triangular with ones on its diagonal."""

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.written.spec

    def trends(self, inputs: Floats) -> Floats:
        return (self.written.trends(inputs) - self.averages) @ self.mixing

    def slopes(self, inputs: Floats, order: int) -> Floats:
        return self.written.slopes(inputs, order) @ self.mixing

    def as_written(self, coefficients: Floats) -> Floats:
        plain = self.mixing @ coefficients
        plain[0] -= self.averages @ plain
        return plain


def _round_place(column: Floats) -> float:
    """A place among the readings in as few digits as will do."""
    reach = float(np.ptp(column))
    places = 1 - math.floor(math.log10(reach)) if reach > 0.0 else 0
    return round(float(np.mean(column)), places)


def _free(columns: Floats, mixing: Floats, place: int) -> None:
    """Takes from a column what those before it tell, the first one being the level."""
    for _ in range(2):  # the second time takes what rounding left of the first
        for before in range(1, place):
            other = columns[:, before]
            share = float(columns[:, place] @ other / (other @ other))
            columns[:, place] -= share * other
            mixing[:, place] -= share * mixing[:, before]


def _is_told_before(sizes: Floats, first: bool) -> bool:
    """From the size of a column as it is written, centred, and freed of those before it."""
    written, centred, freed = map(float, sizes)
    few_digits = 0.0 if first else FEW_DIGITS * written
    return centred <= CONSTANT * written or freed <= max(ALIKE * centred, few_digits)


MEANS: Registry[type[Mean]] = Registry("mean")
