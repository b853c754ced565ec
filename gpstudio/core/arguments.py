"""What Python callers hand over, turned into plain arrays or one clear sentence.

The sentences carry the words by which scikit-learn's tools know them; where scikit-learn is
loaded, its own kinds of error and warning are used, and nowhere is it needed.
"""

from __future__ import annotations

import math
import sys
import warnings
from datetime import datetime
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.translation import tr


class WrongKindError(InputError, TypeError):
    """Something that cannot be a number; scripts and scikit-learn expect a ``TypeError``."""


def values(y: AnyArray | None, rows: int) -> Floats:
    """One number a row; NaN where a reading is missing."""
    if y is None:
        raise InputError(tr("GPRegressor requires y to be passed, but the target y is None."))
    array = one_column(numbers(y, "y"))
    if array.shape != (rows,):
        raise InputError(
            tr(
                "X has {rows} rows and y has shape {shape}: y is one number a row.",
                rows=rows,
                shape=array.shape,
            )
        )
    return array


def one_column(y: AnyArray) -> AnyArray:
    """A column of a table is read as the row of values that it holds, and that is told."""
    if y.ndim != 2 or y.shape[1] != 1:
        return y
    kind = _of_scikit_learn("DataConversionWarning") or UserWarning
    warnings.warn(
        "A column-vector y was passed when a 1d array was expected; it is read as one.",
        kind,
        stacklevel=4,
    )
    return y[:, 0]


def weights(sample_weight: AnyArray | None, rows: int) -> Floats:
    if sample_weight is None:
        return np.ones(rows)
    array = numbers(sample_weight, "sample_weight")
    if array.shape != (rows,) or not (array >= 0.0).all() or np.isinf(array).any():
        raise InputError(tr("Weights are finite numbers from 0, one for each reading."))
    return array


def deviations(given: AnyArray | float | None, name: str) -> Floats | None:
    """Standard deviations of readings, if there are any."""
    return None if given is None else numbers(given, name)


def noise_text(noise: float | str) -> str:
    """A noise variance as the recipe language writes it."""
    if isinstance(noise, str):
        return noise
    number = _one_number(noise, "noise")
    if not math.isfinite(number):
        raise InputError(
            tr("The noise is a variance, a number above 0, not {number}.", number=number)
        )
    return print_number(number)


def likelihood_text(noise: float | str) -> str:
    """A noise variance, or how readings scatter, as a recipe's likelihood."""
    text = noise_text(noise)
    named = text.partition("(")[0].strip() in LIKELIHOODS
    return text if named else f"gaussian({text})"


def probability(number: Any) -> float:
    """Between 0 and 1, both left out."""
    found = _one_number(number, "probability")
    if not 0.0 < found < 1.0:
        raise InputError(
            tr("The probability lies between 0 and 1, such as 0.95; it is {given:g}.", given=found)
        )
    return found


def quantiles(numbers: Any) -> list[float]:
    """One or several, each between 0 and 1."""
    return [probability(one) for one in (numbers if np.ndim(numbers) else [numbers])]


def patience(number: Any) -> float:
    """Seconds; infinite ones too."""
    found = _one_number(number, "patience")
    if not found > 0.0:
        raise InputError(
            tr("The patience is a number of seconds above 0, or inf, not {given:g}.", given=found)
        )
    return found


def count(number: Any, name: str) -> int:
    """A whole number from 1."""
    whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
    if not whole or number < 1:
        raise InputError(
            tr("{name} is a whole number from 1, not {number!r}.", name=name, number=number)
        )
    return int(number)


def seed(random_state: Any) -> int:
    """A whole number from 0; None draws one."""
    if random_state is None:
        return int(np.random.default_rng().integers(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if isinstance(random_state, int | np.integer) and random_state >= 0:
        return int(random_state)
    raise InputError(
        tr(
            "random_state is a whole number from 0 or None, not {random_state!r}.",
            random_state=random_state,
        )
    )


def not_fitted(model: str) -> InputError:
    """The error of asking before fitting; one of scikit-learn's too where that is loaded."""
    kind: type[InputError] = InputError
    if theirs := _of_scikit_learn("NotFittedError"):
        kind = type("NotFittedError", (InputError, theirs), {})
    return kind(tr("This {model} is not fitted yet: call fit(X, y) first.", model=model))


class BoundWarning(UserWarning):
    """A number was learnt that lies at its bound."""


def warn_of_bounds(remarks: tuple[str, ...]) -> None:
    """Of whoever called ``fit``: once for all that lie at their bounds."""
    if remarks:
        kind = _of_scikit_learn("ConvergenceWarning") or BoundWarning
        told = tr("Learning would have gone further: {remarks}.", remarks="; ".join(remarks))
        warnings.warn(told, kind, stacklevel=3)


def numbers(given: Any, name: str) -> Floats:
    """As doubles; NaN where they are masked or missing in the ways that tables have."""
    masked = np.ma.getmaskarray(given) if np.ma.isMaskedArray(given) else None
    array = np.asarray(given)
    if array.dtype.kind == "c":
        raise InputError(tr("Complex data not supported: {name} is real numbers.", name=name))
    if array.dtype.kind in "mM":
        raise InputError(
            tr(
                "{name} holds dates or time spans, and is numbers: divide spans by their unit, "
                "such as np.timedelta64(1, 'D').",
                name=name,
            )
        )
    if array.dtype.kind == "O":
        gaps = np.array([is_missing(cell) for cell in array.ravel()], bool).reshape(array.shape)
        array = np.where(gaps, np.nan, array)
    try:
        # through plain objects, whose errors show 'a' and not np.str_('a')
        plain = array.astype(object) if array.dtype.kind in "US" else array
        found = np.asarray(plain, np.float64)
    except (TypeError, ValueError) as error:
        kind = WrongKindError if isinstance(error, TypeError) else InputError
        raise kind(f"{name} is not all numbers: {error}.") from None
    return found if masked is None else np.where(masked, np.nan, found)


def is_missing(cell: Any) -> bool:
    """None, NaN, NaT, or the NA of pandas, which is not even unlike itself."""
    if cell is None or type(cell).__name__ == "NAType":
        return True
    return isinstance(cell, float | np.floating | datetime | np.datetime64 | np.timedelta64) and (
        cell != cell  # noqa: PLR0124 - so NaN and NaT are told, and nothing else
    )


def _one_number(given: Any, name: str) -> float:
    array = numbers(given, name)
    if array.ndim:
        raise InputError(tr("The {name} is one number, not {given!r}.", name=name, given=given))
    return float(array)


def _of_scikit_learn(name: str) -> Any:
    """One of scikit-learn's exceptions, if anybody has loaded them."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, None)
