"""What another process is asked: it has nothing but what was sent to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpstudio.core.arrays import Floats
from gpstudio.core.regressor import GPRegressor
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.jobs.fields import One
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, redated
from gpstudio.session.kept import scored
from gpstudio.session.many import Unfitted
from gpstudio.session.result import FieldResult
from gpstudio.session.together import Together, dated_together


def asked_of_fit(fit: Fit) -> dict[str, Any]:
    """Drawn, dated, exported and diagnosed."""
    times = fit.curve.time[::25]
    again = redated(fit, replace(fit.request, as_of=float(fit.series.time[-2])), fit.facts)
    return {
        "curve": fit.curve.lines,
        "predicted": fit.posterior.predict(times[:, None]),
        "drawn": fit.posterior.draws_in([times], 5, 1),
        "dated": rows(fit),
        "dated anew": rows(again),
        "exported": vars(fit.forecast),
        "residuals": fit.residuals,
        "left out": scored(fit),
        "report": fit.report,
        "basis": fit.basis,
        "fingerprint": (fit.series.fingerprint, fit.curve.fingerprint),
    }


def asked_of_result(result: FieldResult, series: Series) -> dict[str, Any]:
    """The result alone was sent, to where the readings are."""
    return asked_of_fit(Fit(series, result))


def asked_of_unfitted(one: Unfitted) -> Any:
    return one.sentence, rows(one)


def asked_of_table(table: Table) -> Any:
    held = [
        (series.group, series.time, series.value, series.fingerprint) for series in table.series
    ]
    return table.as_json(), held, table.by_group[table.groups[-1]].group


def asked_of_document(document: Document) -> Any:
    kept = [(row.key, row.kernel, row.curve and row.curve.mean) for row in document.kept_of("b")]
    states = [document.state_of(group) for group in (document.table or Table).groups]
    together = dated_together(document.fits_in_order, document.request, document.facts)
    return states, document.outdated, document.basis, kept, asked_of_together(together)


def asked_of_together(together: Together) -> Any:
    dated = [rows(fit) for fit in together.fits]
    taught = [fit.basis.taught for fit in together.fits]
    return dated, taught, together.lessons.words, together.lessons.told


def asked_of_regressor(model: GPRegressor, times: Floats) -> Any:
    told = model.predict(times, return_std=True), model.predict_interval(times)
    return told, model.sample_y(times, 3), model.report_, repr(model)


def rows(one: Fit | Unfitted) -> list[tuple[Any, ...]]:
    return [tuple(vars(row).values()) for row in one.stage_rows]


def without_a_word(one: One[Any], series: Series) -> Any:
    return one(series, QUIET)
