"""Classes told by the house's own models, for the studies that compare them."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.labels import Labels
from gpstudio.core.classification.model import ClassModel, Rows, Wanted, learnt
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.translation import tr


class Lesson:
    """Rows to learn from; their classes may be fewer than there are."""

    def __init__(self, inputs: Floats, places: Integers, classes: int) -> None:
        self.classes = classes
        self._own, among = np.unique(places, return_inverse=True)
        if len(self._own) < 2:
            raise InputError(tr("All rows to learn from are of one class: nothing to tell apart."))
        self._rows = Rows(inputs, Labels(self._own, among), np.ones(len(inputs)))

    def learnt(self, recipe: Recipe, wanted: Wanted, task: Task) -> ClassModel:
        """However long it takes."""
        return learnt(recipe, self._rows, wanted, math.inf, task)

    def told(self, model: ClassModel, inputs: Floats, task: Task) -> Floats:
        """(m, classes) probabilities; of a class that was not there to learn, zero."""
        shares = np.zeros((len(inputs), self.classes))
        shares[:, self._own] = model.probabilities(inputs, Averaging(), task)
        return shares
