"""How noisy each reading is, as whoever knows it says: relative to the rest, or absolutely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.translation import tr

NAMES = ("relative_noise", "noise_std")


@dataclass(frozen=True, eq=False)
class NoiseColumns:
    given: bool
    relative: Floats
    """Each reading's noise variance over the likelihood's; any number where its value is missing.
    """
    known: float | None = None
    """The likelihood's own, where it is known: that of the middle reading."""

    @classmethod
    def of(
        cls,
        values: Floats,
        weights: Floats | None,
        relative_noise: AnyArray | float | None,
        noise_std: AnyArray | float | None,
    ) -> NoiseColumns:
        if relative_noise is None and noise_std is None:
            return cls(False, np.broadcast_to(1.0, len(values)))
        if relative_noise is not None and noise_std is not None:
            raise InputError(
                tr(
                    "Both relative_noise and noise_std are given: say either how noisy readings "
                    "are beside each other, or how noisy each is."
                )
            )
        if type(relative_noise) is float and relative_noise == 1.0 and weights is None:
            return cls(True, np.ones(len(values)))  # of fields of a table: nothing to look at
        name, column = ("relative_noise", relative_noise)
        if noise_std is not None:
            name, column = ("noise_std", noise_std)
        if weights is not None:
            raise InputError(
                tr(
                    "Weights (so many readings of one value) and {name} (how far one reading "
                    "scatters) are both given; give one of the two.",
                    name=name,
                )
            )
        deviations = _deviations(column, values, name)
        here = np.isfinite(values)
        middle = 1.0
        if name == "noise_std" and here.any():
            middle = float(np.median(deviations[here]))
        relative = (deviations / middle) ** 2
        _refuse_lost(relative[here], name)
        return cls(True, relative, middle**2 if name == "noise_std" else None)


def _deviations(column: object, values: Floats, name: str) -> Floats:
    array = np.asarray(column, dtype=float)
    deviations = np.array(np.broadcast_to(array, values.shape)) if array.ndim == 0 else array
    if deviations.shape != values.shape:
        raise InputError(
            tr(
                "{name} has shape {shape} and there are {rows} readings: give one number for "
                "each, or one for all.",
                name=name,
                shape=deviations.shape,
                rows=len(values),
            )
        )
    missing = np.isnan(values)
    wrong = np.flatnonzero(~missing & ~((deviations > 0.0) & np.isfinite(deviations)))
    if len(wrong):
        row = int(wrong[0])
        number = float(deviations[row])
        raise InputError(
            tr(
                "{name}[{row}] is missing: give every reading a standard deviation above 0, or "
                "leave it out.",
                name=name,
                row=row,
            )
            if np.isnan(number)
            else tr(
                "{name}[{row}] is {number}, and a standard deviation is a finite number above 0: "
                "correct it, or leave out that reading.",
                name=name,
                row=row,
                number=print_number(number) if np.isfinite(number) else str(number),
            )
        )
    return np.where(missing, 1.0, deviations)


def _refuse_lost(relative: Floats, name: str) -> None:
    if not ((relative > 0.0) & np.isfinite(relative)).all():
        raise InputError(
            tr(
                "The numbers of {name} lie too far apart to compute with: leave out readings that "
                "are hardly any beside the others.",
                name=name,
            )
        )
