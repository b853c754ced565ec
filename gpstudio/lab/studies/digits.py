"""Handwritten digits on a map of two inputs, and halves of them that were hidden.

Are the nearest neighbours on a map of the same digit, and do intervals hold the pixels of lower
halves that a map never saw? Beside latent variable models stand principal components.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.gplvm import GPLVM
from gpstudio.core.latent.beginning import components
from gpstudio.core.latent.bound import Cells
from gpstudio.core.spec import Parameter, Spec, integer
from gpstudio.core.task import Task
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel, aligned
from gpstudio.lab.measures import some_rows
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.studies import asked
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.resources import resource
from gpstudio.translation import tr

FILE = "lab", "digits_0_to_4.csv"
PIXELS, UPPER = 64, 32
INPUTS = 2
APART = 0.2
"""Share of the images of which half is hidden."""
NINETY_FIVE = 1.959963984540054
LEAST = 1e-3
"""A deviation: some pixels are empty in all images that taught."""
COMPONENTS = "components"
MODELS: dict[str, Mapping[str, str]] = {
    "map": {"learning": "map"},
    "variational": {},
    "noise_by_column": {"noise": "columns"},
}
METHODS = (COMPONENTS, *MODELS)
TITLES = {
    COMPONENTS: tr("principal components"),
    "map": tr("most likely places"),
    "variational": tr("Bayesian"),
    "noise_by_column": tr("Bayesian, a noise for each pixel"),
}


@STUDIES.register
class DigitsStudy(Study):
    spec = Spec(
        "digits",
        tr("Digits on a map"),
        tr(
            "Images of handwritten digits laid out by latent variable models and by principal "
            "components, and hidden halves filled."
        ),
        (
            Parameter(
                "methods", tr("Methods"), tr("How images are laid out."), "choice",
                default=",".join(METHODS), choices=METHODS, several=True,
            ),
            asked.rows(1_000, tr("Of the images.")),
            integer("points", tr("Inducing points"), tr("Of the curves."), 40, 2, 500),
            asked.repeats(3),
            asked.seed(),
        ),
    )  # fmt: skip
    columns = (
        StudyColumn("repeat", tr("Which images are kept apart."), "integer", key=True),
        StudyColumn("method", tr("How images are laid out."), "text", key=True),
        StudyColumn("digit", tr("What the image shows."), "integer"),
        StudyColumn("across", tr("Place on the map; empty of an image kept apart.")),
        StudyColumn("up", tr("Place on the map; empty of an image kept apart.")),
        StudyColumn("other", tr("1 where the nearest on the map is another digit, else 0.")),
        StudyColumn("square", tr("Mean squared error of the hidden pixels of an image apart.")),
        StudyColumn("held", tr("Share of these pixels that 95 % intervals hold.")),
    )
    methods = (
        tr(
            "Images are of 8 by 8 pixels, from 0 to 16. A fifth is kept apart: of these the upper "
            "half tells the place on the map, and the lower half is foretold. Principal "
            "components have no intervals."
        ),
    )

    def cases(self) -> Sequence[Row]:
        return [
            {"repeat": repeat, "method": method}
            for repeat in range(int(self.settings["repeats"]))
            for method in self.settings["methods"]
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        method, repeat = str(case["method"]), int(number(case, "repeat"))
        seed = asked.seed_of(self.settings, repeat)
        images = digits().some(int(self.settings["rows"]), int(self.settings["seed"]))
        apart = np.random.default_rng(seed).random(len(images.pixels)) < APART
        laid = _laid_out(method, images.pixels, apart, int(self.settings["points"]), seed, task)
        other = images.labels[~apart] != images.labels[~apart][_nearest(laid.places)]
        shown = zip(images.labels[~apart], laid.places, other, strict=True)
        rows: list[Row] = [
            {"digit": int(digit), "across": float(x), "up": float(y), "other": float(wrong)}
            for digit, (x, y), wrong in shown
        ]
        if laid.filled is not None and laid.deviation is not None:
            error = (laid.filled - images.pixels[apart])[:, UPPER:]
            held = abs(error) <= NINETY_FIVE * np.maximum(laid.deviation[:, UPPER:], LEAST)
            told = zip(images.labels[apart], (error**2).mean(1), held.mean(1), strict=True)
            rows += [{"digit": int(d), "square": float(s), "held": float(h)} for d, s, h in told]
        return rows

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        first = having(rows, repeat=0)
        panels = [_map(TITLES[method], mine) for method, mine in _in_turn(first)]
        if not panels:
            return ()
        told = tr("Each image a point; those that are alike lie near each other.")
        pairs = [panels[at : at + 2] for at in range(0, len(panels), 2)]
        return (Figure("digits", tr("Digits on a map"), told, aligned(pairs)),)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return tuple(_said(TITLES[method], mine) for method, mine in _in_turn(rows))


@dataclass(frozen=True, eq=False)
class Images:
    labels: Integers
    pixels: Floats

    def some(self, most: int, seed: int) -> Images:
        chosen = some_rows(len(self.labels), most, seed)
        return Images(self.labels[chosen], self.pixels[chosen])


@cache
def digits() -> Images:
    with resource(*FILE).open(encoding="utf-8", newline="") as lines:
        cells = np.array(list(csv.reader(lines))[1:], dtype=np.float64)
    return Images(cells[:, 0].astype(np.int64), cells[:, 1:])


@dataclass(frozen=True, eq=False)
class _Laid:
    places: Floats
    filled: Floats | None = None
    deviation: Floats | None = None


def _laid_out(
    method: str, pixels: Floats, apart: np.ndarray, points: int, seed: int, task: Task
) -> _Laid:
    known = pixels[~apart]
    if method == COMPONENTS:
        return _Laid(components(Cells.of(known - known.mean(axis=0)), INPUTS, task))
    model = GPLVM(INPUTS, points=points, random_state=seed, **MODELS[method])  # type: ignore[arg-type]
    model.fit(known, task=task)
    halves = pixels[apart].copy()
    halves[:, UPPER:] = np.nan
    filled, deviation = model.impute(halves, return_std=True, task=task)
    return _Laid(model.embedding_, filled, np.asarray(deviation))


def _nearest(places: Floats) -> Integers:
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(places).query(places, 2)[1][:, 1])


def _in_turn(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    found = grouped(rows, "method")
    return [(method, found[method]) for method in METHODS if method in found]


def _map(title: str, rows: Sequence[Row]) -> Panel:
    lines = []
    for digit in sorted(distinct(rows, "digit")):
        shown = [row for row in having(rows, digit=digit) if np.isfinite(number(row, "across"))]
        x, y = (tuple(number(row, name) for row in shown) for name in ("across", "up"))
        lines.append(Line(str(digit), int(digit), x, y, joined=False))
    return Panel(title, Axis(tr("across")), Axis(tr("up")), tuple(lines))


def _said(title: str, rows: Sequence[Row]) -> str:
    other, square, held = (mean_of(rows, name) for name in ("other", "square", "held"))
    told = tr(
        "{method}: {share:.1%} of nearest neighbours are another digit.", method=title, share=other
    )
    if not np.isfinite(held):
        return told
    hidden = tr(
        "Hidden pixels err by {error:.2f}; 95 % intervals hold {held:.1%} of them.",
        error=square**0.5,
        held=held,
    )
    return f"{told} {hidden}"
