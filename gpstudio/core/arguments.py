"""What Python callers hand over, turned into plain arrays or one clear sentence.

The sentences carry the words by which scikit-learn's tools know them; where scikit-learn is
loaded, its own kinds of error and warning are used, and nowhere is it needed.
"""

from __future__ import annotations

import math
import sys
import warnings
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.translation import tr

MICROSECONDS_A_DAY = 86_400e6
"""Microseconds hold every date that a calendar knows; nanoseconds end in 2262, in silence."""


class WrongKindError(InputError, TypeError):
    """Something that cannot be a number; scripts and scikit-learn expect a ``TypeError``."""


def input_rows(X: AnyArray) -> Floats:
    """One row a reading, (n, d); one-dimensional dates become days since 1970."""
    if hasattr(X, "toarray"):
        raise InputError(tr("X is sparse, and sparse input is not supported: pass X.toarray()."))
    array = np.asarray(X)
    if array.dtype.kind == "M":
        if np.isnat(array).any():
            raise InputError(tr("An input date is missing: leave out those readings."))
        array = array.astype("datetime64[us]").astype(np.int64) / MICROSECONDS_A_DAY
    array = _numbers(array, "X")
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise InputError(
            tr(
                "X has shape {shape}: it is one row a reading, (n,) or (n, d). Reshape your data.",
                shape=array.shape,
            )
        )
    if array.shape[1] == 0:
        raise InputError(
            tr(
                "X has 0 feature(s) (shape={shape}) while a minimum of 1 is required.",
                shape=array.shape,
            )
        )
    if len(array) == 0:
        raise InputError(
            tr(
                "X holds no row: 0 sample(s) (shape={shape}) while a minimum of 1 is required.",
                shape=array.shape,
            )
        )
    return array


def values(y: AnyArray | None, rows: int) -> Floats:
    """One number a row; NaN where a reading is missing."""
    if y is None:
        raise InputError(tr("GPRegressor requires y to be passed, but the target y is None."))
    array = _numbers(np.asarray(y), "y")
    if array.ndim == 2 and array.shape[1] == 1:
        kind = _of_scikit_learn("DataConversionWarning") or UserWarning
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected; it is read as one.",
            kind,
            stacklevel=3,
        )
        array = array[:, 0]
    if array.shape != (rows,):
        raise InputError(
            tr(
                "X has {rows} rows and y has shape {shape}: y is one number a row.",
                rows=rows,
                shape=array.shape,
            )
        )
    return array


def weights(sample_weight: AnyArray | None, rows: int) -> Floats:
    if sample_weight is None:
        return np.ones(rows)
    array = _numbers(np.asarray(sample_weight), "sample_weight")
    if array.shape != (rows,) or not (array >= 0.0).all() or np.isinf(array).any():
        raise InputError(tr("Weights are finite numbers from 0, one for each reading."))
    return array


def noise_text(noise: float | str) -> str:
    """A noise variance as the recipe language writes it."""
    if isinstance(noise, str):
        return noise
    number = float(_numbers(np.asarray(noise), "noise"))
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
    found = float(_numbers(np.asarray(number), "probability"))
    if not 0.0 < found < 1.0:
        raise InputError(
            tr("The probability lies between 0 and 1, such as 0.95; it is {found:g}.", found=found)
        )
    return found


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


def not_fitted() -> InputError:
    """The error of asking before fitting; one of scikit-learn's too where that is loaded."""
    kind: type[InputError] = InputError
    if theirs := _of_scikit_learn("NotFittedError"):
        kind = type("NotFittedError", (InputError, theirs), {})
    return kind("This GPRegressor is not fitted yet: call fit(X, y) first.")


def _numbers(array: AnyArray, name: str) -> Floats:
    if array.dtype.kind == "c":
        raise InputError(tr("Complex data not supported: {name} is real numbers.", name=name))
    try:
        # through plain objects, whose errors show 'a' and not np.str_('a')
        return np.asarray(array.astype(object) if array.dtype.kind in "US" else array, np.float64)
    except (TypeError, ValueError) as error:
        kind = WrongKindError if isinstance(error, TypeError) else InputError
        raise kind(f"{name} is not all numbers: {error}.") from None


def _of_scikit_learn(name: str) -> Any:
    """One of scikit-learn's exceptions, if anybody has loaded them."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, None)
