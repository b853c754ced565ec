"""Scikit-learn's manners, for every model of the public surface.

Parameters are those of ``__init__``; what was learnt is in attributes that end in an underscore.
"""

from __future__ import annotations

import inspect
import warnings
from functools import lru_cache
from typing import Any, ClassVar, Self

import numpy as np

from gpstudio.core import arguments
from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.inputs import Inputs, check_same, inputs_of
from gpstudio.core.recipe import Recipe
from gpstudio.translation import tr


class Estimator:
    """A subclass takes recipe words in ``__init__``, keeps what it was given under the same names,
    and calls ``_remember`` when it is fitted."""

    slots: ClassVar[tuple[str, ...]]
    """Its parameters that are lines of a recipe."""
    random_state: Any
    n_features_in_: int

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        for name, value in params.items():
            if name not in self._names():
                raise InputError(
                    tr(
                        "{model} has no parameter '{name}': {hint}",
                        model=type(self).__name__,
                        name=name,
                        hint=suggestion(name, self._names()),
                    )
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value != defaults[name].default
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        return tuple(name for name in inspect.signature(cls).parameters)

    def _recipe(self, **more: str) -> Recipe:
        """Of its own words, and ``more``."""
        choices = {}
        for name in self.slots:
            choices[name] = text = getattr(self, name)
            if not isinstance(text, str):
                raise InputError(
                    tr("The {name} is a text such as 'auto', not {text!r}.", name=name, text=text)
                )
        choices.update(more)
        return _parsed(arguments.seed(self.random_state), tuple(choices.items()))

    def _remember(self, inputs: Inputs) -> None:
        """What rows to be asked about must be like."""
        self._inputs = Inputs(inputs.rows[:0], inputs.kinds, inputs.names)
        self.n_features_in_ = inputs.rows.shape[1]
        vars(self).pop("feature_names_in_", None)
        if inputs.names is not None:
            self.feature_names_in_ = np.array(inputs.names, dtype=object)

    def _checked(self, X: AnyArray) -> Floats:
        given = inputs_of(X)
        self._warn_of_names(given)
        check_same(self._inputs, given)
        inputs = given.rows
        if inputs.shape[1] != self.n_features_in_:
            raise InputError(
                tr(
                    "X has {features} features, but {model} is expecting "
                    "{expected} features as input. Reshape your data: one row a reading.",
                    features=inputs.shape[1],
                    model=type(self).__name__,
                    expected=self.n_features_in_,
                )
            )
        self._check_cells(inputs)
        return inputs

    def _check_cells(self, inputs: Floats) -> None:
        if not np.isfinite(inputs).all():
            raise InputError(tr("An input is missing or infinite: leave out those rows."))

    def _warn_of_names(self, given: Inputs) -> None:
        """As scikit-learn does, since columns without names cannot be compared."""
        if (given.names is None) == (self._inputs.names is None):
            return
        model = type(self).__name__
        told = (
            f"X does not have valid feature names, but {model} was fitted with feature names"
            if given.names is None
            else f"X has feature names, but {model} was fitted without feature names"
        )
        warnings.warn(told, UserWarning, stacklevel=4)


@lru_cache(maxsize=256)
def _parsed(seed: int, choices: tuple[tuple[str, str], ...]) -> Recipe:
    """The recipe of these words; ten thousand fields parse them once."""
    return Recipe.of(seed, **dict(choices))
