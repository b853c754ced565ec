"""What the study of kernels shows: evidence beside cross-validation, and which chose better."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import KERNELS
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel, in_rows
from gpstudio.lab.kernels import kernel_title
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, number
from gpstudio.lab.sources import title as set_title
from gpstudio.translation import tr, tr_count

PAIRS = (
    ("validated", "evidence", tr("Cross-validation beside evidence")),
    ("log_score", "evidence", tr("Other rows beside evidence")),
    ("log_score", "validated", tr("Other rows beside cross-validation")),
)
"""What is above what: name of the figure, and its heading."""
CALLED = {
    "evidence": tr("log evidence of a row"),
    "validated": tr("log score, cross-validation"),
    "log_score": tr("log score, other rows"),
}
OTHERS = {"rbf_linear": tr("RBF + linear"), "rbf_each": tr("RBF, a length each")}
CLEARLY = 2.0
"""Standard errors over the repeats by which two kernels must differ in both."""


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    if not rows:
        return ()
    styles = {kernel: place for place, kernel in enumerate(distinct(rows, "kernel"))}
    repeats = len(distinct(rows, "repeat"))
    caption = tr_count(
        repeats,
        "A mark a kernel, of one draw of rows; they rise to the right where both rank alike.",
        "A mark a kernel, over {n} draws of rows; they rise to the right where both rank alike.",
    )
    return tuple(
        Figure(
            f"{above}_by_{along}",
            title,
            caption,
            in_rows(
                [
                    _panel(name, here, along, above, styles)
                    for name, here in grouped(rows, "set").items()
                ]
            ),
        )
        for above, along, title in PAIRS
    )


def _panel(
    name: object, rows: Sequence[Row], along: str, above: str, styles: dict[str, int]
) -> Panel:
    lines = []
    for kernel, here in grouped(rows, "kernel").items():
        x, y = mean_of(here, along), mean_of(here, above)
        lines.append(Line(called(kernel), styles[kernel], (x,), (y,), joined=False))
    return Panel(set_title(name), Axis(CALLED[along]), Axis(CALLED[above]), tuple(lines))


def called(kernel: str) -> str:
    """In a legend."""
    if kernel in KERNELS:
        return kernel_title(kernel)
    return OTHERS.get(kernel, kernel)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(
        sentence
        for name, here in grouped(rows, "set").items()
        for sentence in _of_set(set_title(name), here)
    )


def _of_set(name: str, rows: Sequence[Row]) -> list[str]:
    kernels = distinct(rows, "kernel")
    if len(kernels) < 2:
        return []
    table = {measure: _table(rows, kernels, measure) for measure in CALLED}
    best = {measure: kernels[int(of.mean(axis=0).argmax())] for measure, of in table.items()}
    apart = _apart(table["evidence"], table["validated"])
    worth = {kernel: mean_of(grouped(rows, "kernel")[kernel], "log_score") for kernel in kernels}
    verdict = (
        tr("both choose {kernel}", kernel=called(best["evidence"]))
        if best["evidence"] == best["validated"]
        else tr(
            "they disagree: evidence chooses {evidence}, cross-validation {validated}",
            evidence=called(best["evidence"]),
            validated=called(best["validated"]),
        )
    )
    first = tr(
        "{name}: {verdict}. Of {pairs} pairs of kernels they rank {against} the other way round, "
        "{sure} of them clearly; rank correlation {rank:.2f}.",
        name=name,
        verdict=verdict,
        pairs=len(kernels) * (len(kernels) - 1) // 2,
        against=apart[0],
        sure=apart[1],
        rank=_rank_correlation(*(table[m].mean(axis=0) for m in ("evidence", "validated"))),
    )
    second = tr(
        "{name}, other rows: log score {evidence:.4f} by the choice of the evidence, "
        "{validated:.4f} by that of cross-validation; the best is {best} ({most:.4f}), the worst "
        "{worst} ({least:.4f}).",
        name=name,
        evidence=worth[best["evidence"]],
        validated=worth[best["validated"]],
        best=called(max(worth, key=lambda kernel: worth[kernel])),
        most=max(worth.values()),
        worst=called(min(worth, key=lambda kernel: worth[kernel])),
        least=min(worth.values()),
    )
    return [first, second]


def _table(rows: Sequence[Row], kernels: Sequence[str], measure: str) -> Floats:
    """(repeats, kernels), of the repeats that all kernels have."""
    whole = [here for here in grouped(rows, "repeat").values() if len(here) == len(kernels)]
    found = [
        [number(next(r for r in here if r["kernel"] == kernel), measure) for kernel in kernels]
        for here in whole
    ]
    if not found:
        per = [mean_of([r for r in rows if r["kernel"] == kernel], measure) for kernel in kernels]
        found = [per]
    return np.array(found)


def _apart(first: Floats, second: Floats) -> tuple[int, int]:
    """Pairs that both rank the other way round, and of how many both are sure; of one repeat
    nothing is."""
    several = len(first) > 1
    turned = sure = 0
    for a, b in combinations(range(first.shape[1]), 2):
        gaps = [table[:, a] - table[:, b] for table in (first, second)]
        means = [float(gap.mean()) for gap in gaps]
        if means[0] * means[1] >= 0.0:
            continue
        turned += 1
        if several:
            errors = [float(gap.std(ddof=1)) / np.sqrt(len(gap)) for gap in gaps]
            sure += all(
                abs(mean) > CLEARLY * error for mean, error in zip(means, errors, strict=True)
            )
    return turned, sure


def _rank_correlation(first: Floats, second: Floats) -> float:
    """Spearman's: of the ranks, of which none are alike."""
    ranks = [np.argsort(np.argsort(values)).astype(float) for values in (first, second)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])
