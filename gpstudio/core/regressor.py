"""``GPRegressor``: the regression road for Python, with scikit-learn's manners."""

from __future__ import annotations

import inspect
from typing import Any, Literal, overload

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.inference.report import Report
from gpstudio.core.language import print_number
from gpstudio.core.recipe import Recipe

NANOSECONDS_A_DAY = 86_400e9


class GPRegressor:
    """Gaussian-process regression; every argument is written in the recipe language.

    ``X`` is (n, d), or (n,) for one input; one-dimensional datetime64 is read as days. A number as
    ``noise`` is where learning starts; ``"held(0.01)"`` keeps it. NaN in ``y`` marks a reading
    that is missing.

    After ``fit``: ``kernel_``, ``noise_``, ``log_marginal_likelihood_``, ``report_``.
    """

    kernel_: str
    noise_: float
    log_marginal_likelihood_: float
    report_: Report

    def __init__(
        self,
        kernel: str = "auto",
        approximation: str = "auto",
        solver: str = "auto",
        learning: str = "auto",
        noise: float | str | None = None,
        mean: str = "constant",
        random_state: int | None = 0,
    ) -> None:
        self.kernel = kernel
        self.approximation = approximation
        self.solver = solver
        self.learning = learning
        self.noise = noise
        self.mean = mean
        self.random_state = random_state

    def fit(self, X: AnyArray, y: AnyArray, sample_weight: AnyArray | None = None) -> GPRegressor:
        inputs = _inputs(X)
        values = np.asarray(y, dtype=np.float64)
        if values.ndim != 1 or len(values) != len(inputs):
            raise InputError(
                f"X has {len(inputs)} rows and y has shape {values.shape}: y is one number a row."
            )
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        self._posterior = fit(self._recipe(), Readings.of(inputs, values, weights))
        self.n_features_in_ = inputs.shape[1]
        self.report_ = self._posterior.report
        self.kernel_ = self.report_.kernel
        self.noise_ = self._posterior.noise
        self.log_marginal_likelihood_ = self._posterior.log_evidence
        return self

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
            raise InputError("Ask for return_std or return_cov, not both.")
        posterior, inputs = self._fitted(), self._checked(X)
        mean, variance = posterior.predict(inputs, include_noise)
        if return_std:
            return mean, np.sqrt(variance)
        if return_cov:
            covariance = posterior.covariance(inputs)
            if include_noise:
                covariance[np.diag_indices_from(covariance)] += posterior.noise
            return mean, covariance
        return mean

    def sample_y(self, X: AnyArray, n_samples: int = 1, random_state: int | None = 0) -> Floats:
        """Joint draws of the curve, (rows of X, n_samples)."""
        seed = _seed(random_state)
        return self._fitted().draws(self._checked(X), n_samples, seed)

    def score(self, X: AnyArray, y: AnyArray, sample_weight: AnyArray | None = None) -> float:
        """R², the share of the readings' variance that the mean explains."""
        values = np.asarray(y, dtype=np.float64)
        weights = np.ones(len(values)) if sample_weight is None else np.asarray(sample_weight)
        missed = float(weights @ (values - np.asarray(self.predict(X))) ** 2)
        total = float(weights @ (values - np.average(values, weights=weights)) ** 2)
        if total == 0.0:
            return 1.0 if missed == 0.0 else 0.0
        return 1.0 - missed / total

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _names()}

    def set_params(self, **params: Any) -> GPRegressor:
        for name, value in params.items():
            if name not in _names():
                hint = suggestion(name, _names())
                raise InputError(f"GPRegressor has no parameter '{name}': {hint}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools ask of an estimator; asked only where it is installed."""
        from sklearn.utils import RegressorTags, Tags, TargetTags

        return Tags(
            estimator_type="regressor",
            target_tags=TargetTags(required=True),
            regressor_tags=RegressorTags(),
        )

    def __repr__(self) -> str:
        defaults = inspect.signature(GPRegressor).parameters
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value != defaults[name].default
        ]
        return f"GPRegressor({', '.join(changed)})"

    def _recipe(self) -> Recipe:
        choices = {
            "kernel": self.kernel,
            "mean": self.mean,
            "approximation": self.approximation,
            "solver": self.solver,
            "learning": self.learning,
        }
        if self.noise is not None:
            noise = self.noise if isinstance(self.noise, str) else print_number(float(self.noise))
            choices["likelihood"] = f"gaussian({noise})"
        return Recipe.of(_seed(self.random_state), **choices)

    def _fitted(self) -> Posterior:
        if not hasattr(self, "_posterior"):
            raise InputError("This GPRegressor is not fitted yet: call fit(X, y) first.")
        return self._posterior

    def _checked(self, X: AnyArray) -> Floats:
        inputs = _inputs(X)
        if inputs.shape[1] != self.n_features_in_:
            raise InputError(
                f"X has {inputs.shape[1]} features, but GPRegressor is expecting "
                f"{self.n_features_in_} features as input."
            )
        if not np.isfinite(inputs).all():
            raise InputError("An input is missing or infinite: leave out those rows.")
        return inputs


def _inputs(X: AnyArray) -> Floats:
    """Rows of finite numbers; dates become days since 1970."""
    array = np.asarray(X)
    if np.issubdtype(array.dtype, np.datetime64):
        if np.isnat(array).any():
            raise InputError("An input date is missing: leave out those readings.")
        array = array.astype("datetime64[ns]").astype(np.int64) / NANOSECONDS_A_DAY
    array = np.asarray(array, dtype=np.float64)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.shape[1] == 0:
        raise InputError(f"X has shape {array.shape}: it is one row a reading, (n,) or (n, d).")
    if len(array) == 0:
        raise InputError("X holds no row: a fit needs one reading at least.")
    return array


def _seed(random_state: int | None) -> int:
    if random_state is None:
        return int(np.random.default_rng().integers(2**31))
    return int(random_state)


def _names() -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(GPRegressor).parameters)
