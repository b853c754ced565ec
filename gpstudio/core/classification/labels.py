"""Labels: which class each row is of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arguments import is_missing, one_column
from gpstudio.core.arrays import AnyArray, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Labels:
    classes: AnyArray
    """In ascending order, as they were given."""
    places: Integers
    """Of each row's class among them; only of rows that count."""

    @classmethod
    def of(cls, y: AnyArray | None, weights: Floats, model: str = "GPClassifier") -> Labels:
        if y is None:
            raise InputError(
                tr(
                    "{model} requires y to be passed, but the target y is None: give one label "
                    "a row.",
                    model=model,
                )
            )
        given, rows = one_column(np.asarray(y)), len(weights)
        if given.shape != (rows,):
            raise InputError(
                tr(
                    "X has {rows} rows and y has shape {shape}: y is one label a row.",
                    rows=rows,
                    shape=given.shape,
                )
            )
        _refuse_missing(given)
        _refuse_continuous(given)
        given = given[weights > 0.0]
        if not len(given):
            raise InputError(tr("All rows have the weight zero: give some a weight above 0."))
        try:
            classes, places = np.unique(given, return_inverse=True)
        except TypeError:
            kinds = sorted({type(label).__name__ for label in given.tolist()})
            raise InputError(
                tr(
                    "The labels are of several kinds ({kinds}), which have no order: write all "
                    "as text, or all as numbers.",
                    kinds=", ".join(kinds),
                )
            ) from None
        if len(classes) < 2:
            raise InputError(
                tr(
                    "All {n:,} rows are of one class, '{label}': give rows of at least two "
                    "classes (the number of classes has to be greater than one; got 1 class).",
                    n=len(given),
                    label=classes[0],
                )
            )
        return cls(classes, places.astype(np.int64))

    @property
    def count(self) -> int:
        return len(self.classes)


def _refuse_missing(given: AnyArray) -> None:
    if given.dtype.kind not in "OfmM":
        return
    missing = [place for place, label in enumerate(given.tolist()) if is_missing(label)]
    if missing:
        raise InputError(
            tr(
                "Row {row} has no label (it is missing or NaN): leave out such rows, and ask for "
                "their classes afterwards.",
                row=missing[0],
            )
        )


def _refuse_continuous(given: AnyArray) -> None:
    if given.dtype.kind != "f":
        return
    if not np.isfinite(given).all():
        raise InputError(
            tr("A label is infinite (infinity): labels are texts, booleans or whole numbers.")
        )
    wrong = given[given != np.floor(given)]
    if len(wrong):
        raise InputError(
            tr(
                "Unknown label type: continuous numbers such as {number:g} are no classes; take "
                "GPRegressor for them, or write classes as texts or whole numbers.",
                number=float(wrong[0]),
            )
        )
