"""How fast a kernel's eigenvalues fall on data, and which sampling that favours."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.spec import Parameter, Spec, decimal
from gpstudio.core.task import Task
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel, in_rows
from gpstudio.lab.kernels import kernel_of, kernel_title
from gpstudio.lab.labels import bandwidth, place
from gpstudio.lab.measures import UNEVENNESS, called, leverage, unevenness
from gpstudio.lab.rows import Row, distinct, grouped, number
from gpstudio.lab.sources import NAMES
from gpstudio.lab.sources import title as set_title
from gpstudio.lab.studies import asked
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr, tr_count

PLACES = 120
"""Eigenvalues that are written down, evenly in the logarithm of their place."""
AMONG = {
    "flat": tr(
        "rows carry it much alike, so that uniform sampling should do about as well as others"
    ),
    "uneven": tr(
        "few rows carry much of it, which favours ridge leverage, recursive and RPCholesky"
    ),
    "in between": tr("neither is clearly favoured"),
}


@STUDIES.register
class SpectrumStudy(Study):
    spec = Spec(
        "spectrum",
        tr("Spectrum"),
        tr(
            "Eigenvalue decay of a kernel on data, its effective dimension, and how evenly the "
            "rows carry it."
        ),
        (
            asked.sets(NAMES),
            Parameter(
                "kernel",
                tr("Kernel"),
                tr("The kernel; its length is σ/√2."),
                "choice",
                default="rbf",
                choices=("rbf", "matern12", "matern32", "matern52"),
            ),
            asked.sigmas(),
            asked.rows(
                2_000, tr("So many rows at most, drawn by the seed: work grows with the cube.")
            ),
            decimal(
                "noise",
                tr("Noise"),
                tr("At which the effective dimension is counted."),
                0.01,
                1e-12,
            ),
            asked.seed(),
        ),
    )
    columns = (
        StudyColumn("set", tr("The data set."), "text", key=True),
        StudyColumn("sigma", tr("σ: √2 lengths of the kernel."), key=True),
        StudyColumn("place", tr("Which eigenvalue, from 1, the largest."), "integer"),
        StudyColumn("eigenvalue", tr("Over the number of rows: their sum is 1.")),
        StudyColumn("rows", tr("Rows that were looked at."), "integer"),
        StudyColumn("all_rows", tr("Rows of the data set."), "integer"),
        StudyColumn("dimensions", tr("Inputs of the data set."), "integer"),
        StudyColumn("noise", tr("The noise variance.")),
        StudyColumn("effective_dimension", tr("Σ v/(v + noise) over the eigenvalues v.")),
        StudyColumn("coherence", tr("Largest ridge leverage score over their mean, at the noise.")),
        StudyColumn("noise_unevenness", tr("Spread of these scores over their mean.")),
        StudyColumn("unevenness", tr("The same at the ridge of a tenth of the rows.")),
        StudyColumn("kernel", tr("The kernel."), "text"),
    )
    methods = (
        tr(
            "Eigenvalues of the exact matrix, by LAPACK, of as many rows as asked for, drawn by "
            "the seed. Below 1e-16 of the largest they are rounding."
        ),
        UNEVENNESS,
    )

    def cases(self) -> Sequence[Row]:
        return [
            {"set": name, "sigma": sigma}
            for name in self.settings["sets"]
            for sigma in asked.bandwidths(self.settings, name)
        ]

    def is_whole(self, rows: Sequence[Row]) -> bool:
        """The smallest eigenvalue is written last."""
        return any(row["place"] == row["rows"] for row in rows)

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        name, noise = str(case["set"]), float(self.settings["noise"])
        data = self.shelf[name]
        kernel = kernel_of(str(self.settings["kernel"]), number(case, "sigma"))
        inputs = data.inputs[asked.chosen_rows(self.settings, self.shelf, name)]
        matrix = DenseCovariance(kernel, inputs).entries(task)
        n = len(matrix)
        values, vectors = _eigenpairs(matrix, task)
        scores = vectors**2 @ (values / (values + noise))
        even, _ = leverage(values, vectors)
        row = {
            "rows": n,
            "all_rows": len(data.inputs),
            "dimensions": inputs.shape[1],
            "noise": noise,
            "effective_dimension": float((values / (values + noise)).sum()),
            "coherence": float(scores.max() / scores.mean()),
            "noise_unevenness": unevenness(scores),
            "unevenness": unevenness(even),
            "kernel": str(self.settings["kernel"]),
        }
        largest_first = values[::-1] / n
        return [{**row, "place": p, "eigenvalue": float(largest_first[p - 1])} for p in _places(n)]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        if not rows:
            return ()
        sigmas = sorted(distinct(rows, "sigma"))
        panels = [
            Panel(set_title(name), PLACE, SHARE, tuple(_decays(here, sigmas)))
            for name, here in grouped(rows, "set").items()
        ]
        shape = in_rows(panels)
        kernel = kernel_title(str(rows[0]["kernel"]))
        counts = [f"{title}: {n:,}" for title, n in _rows_of(rows)]
        caption = tr(
            "Eigenvalues of the kernel matrix over the number of rows, {kernel}. Rows: {counts}.",
            kernel=kernel,
            counts=", ".join(counts),
        )
        return (
            Figure("eigenvalues", tr("Eigenvalue decay, {kernel}", kernel=kernel), caption, shape),
        )

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return tuple(_said(name, sigma, here[0]) for (name, sigma), here in _by_place(rows))


PLACE = Axis(tr("place of the eigenvalue"), log=True)
SHARE = Axis(tr("eigenvalue / rows"), log=True)
FLOOR = 1e-18
"""What is smaller is rounding."""


def _eigenpairs(matrix: Floats, task: Task) -> tuple[Floats, Floats]:
    from gpstudio.core.algebra.eigen import eigenpairs

    values, vectors = eigenpairs(matrix, task)
    return np.maximum(values, 0.0), vectors


def _places(n: int) -> list[int]:
    """From 1 to n, evenly in the logarithm."""
    return sorted({round(x) for x in np.geomspace(1, n, PLACES)} | {1, n})


def _by_place(rows: Sequence[Row]) -> list[tuple[tuple[str, float], list[Row]]]:
    return list(grouped(rows, "set", "sigma").items())


def _decays(rows: Sequence[Row], sigmas: Sequence[float]) -> list[Line]:
    lines = []
    for sigma, here in grouped(rows, "sigma").items():
        known = [row for row in here if number(row, "eigenvalue") > FLOOR]
        x = tuple(number(row, "place") for row in known)
        y = tuple(number(row, "eigenvalue") for row in known)
        lines.append(Line(bandwidth(sigma), sigmas.index(sigma), x, y, marked=False))
    return lines


def _rows_of(rows: Sequence[Row]) -> list[tuple[str, int]]:
    firsts = [(name, here[0]) for name, here in grouped(rows, "set").items()]
    return [(set_title(name), int(number(row, "rows"))) for name, row in firsts]


def _said(name: str, sigma: float, row: Row) -> str:
    rows, spread = int(number(row, "rows")), number(row, "unevenness")
    counted = tr_count(rows, "{n:,} row", "{n:,} rows")
    if rows != row["all_rows"]:
        whole = int(number(row, "all_rows"))
        counted = tr_count(rows, "{n:,} of {all:,} rows", "{n:,} of {all:,} rows", all=whole)
    dimension = number(row, "effective_dimension")
    dimension_told = f"{dimension:.3g}" if dimension < 1_000 else f"{math.floor(dimension):,}"
    return tr(
        "{name} ({rows}): effective dimension {dimension} at noise {noise:g}, coherence "
        "{coherence:.2g}, unevenness {spread:.2g}: {kind}; {meaning}.",
        name=place(name, sigma),
        rows=counted,
        dimension=dimension_told,
        noise=number(row, "noise"),
        coherence=number(row, "coherence"),
        spread=spread,
        kind=tr(called(spread)),
        meaning=AMONG[called(spread)],
    )
