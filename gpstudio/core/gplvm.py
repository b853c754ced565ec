"""``GPLVM``: rows of many columns as points on a map, for Python, with scikit-learn's manners."""

from __future__ import annotations

import math
import time
from typing import Any, Literal

import numpy as np

from gpstudio.core import arguments
from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.estimator import Estimator
from gpstudio.core.inputs import inputs_of
from gpstudio.core.latent.bound import Cells
from gpstudio.core.latent.learning import Climbed, learn, relevance
from gpstudio.core.latent.map import LatentMap
from gpstudio.core.memory import available_bytes, human_bytes
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

LEARNING = ("variational", "map")
NOISE = ("shared", "columns")
POINTS = 40
"""Inducing points, where nobody says: two inputs rarely ask for more."""


class GPLVM(Estimator):
    """A Gaussian-process latent variable model: every column is a smooth curve over a few latent
    inputs, and where each row lies among them is learnt.

    ``X`` has one row a thing and may have holes (NaN). ``dimensions`` latent inputs are begun at
    the principal components; those that nothing needs get long lengths, and the one that matters
    most comes first. ``learning="variational"`` says how sure each row's place is, ``"map"`` takes
    the most likely one. ``points`` are inducing points of the curves. ``noise="columns"`` learns a
    noise for each column. Columns are centred, and scaled by one number for all.

    After ``fit``: ``embedding_`` and ``embedding_std_`` (rows, dimensions), ``relevance_``,
    ``lengths_``, ``noise_`` (a variance, in the units of X; of each column where they have their
    own), ``bound_`` (below the log evidence; of a map, the log posterior up to its constant),
    ``n_iter_``, ``settled_``, ``seconds_``.
    """

    slots = ()
    embedding_: Floats
    embedding_std_: Floats
    relevance_: Floats
    lengths_: Floats
    noise_: float | Floats
    bound_: float
    n_iter_: int
    settled_: bool
    seconds_: float

    def __init__(
        self,
        dimensions: int = 2,
        learning: Literal["variational", "map"] = "variational",
        points: int = POINTS,
        random_state: int | None = 0,
        noise: Literal["shared", "columns"] = "shared",
    ) -> None:
        self.dimensions = dimensions
        self.learning = learning
        self.points = points
        self.random_state = random_state
        self.noise = noise

    def fit(self, X: AnyArray, y: AnyArray | None = None, task: Task = QUIET) -> GPLVM:
        """``y`` is not looked at: scikit-learn hands one over."""
        began = time.perf_counter()
        inputs = inputs_of(X)
        rows = inputs.rows
        self._check(rows)
        self._centre = np.nanmean(rows, axis=0)
        self._size = float(np.nanstd(rows - self._centre))
        if not self._size > 0.0:
            raise InputError(tr("All rows of X are alike: there is nothing to lay out."))
        cells = Cells.of((rows - self._centre) / self._size, self.noise == "columns")
        certain, seed = self.learning == "map", arguments.seed(self.random_state)
        climbed = learn(cells, self.dimensions, self.points, certain, seed, task)
        self._map = LatentMap.of(climbed.places, cells, task)
        self._remember(inputs)
        self._tell(climbed, int(cells.seen.sum()))
        self.seconds_ = time.perf_counter() - began
        return self

    def fit_transform(self, X: AnyArray, y: AnyArray | None = None) -> Floats:
        return self.fit(X).embedding_

    def transform(self, X: AnyArray, return_std: bool = False) -> Floats | tuple[Floats, Floats]:
        """Where rows lie on the map, which stays as it is."""
        mean, variance = self._placed(X)
        return (mean, np.sqrt(variance)) if return_std else mean

    def inverse_transform(self, places: AnyArray, return_std: bool = False) -> Any:
        """What rows would be at these places; the deviations are those of new cells."""
        learnt = self._fitted()
        where = np.asarray(places, dtype=np.float64)
        if where.ndim != 2 or where.shape[1] != learnt.places.mean.shape[1]:
            raise InputError(
                tr(
                    "Places have shape {shape}: they are one row a place, of {dimensions} numbers.",
                    shape=where.shape,
                    dimensions=learnt.places.mean.shape[1],
                )
            )
        return self._outside(where, np.zeros_like(where), return_std)

    def impute(self, X: AnyArray, return_std: bool = False, task: Task = QUIET) -> Any:
        """``X`` with its holes filled; seen cells stay, with a deviation of zero."""
        rows = self._checked(X)
        mean, deviation = self._outside(*self._placed(X, task), True, task)
        seen = np.isfinite(rows)
        filled = np.where(seen, rows, mean)
        return (filled, np.where(seen, 0.0, deviation)) if return_std else filled

    def reconstructed(self, task: Task = QUIET) -> tuple[Floats, Floats]:
        """What the map says of every cell of the rows that it was made of, with the deviations of
        new cells."""
        places = self._fitted().places
        mean, deviation = self._outside(places.mean, places.variance, True, task)
        return mean, deviation

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools ask of an estimator; asked only where it is installed."""
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(allow_nan=True),
        )

    def _check(self, rows: Floats) -> None:
        if self.learning not in LEARNING:
            raise InputError(
                tr(
                    "learning is 'variational' or 'map', not {given!r}.",
                    given=self.learning,
                )
            )
        if self.noise not in NOISE:
            raise InputError(tr("noise is 'shared' or 'columns', not {given!r}.", given=self.noise))
        arguments.count(self.dimensions, "dimensions")
        arguments.count(self.points, "points")
        _check_holes(rows)
        count, columns = rows.shape
        if count < 2 or columns < 2:
            raise InputError(
                tr(
                    "X has n_samples={rows} and n_features={columns}: a map wants at least 2 "
                    "rows and 2 columns.",
                    rows=count,
                    columns=columns,
                )
            )
        if self.dimensions > min(count, columns):
            raise InputError(
                tr(
                    "{dimensions} latent inputs are more than {rows} rows of {columns} columns "
                    "can tell apart: take fewer.",
                    dimensions=self.dimensions,
                    rows=count,
                    columns=columns,
                )
            )
        empty = ~np.isfinite(rows).any(axis=0)
        if empty.any():
            raise InputError(
                tr(
                    "Column {column} of X has no value: leave it out.",
                    column=1 + int(empty.argmax()),
                )
            )
        needed = 8.0 * columns * (3.0 * self.points**2 + 4.0 * count)
        if needed > available_bytes():
            raise InputError(
                tr(
                    "This map needs about {needed} of memory, and {free} are free: take "
                    "fewer points.",
                    needed=human_bytes(needed),
                    free=human_bytes(available_bytes()),
                )
            )

    def _tell(self, climbed: Climbed, cells: int) -> None:
        places = climbed.places
        self.embedding_ = places.mean
        self.embedding_std_ = np.sqrt(places.variance)
        self.relevance_ = relevance(places)
        self.lengths_ = 1.0 / np.sqrt(places.weights)
        noise = places.noise * self._size**2
        self.noise_ = noise if self.noise == "columns" else float(noise[0])
        self.bound_ = climbed.bound - cells * math.log(self._size)
        self.n_iter_, self.settled_ = climbed.steps, climbed.settled

    def _placed(self, X: AnyArray, task: Task = QUIET) -> tuple[Floats, Floats]:
        learnt = self._fitted()
        return learnt.placed(Cells.of((self._checked(X) - self._centre) / self._size), task)

    def _outside(self, mean: Floats, variance: Floats, return_std: bool, task: Task = QUIET) -> Any:
        learnt = self._fitted()
        columns, spread = learnt.columns(mean, variance, task)
        values = self._centre + self._size * columns
        if not return_std:
            return values
        return values, self._size * np.sqrt(spread + learnt.places.noise)

    def _check_cells(self, inputs: Floats) -> None:
        """Holes are allowed."""
        _check_holes(inputs)

    def _fitted(self) -> LatentMap:
        if not hasattr(self, "_map"):
            raise arguments.not_fitted(type(self).__name__)
        return self._map


def _check_holes(rows: Floats) -> None:
    if np.isinf(rows).any():
        raise InputError(tr("A cell of X is infinite (inf): leave it empty."))
    empty = ~np.isfinite(rows).any(axis=1)
    if empty.any():
        raise InputError(
            tr("Row {row} of X has no value: leave it out.", row=1 + int(empty.argmax()))
        )
