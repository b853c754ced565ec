"""How the result was made: first why, in plain words, then the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollArea, QVBoxLayout, QWidget

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.inference.nearness import ROWS
from gpstudio.core.inference.report import Report
from gpstudio.core.means import MEANS, Mean
from gpstudio.core.recipe import slot
from gpstudio.gui.fields import label
from gpstudio.gui.model_view import outcome, units_of
from gpstudio.gui.words import kernel_text, sentence, time_text
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr, tr_count

HARDLY = 1e-6
"""A share of the covariance that no number shown here would tell."""
NOTHING_YET = tr("Nothing is fitted yet: press Fit (F5).")


class ReportView(QScrollArea):
    """Every number that says how far a result can be trusted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("report_view")
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Report"))
        self._fit: Fit | None = None
        self.reason = label(NOTHING_YET, wrap=True)
        self.reason.setObjectName("report_reason")
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(18)
        self._rows.setVerticalSpacing(4)
        self._rows.setColumnStretch(1, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(14, 8, 14, 10)
        column.setSpacing(10)
        column.addWidget(self.reason)
        column.addLayout(self._rows)
        column.addStretch()
        self.setWidget(inside)

    def show_fit(self, fit: Fit | None) -> None:
        if fit is self._fit:
            return
        self._fit = fit
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        if fit is None:
            self.reason.setText(NOTHING_YET)
            return
        self.reason.setText(sentence(fit.report.reason))
        for row, (name, value) in enumerate(report_lines(fit)):
            written = label(value, wrap=True)
            written.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            written.setAccessibleName(f"{name}: {value}")
            self._rows.addWidget(label(name, "quiet"), row, 0, Qt.AlignmentFlag.AlignTop)
            self._rows.addWidget(written, row, 1)


def report_lines(fit: Fit) -> Iterator[tuple[str, str]]:
    """What is shown, in the order in which people ask."""
    report = fit.report
    yield tr("Kernel"), kernel_text(report.kernel)
    yield tr("Noise"), _noise(fit)
    yield from _mean(fit)
    for name in ("scale", "approximation", "solver", "learning"):
        yield slot(name).title, outcome(fit, slot(name))
    if report.members > 1:
        yield tr("Averaged over"), _members(report)
    yield tr("Covariance"), _exactness(report)
    if report.iterations is not None:
        yield tr("Iterations"), _iterations(report)
    readings = f"{report.readings:,}"
    if report.missing:
        readings = tr("{readings}, {missing:,} missing", readings=readings, missing=report.missing)
    yield tr("Readings"), readings
    yield tr("Log evidence"), _evidence(report)
    yield tr("Evaluations"), f"{report.evaluations:,}"
    yield (
        tr("Jitter"),
        tr("none was needed")
        if report.jitter == 0
        else tr("{amount:.3g} was added", amount=report.jitter),
    )
    yield tr("Learning took"), f"{report.seconds:.3g} s"
    if fit.seasons:
        yield tr("Seasons"), tr_count(len(fit.seasons), "{n:,} season", "{n:,} seasons")
    for remark in report.remarks:
        yield tr("Remark"), sentence(remark)


def _mean(fit: Fit) -> Iterator[tuple[str, str]]:
    """A level, or where the curve's mean begins and ends: a coefficient at time zero says little
    where times are dates."""
    if len(fit.report.mean) == 1:
        yield tr("Level"), f"{float(_outside(fit, np.array(fit.report.mean))[0]):.4g}"
    if len(fit.report.mean) > 1:
        ends = fit.series.time[[0, -1]]
        mean: Mean = make(MEANS, fit.recipe.mean)
        values = _outside(fit, mean.trends(ends[:, None]) @ np.array(fit.report.mean))
        said = [
            tr("{value:.4g} at {time}", value=value, time=time_text(float(time), fit.series.clock))
            for time, value in zip(ends, values, strict=True)
        ]
        yield tr("Mean"), tr("{start} to {end}", start=said[0], end=said[-1])


def _outside(fit: Fit, curve: Floats) -> Floats:
    """On the readings' scale."""
    return fit.posterior.link.outside(curve)


def _members(report: Report) -> str:
    worth = round(report.effective_members)
    if worth >= report.members:
        return tr(
            "{count} settings of the numbers ({design})", count=report.members, design=report.design
        )
    return tr(
        "{count} settings of the numbers ({design}), as good as {worth} of equal weight",
        count=report.members,
        design=report.design,
        worth=worth,
    )


def _iterations(report: Report) -> str:
    made = f"{report.iterations:,}"
    if report.residual is not None:
        residual = report.residual
        made = tr("{iterations}, residual {residual:.2g}", iterations=made, residual=residual)
    return f"{made}: {report.stopped}" if report.stopped else made


def _evidence(report: Report) -> str:
    probed = f" ± {report.evidence_error:.2g}" if report.evidence_error > 0 else ""
    return f"{report.log_evidence:.6g}{probed}"


def _exactness(report: Report) -> str:
    if report.approximation_error is not None:
        return tr(
            "within {percent:.2g} % of the kernel's, on {rows:,} rows",
            percent=100 * report.approximation_error,
            rows=min(ROWS, report.readings),
        )
    if report.covariance_error < HARDLY:
        return tr("the kernel's own")
    return tr(
        "within {percent:.2g} % of the kernel's variance",
        percent=100 * report.covariance_error,
    )


def _noise(fit: Fit) -> str:
    """On a scale that bends the same noise is less near a limit."""
    report, link = fit.report, fit.posterior.link
    if math.isnan(report.noise):
        return tr("readings scatter as their likelihood says, without a number of their own")
    spread = math.sqrt(max(report.noise, 0.0))
    if not link.is_identity:
        heights = np.array([fit.curve.mean.min(), fit.curve.mean.max()])
        low, high = spread * np.exp(-link.log_slope(link.inside(heights)))
        return tr(
            "± {low:.2g} about the curve where it is lowest, ± {high:.2g} where it is highest "
            "(variance {variance:.3g} on the scale)",
            low=low,
            high=high,
            variance=report.noise,
        )
    variance = f"{report.noise:.4g} {units_of(fit.series, fit.learned.written)['value²']}".strip()
    return tr(
        "readings scatter ± {spread:.3g} about the curve (variance {variance})",
        spread=spread,
        variance=variance,
    )
