"""An index stored as integers: times 10,000 in MODIS, as percent or as bytes elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import is_bounded, is_percent, without_factor
from gpstudio.data.quality.beyond import beyond, too_many
from gpstudio.data.quality.case import Case, sample_of
from gpstudio.data.texts import shown
from gpstudio.translation import tr


@dataclass(frozen=True)
class Scale:
    """A reading is (number - less) / divide."""

    divide: float = 1.0
    less: float = 0.0

    def of(self, number: float) -> float:
        return (number - self.less) / self.divide


AS_WRITTEN = "as written"
TEN_THOUSAND, THOUSAND, HUNDRED, TEN = (
    "divided by 10,000",
    "divided by 1,000",
    "divided by 100",
    "divided by 10",
)
BYTES, PERCENT_FROM_100, PROBA = (
    "divided by 255",
    "less 100, divided by 100",
    "times 0.004, less 0.08",
)
SCALES: dict[str, Scale] = {
    AS_WRITTEN: Scale(),
    TEN_THOUSAND: Scale(10_000.0),
    THOUSAND: Scale(1_000.0),
    HUNDRED: Scale(100.0),
    TEN: Scale(10.0),
    BYTES: Scale(255.0),
    PERCENT_FROM_100: Scale(100.0, 100.0),
    # PROBA-V and SPOT-VEGETATION: NDVI = DN / 250 - 0.08
    PROBA: Scale(250.0, 20.0),
}
_OTHERS = 0.05
_BULK = 0.98
"""The rest may be faults."""


def rescale(entries: Entries, case: Case) -> None:
    """Only indices with a bound are rescaled unasked; an answer is obeyed for any column."""
    said = case.answer("scale")
    decision = (
        _found(entries, case)
        if said is None
        else Decision("scale", said, tuple(SCALES), told=tr("readings {choice}", choice=tr(said)))
    )
    if decision is None:
        return
    entries.decisions.append(decision)
    scale = SCALES[decision.chosen]
    if decision.is_open or scale == Scale():
        return
    if scale.less:
        np.subtract(entries.value, scale.less, out=entries.value)
    np.divide(entries.value, scale.divide, out=entries.value)
    entries.value_name = without_factor(entries.value_name)


def _found(entries: Entries, case: Case) -> Decision | None:
    """Only where more readings lie beyond an index than faults explain; else the numbers are no
    percents, whatever the column's name says."""
    if not is_bounded(entries.value_name):
        return None
    values = sample_of(entries)
    far = values[beyond(values)]
    if not too_many(len(far), len(values)):
        entries.value_name = without_factor(entries.value_name)
        return None
    fitting = (HUNDRED,) if is_percent(entries.value_name) else _fitting(far)
    if not fitting and case.answer("range") is not None:
        return None  # a person has said what becomes of them
    name = shown(entries.value_name)
    if len(fitting) == 1 and not _some_are_scaled_already(values):
        why = tr(
            "it reaches {highest:,.6g} and an index lies between -1 and 1",
            highest=float(values.max()),
        )
        told = tr("{name} {choice}", name=name, choice=tr(fitting[0]))
        return Decision("scale", fitting[0], tuple(SCALES), why, told=told)
    choices = tuple(dict.fromkeys((*fitting, *SCALES)))
    return Decision(
        "scale",
        choices[0],
        choices,
        question=tr(
            "Column {name} runs from {lowest:,.6g} to "
            "{highest:,.6g}, but an index lies between -1 and 1: how is it scaled?",
            name=name,
            lowest=float(values.min()),
            highest=float(values.max()),
        ),
    )


def _some_are_scaled_already(values: Floats) -> bool:
    """Whether fractions below 1 stand beside what is to be divided, as of another source."""
    return bool(np.mean((np.abs(values) < 1.0) & (values != np.rint(values))) > _OTHERS)


def _fitting(far: Floats) -> tuple[str, ...]:
    """The scales that bring the bulk of the readings beyond an index back to one.

    Vegetation reaches more than a tenth of the bound somewhere, and never much more than it. A
    byte holds whole numbers from 0; with the bulk below 15 nothing is known.
    """
    # never the largest one alone, which may be a fault
    top = float(np.quantile(np.abs(far), _BULK, method="lower"))
    whole = bool((far == np.rint(far)).all())
    byte = whole and float(far.min()) >= 0.0 and float(far.max()) <= 255.0
    if top <= 15.0 or top > 12_000.0:
        return ()
    if top > 1_100.0:
        return (TEN_THOUSAND,)
    if top > 255.0:
        return (THOUSAND, TEN_THOUSAND)
    if top > 110.0:
        return (BYTES, PROBA, PERCENT_FROM_100, THOUSAND) if byte else (THOUSAND, TEN_THOUSAND)
    return (HUNDRED, PROBA, BYTES) if byte else (HUNDRED,)
