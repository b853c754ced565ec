"""``GPClassifier``: which class a row is of, for Python, with scikit-learn's manners."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from gpstudio.core import arguments
from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.classification.asked import KERNELS, SLOTS, ClassModel, Rows, Wanted
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.labels import Labels
from gpstudio.core.classification.model import learnt
from gpstudio.core.errors import InputError
from gpstudio.core.estimator import Estimator
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.inference.report import Report
from gpstudio.core.inputs import inputs_of
from gpstudio.translation import tr

__all__ = ["KERNELS", "GPClassifier"]


class GPClassifier(Estimator):
    """Gaussian-process classification; kernel, approximation, solver, learning and mean are written
    in the recipe language, as for ``GPRegressor``.

    Labels are texts, booleans or whole numbers. Two classes are a curve whose ``link`` (logistic or
    probit) makes a probability of it. Several are by default coupled by a softmax, all curves with
    one kernel's numbers or each with its ``own``; or a row is of the class whose curve is highest,
    but for a share of mistakes, ``"robustmax"``, or ``"robustmax(held(1e-9))"`` for a known one;
    ``"one-vs-rest"`` and ``"one-vs-one"`` compose models of two classes, with any approximation and
    solver. ``inference`` is by expectation propagation (``"ep"``, of two classes; all rows at once,
    or ``"ep(sweeps='sequential', damping=0.2)"``), the nearest Gaussian (``"variational"``), or,
    the quickest, about the mode (``"laplace"``): that leaves probabilities too even, and ``"auto"``
    takes it to learn several classes' numbers only.

    Many rows are seen through inducing inputs, some rows at a time (``inference="variational"``
    with ``approximation="inducing(points=500)"``; ``learn="yes"`` in these brackets moves the
    inputs too); that is what ``"auto"`` takes for them. Several classes take ``"nystrom"`` and
    ``"fourier"`` so too. ``probability`` says how probabilities come
    from uncertain curves: ``"quadrature"`` averages over them; ``"corrected"`` and ``"plug_in"``
    are there to be compared.

    ``metric="within"`` takes rows to be as far apart as the scatter within classes says, so that
    one length is enough for all inputs: for many that are told in one unit, such as readings of the
    days of a season.

    Over several inputs ``kernel="auto"`` puts a plane beside its surface where the evidence and
    rows held back ask for one. Coupled classes take an iterative solver too
    (``multiclass="softmax"`` with ``solver="cg"``, ``"minres"`` or ``"minres_qlp"``, and any
    approximation): about the mode, with numbers that some of the rows teach.

    After ``fit``: ``classes_``, ``kernel_``, ``log_marginal_likelihood_``, ``report_``,
    ``n_features_in_``, and ``feature_names_in_`` where the columns of ``X`` have names.
    """

    slots = SLOTS
    classes_: AnyArray
    kernel_: str
    log_marginal_likelihood_: float

    def __init__(
        self,
        kernel: str = "auto",
        approximation: str = "auto",
        solver: str = "auto",
        learning: str = "auto",
        inference: str = "auto",
        link: str = "logistic",
        multiclass: str = "auto",
        kernels: Literal["shared", "own"] = "shared",
        mean: str = "constant",
        probability: str = "quadrature",
        random_state: int | None = 0,
        patience: float = PATIENCE,
        metric: Literal["auto", "inputs", "within"] = "auto",
    ) -> None:
        self.kernel = kernel
        self.approximation = approximation
        self.solver = solver
        self.learning = learning
        self.inference = inference
        self.link = link
        self.multiclass = multiclass
        self.kernels = kernels
        self.mean = mean
        self.probability = probability
        self.random_state = random_state
        self.patience = patience
        self.metric = metric

    def fit(self, X: AnyArray, y: AnyArray, sample_weight: AnyArray | None = None) -> GPClassifier:
        """``sample_weight`` means repeats: weight 2 is the row twice."""
        inputs = inputs_of(X)
        if not np.isfinite(inputs.rows).all():
            raise InputError(
                tr("An input of X is missing (NaN) or infinite (inf): leave out those rows.")
            )
        weights = arguments.weights(sample_weight, len(inputs.rows))
        labels = Labels.of(y, weights, type(self).__name__)
        wanted = Wanted.of(
            self.multiclass, self.kernels, self.inference, self.link, metric=self.metric
        )
        Averaging.of(self.probability)
        rows = Rows.of(inputs.rows, labels, weights)
        self._model = learnt(self._recipe(), rows, wanted, arguments.patience(self.patience))
        self._remember(inputs)
        self.classes_ = labels.classes
        self.kernel_ = "; ".join(self._model.kernels)
        self.log_marginal_likelihood_ = self._model.report.log_evidence
        return self

    @property
    def report_(self) -> Report:
        """How the fit was made."""
        return self._fitted().report

    def predict_proba(self, X: AnyArray) -> Floats:
        """How probable each of ``classes_`` is, (rows of X, classes)."""
        model, inputs = self._fitted(), self._checked(X)
        return model.probabilities(inputs, Averaging.of(self.probability))

    def predict(self, X: AnyArray) -> AnyArray:
        """The most probable class of each row."""
        places = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[places])

    def predict_latent(self, X: AnyArray) -> tuple[Floats, Floats]:
        """Mean and standard deviation of the curve of the second class, or, where several are
        coupled, of every class, (rows of X, classes)."""
        model, inputs = self._fitted(), self._checked(X)
        mean, variance = model.latent(inputs)
        return mean, np.sqrt(variance)

    def score(self, X: AnyArray, y: AnyArray, sample_weight: AnyArray | None = None) -> float:
        """The share of rows whose class is the most probable one."""
        predicted = self.predict(X)
        weights = arguments.weights(sample_weight, len(predicted))
        return float(np.average(np.asarray(y).ravel() == predicted, weights=weights))

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools ask of an estimator; asked only where it is installed."""
        from sklearn.utils import ClassifierTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
        )

    def _fitted(self) -> ClassModel:
        if not hasattr(self, "_model"):
            raise arguments.not_fitted(type(self).__name__)
        return self._model
