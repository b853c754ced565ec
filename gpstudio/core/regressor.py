"""``GPRegressor``: the regression road for Python, with scikit-learn's manners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np

from gpstudio.core import arguments
from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.estimator import Estimator
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.inference.report import Report
from gpstudio.core.inputs import inputs_of
from gpstudio.core.resolution import resolution
from gpstudio.core.unit import Unit
from gpstudio.translation import tr


class GPRegressor(Estimator):
    """Gaussian-process regression; every argument is written in the recipe language.

    ``X`` is (n, d), or (n,) for one input; a column of dates or time spans is read as days, and is
    to be one of the same when it predicts. A number as ``noise`` is where learning starts;
    ``"held(0.01)"`` keeps it; ``"student_t"`` and ``"student_t(0.01, freedom=4)"`` say how readings
    scatter instead, ``"poisson"`` that they are counts: means, intervals and draws are of counts
    then, derivatives of their level's logarithm. ``scale`` says between which limits readings can
    lie: with ``"logit(-0.1, 1.05)"`` or ``"log(0)"`` the curve is a Gaussian process on that scale,
    and means, intervals, draws, scores and evidence are of the readings' own numbers, never beyond
    the limits, so that scales can be compared; kernel, noise and derivatives stay on the scale.
    ``"auto"`` knows of no limits; with the kernel left to it too, it takes a log where a long
    series grows by shares, and readings as they are otherwise. NaN or a mask in ``y`` marks a
    reading that is missing. A fit that would take more seconds than ``patience`` by its estimate is
    refused; ``inf`` takes whatever time it needs.

    After ``fit``: ``kernel_``, ``noise_``, ``log_marginal_likelihood_``, ``report_``,
    ``n_features_in_``, and ``feature_names_in_`` where the columns of ``X`` have names.
    """

    slots = ("kernel", "mean", "scale", "approximation", "solver", "learning")
    kernel_: str
    noise_: float
    log_marginal_likelihood_: float

    def __init__(
        self,
        kernel: str = "auto",
        approximation: str = "auto",
        solver: str = "auto",
        learning: str = "auto",
        noise: float | str | None = None,
        mean: str = "constant",
        random_state: int | None = 0,
        patience: float = PATIENCE,
        scale: str = "auto",
    ) -> None:
        self.kernel = kernel
        self.approximation = approximation
        self.solver = solver
        self.learning = learning
        self.noise = noise
        self.mean = mean
        self.random_state = random_state
        self.patience = patience
        self.scale = scale

    def fit(
        self,
        X: AnyArray,
        y: AnyArray,
        sample_weight: AnyArray | None = None,
        relative_noise: AnyArray | float | None = None,
        noise_std: AnyArray | float | None = None,
    ) -> GPRegressor:
        """``sample_weight`` means repeats: weight 2 is the row twice. Copies make the curve surer;
        how noisy readings are is not learnt from their agreement.

        ``relative_noise`` and ``noise_std`` are standard deviations, one a reading or one for all:
        how noisy each reading is beside the ``noise`` that is learnt, or how noisy it is. The log
        evidence is that of exactly those noises. With ``noise_std`` no noise is learnt and none may
        be written, and a new reading is as noisy as the middle one of those given.
        """
        inputs = inputs_of(X)
        rows = len(inputs.rows)
        values = arguments.values(y, rows)
        noise = self.noise
        told = {} if noise is None else {"likelihood": arguments.likelihood_text(noise)}
        recipe = self._recipe(**told)
        unit = Unit.of(values, recipe)
        known = arguments.deviations(noise_std, "noise_std")
        readings = Readings.of(
            inputs.rows,
            unit.inside(values),
            None if sample_weight is None else arguments.weights(sample_weight, rows),
            relative_noise=arguments.deviations(relative_noise, "relative_noise"),
            noise_std=None if known is None else unit.inside(known),
            written_in=unit.length(resolution(values)) if unit.exponent else None,
        )
        self._posterior = fit(
            unit.recipe(recipe), readings, patience=arguments.patience(self.patience)
        )
        arguments.warn_of_bounds(self._posterior.members.at_bounds)
        self._unit = unit
        self._remember(inputs)
        self._counted = self._posterior.members.readings.counted
        report = self.report_
        self.kernel_ = report.kernel
        self.noise_ = report.noise
        self.log_marginal_likelihood_ = report.log_evidence
        return self

    @property
    def report_(self) -> Report:
        """How the fit was made, with what solvers have remarked since."""
        return self._unit.report(self._posterior, self._counted)

    @overload
    def predict(
        self, X: AnyArray, return_std: Literal[False] = ..., return_cov: Literal[False] = ...,
        include_noise: bool = ...,
    ) -> Floats: ...  # fmt: skip

    @overload
    def predict(
        self, X: AnyArray, return_std: bool = ..., return_cov: bool = ..., include_noise: bool = ...
    ) -> Floats | tuple[Floats, Floats]: ...

    def predict(
        self,
        X: AnyArray,
        return_std: bool = False,
        return_cov: bool = False,
        include_noise: bool = False,
    ) -> Floats | tuple[Floats, Floats]:
        """The curve's mean; with its standard deviation or its joint covariance.

        ``include_noise`` speaks of a new reading instead of the curve.
        """
        if return_std and return_cov:
            raise InputError(tr("Ask for return_std or return_cov, not both."))
        posterior, inputs = self._fitted(), self._checked(X)
        mean, variance = posterior.predict(inputs, include_noise)
        mean = self._unit.outside(mean)
        if return_std:
            return mean, self._unit.outside(np.sqrt(variance))
        if return_cov:
            return mean, self._unit.squared_outside(posterior.covariance(inputs, include_noise))
        return mean

    def predict_interval(
        self, X: AnyArray, probability: float = 0.95, include_noise: bool = True
    ) -> tuple[Floats, Floats]:
        """Between which two values a new reading lies with that probability, as likely to be above
        as below; the curve itself without ``include_noise``.

        These are quantiles, honest also where few readings leave the kernel's numbers open and the
        curve is far from normal: there mean ± 1.96 std is not.
        """
        posterior, inputs = self._fitted(), self._checked(X)
        share = arguments.probability(probability)
        lower, upper = posterior.interval(inputs, share, include_noise)
        return self._unit.outside(lower), self._unit.outside(upper)

    def predict_quantile(
        self, X: AnyArray, quantile: float | Sequence[float] = 0.5, include_noise: bool = True
    ) -> Floats:
        """Below which value a new reading lies with that probability; the curve itself without
        ``include_noise``. Of several quantiles a column each."""
        posterior, inputs = self._fitted(), self._checked(X)
        found = posterior.quantiles(inputs, arguments.quantiles(quantile), include_noise)
        return self._unit.outside(found if np.ndim(quantile) else found[:, 0])

    def predict_derivative(self, X: AnyArray, order: int = 1) -> tuple[Floats, Floats]:
        """The first or second derivative of the curve along its single input: mean and standard
        deviation, where the kernel's curves have one; of the curve on its own scale, where it has
        a ``scale`` or counts have their level's logarithm."""
        if order not in (1, 2):
            raise InputError(tr("The order of a derivative is 1 or 2, not {order!r}.", order=order))
        mean, variance = self._fitted().derivative(self._checked(X), order)
        return self._unit.outside(mean), self._unit.outside(np.sqrt(variance))

    def sample_y(self, X: AnyArray, n_samples: int = 1, random_state: int | None = 0) -> Floats:
        """Joint draws of the curve, (rows of X, n_samples)."""
        count = arguments.count(n_samples, "n_samples")
        posterior, inputs = self._fitted(), self._checked(X)
        return self._unit.outside(posterior.draws(inputs, count, arguments.seed(random_state)))

    def score(self, X: AnyArray, y: AnyArray, sample_weight: AnyArray | None = None) -> float:
        """R², the share of the readings' variance that the mean explains."""
        predicted = np.asarray(self.predict(X))
        values = arguments.values(y, len(predicted))
        weights = arguments.weights(sample_weight, len(predicted))
        values, predicted = self._unit.inside(values), self._unit.inside(predicted)
        missed = float(weights @ (values - predicted) ** 2)
        total = float(weights @ (values - np.average(values, weights=weights)) ** 2)
        if total == 0.0:
            return 1.0 if missed == 0.0 else 0.0
        return 1.0 - missed / total

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools ask of an estimator; asked only where it is installed."""
        from sklearn.utils import RegressorTags, Tags, TargetTags

        return Tags(
            estimator_type="regressor",
            target_tags=TargetTags(required=True),
            regressor_tags=RegressorTags(),
        )

    def _fitted(self) -> Posterior:
        if not hasattr(self, "_posterior"):
            raise arguments.not_fitted(type(self).__name__)
        return self._posterior
