"""Labelled rows learnt, each foretold by those of other parts, and rows that were asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.choices import is_auto
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.folds import folds_of, sampled
from gpstudio.core.classification.labels import Labels
from gpstudio.core.classification.metric import ONE_LENGTH, Metric, one_length
from gpstudio.core.classification.model import (
    MANY_COUPLED,
    ClassModel,
    Rows,
    Wanted,
    because,
    learnt,
)
from gpstudio.core.classification.scores import Scores
from gpstudio.core.errors import InputError
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.language import Expression, parse, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Quietly, Task
from gpstudio.data.texts import shown
from gpstudio.session.classified import swing
from gpstudio.session.classified.choices import FOLDS
from gpstudio.session.classified.relevance import inputs_of, losses
from gpstudio.session.classified.rows import ClassRows
from gpstudio.session.classified.sureness import asked_for, raised
from gpstudio.translation import some_of, tr, tr_count

MOST_CLASSES = 100
"""More are names of rows, or numbers."""
SAMPLE = 400
"""Rows by which the numbers of coupled classes are learnt: a look costs the cube of them."""
NAMED = 6
"""Classes that one sentence names."""
AT_ONCE = 100
"""Uncertain rows that are foretold together."""


@dataclass(frozen=True)
class HowLearnt:
    recipe: Recipe
    wanted: Wanted
    folds: int = FOLDS
    """None: rows are not left out in turn."""
    patience: float = PATIENCE


@dataclass(frozen=True, eq=False)
class Learnt:
    """A model, and how far apart it takes rows to be."""

    metric: Metric
    model: ClassModel
    power: float = 1.0
    """To which the model's probabilities are raised."""

    def probabilities(self, rows: ClassRows, task: Task = QUIET) -> Floats:
        """(rows, classes); on average over what uncertain inputs could be."""
        shares = self._told(rows.inputs, task)
        if rows.asked is None:
            return shares
        several, size = rows.asked.shape[1:]
        unsure = np.flatnonzero((rows.asked != rows.inputs[:, None, :]).any(axis=(1, 2)))
        for begin in range(0, len(unsure), AT_ONCE):
            task.check()
            some = unsure[begin : begin + AT_ONCE]
            each = self._told(rows.asked[some].reshape(-1, size), task)
            shares[some] = each.reshape(len(some), several, -1).mean(axis=1)
        return shares

    def _told(self, inputs: Floats, task: Task) -> Floats:
        return raised(self.model.probabilities(self.metric(inputs), Averaging(), task), self.power)


@dataclass(frozen=True, eq=False)
class Classified:
    how: HowLearnt
    rows: ClassRows
    """Those that were learnt from."""
    classes: tuple[str, ...]
    places: Integers
    """Of each row's class among them."""
    by_all: Learnt
    folds: Integers
    """With which part each row was left out, from 0; none where none was."""
    left_out: Floats
    """(rows, classes): what the other parts' rows say of each."""
    scores: Scores | None
    asked: tuple[tuple[ClassRows, Floats], ...]
    """Rows to be foretold, with their probabilities by all rows."""
    remarks: tuple[str, ...]
    telling: tuple[tuple[str, float], ...] = ()
    """Of each input, how much of the log score a row left out loses where it is shuffled."""

    @property
    def model(self) -> ClassModel:
        """Of all labelled rows."""
        return self.by_all.model


def classify(
    given: ClassRows, how: HowLearnt, asked: Sequence[ClassRows] = (), task: Task = QUIET
) -> Classified:
    """Rows without a label are asked about, with ``asked``."""
    rows, without = given.only(given.labelled), given.only(~given.labelled)
    classes, places = classes_of(rows)
    remarks = [*given.remarks, *(said for more in asked for said in more.remarks)]
    if len(without):
        remarks.append(
            tr_count(
                len(without),
                "{n:,} row has no label: its class is foretold",
                "{n:,} rows have no label: their classes are foretold",
            )
        )
    parts = _parts(rows, places, how)
    task.report(tr("Learning from all rows"), 0.0)
    model = _learnt(rows, places, how, task)
    left_out, telling = _left_out(rows, places, len(classes), parts, how, task)
    scores = Scores.of(left_out, places) if len(parts) else None
    if scores and scores.unseen:
        unseen = left_out[np.arange(len(rows)), places] <= 0.0
        names = [shown(classes[place]) for place in np.unique(places[unseen]).tolist()]
        remarks.append(
            tr_count(
                scores.unseen,
                "{n:,} row is of a class that no other part has, {names}: it counts as wrong, and "
                "the log score is without it",
                "{n:,} rows are of classes that no other part has, {names}: they count as wrong, "
                "and the log score is without them",
                names=some_of(names, NAMED),
            )
        )
    more = [one for one in (without, *asked) if len(one)]
    told = tuple((one, model.probabilities(one, task)) for one in more)
    return Classified(
        how, rows, classes, places, model, parts, left_out, scores, told, tuple(remarks), telling
    )


def classes_of(rows: ClassRows) -> tuple[tuple[str, ...], Integers]:
    """In ascending order; of whole numbers by their size."""
    if not len(rows):
        raise InputError(
            tr("No row of {file} has a label: name its column.", file=shown(rows.file))
        )
    counts = Counter(rows.labels)
    if len(counts) < 2:
        raise InputError(
            tr(
                "All {n:,} rows of {file} are of one class, {label}: give rows of two at least.",
                n=len(rows),
                file=shown(rows.file),
                label=shown(rows.labels[0]),
            )
        )
    if len(counts) > MOST_CLASSES or 2 * len(counts) > len(rows) > 4:
        raise InputError(
            tr(
                "The label has {count:,} different words in {rows:,} rows of {file}, such as "
                "{first}: name a column of classes.",
                count=len(counts),
                rows=len(rows),
                file=shown(rows.file),
                first=shown(rows.labels[0]),
            )
        )
    whole = all(label.lstrip("+-").isdecimal() and len(label) < 18 for label in counts)
    classes = sorted(counts, key=(lambda label: (int(label), label)) if whole else None)
    place_of = {label: place for place, label in enumerate(classes)}
    return tuple(classes), np.array([place_of[label] for label in rows.labels])


def _parts(rows: ClassRows, places: Integers, how: HowLearnt) -> Integers:
    if not how.folds:
        return np.zeros(0, dtype=np.int64)
    if how.folds == 1:
        raise InputError(tr("Rows are left out in 2 parts at least, or in 0: not at all."))
    parts = folds_of(places, _groups(rows), how.folds, how.recipe.seed)
    for part in range(int(parts.max()) + 1):
        if len(np.unique(places[parts != part])) < 2:
            raise InputError(
                tr(
                    "Without part {number} of {file} all rows are of one class: give each class "
                    "more rows or groups, or leave none out (--folds 0).",
                    number=part + 1,
                    file=shown(rows.file),
                )
            )
    return parts


def _groups(rows: ClassRows) -> Integers:
    """Of rows that are left out together; each alone where nobody said which."""
    if not any(rows.groups):
        return np.arange(len(rows))
    return np.asarray(np.unique(rows.groups, return_inverse=True)[1])


def _left_out(
    rows: ClassRows, places: Integers, classes: int, parts: Integers, how: HowLearnt, task: Task
) -> tuple[Floats, tuple[tuple[str, float], ...]]:
    """What the other parts' rows say of each, and how much each input tells."""
    shares = np.zeros((len(parts), classes))
    inputs = inputs_of(rows)
    lost = np.zeros(len(inputs) + 1)
    count = int(parts.max(initial=-1)) + 1
    for part in range(count):
        task.report(
            tr("Leaving out part {number} of {count}", number=part + 1, count=count),
            (part + 1.0) / (count + 1.0),
        )
        out = parts == part
        model, known = _learnt(rows.only(~out), places[~out], how, task), np.unique(places[~out])

        def told(some: ClassRows, model: Learnt = model, known: Integers = known) -> Floats:
            found = np.zeros((len(some), classes))
            found[:, known] = model.probabilities(some, task)
            return found

        shares[out] = told(rows.only(out))
        if len(inputs) > 1:
            lost += losses(told, rows.only(out), places[out], inputs)
    each = lost[:-1] / max(lost[-1], 1.0)
    names = [name for name, _ in inputs] if len(inputs) > 1 and count else []
    return shares, tuple(zip(names, each.tolist(), strict=False))


def _learnt(rows: ClassRows, places: Integers, how: HowLearnt, task: Task) -> Learnt:
    own, among = np.unique(places, return_inverse=True)
    turns = _turns(rows, how.wanted)
    metric = Metric.within(rows.inputs, among) if turns else Metric.plain(rows.inputs)
    labels, inputs, recipe = Labels(own, among), metric(rows.inputs), how.recipe
    reasons = []
    if turns and is_auto(recipe.kernel):
        recipe = recipe.with_choice("kernel", one_length(inputs.shape[1]))
        reasons.append(ONE_LENGTH)
    wanted = replace(how.wanted, metric="inputs")
    if _takes_long(recipe, how.wanted, labels):
        recipe = _with_numbers(recipe, inputs, labels, how, task)
    lesson = Rows(inputs, labels, np.ones(len(rows)))
    model = learnt(recipe, lesson, wanted, how.patience, Quietly(task))
    swinging, power = _by_rows_left_out(model.kernels, rows, among, how, task)
    if swinging is not None:
        model = learnt(swinging, lesson, wanted, how.patience, Quietly(task))
        reasons.append(tr("curves of few rows swing as rows left out ask for"))
    if power != 1.0:
        reasons.append(
            tr("as sure as rows left out are right: to the power {power:g}", power=power)
        )
    return Learnt(metric, because(model, *reasons), power)


def _by_rows_left_out(
    kernels: Sequence[str], rows: ClassRows, places: Integers, how: HowLearnt, task: Task
) -> tuple[Recipe | None, float]:
    """Of few seasons, with curves that swing as rows left out ask for, None where that is as was
    learnt; and to what power probabilities are raised. Not where it is not left to the program."""
    is_open = is_auto(how.recipe.kernel) and is_auto(how.recipe.learning)
    if not (is_open and _turns(rows, how.wanted) and len(rows) <= SAMPLE and len(kernels) == 1):
        return None, 1.0
    parts = folds_of(places, _groups(rows), swing.PARTS, how.recipe.seed)
    count, classes = int(parts.max()) + 1, len(np.unique(places))
    if any(len(np.unique(places[parts != part])) < classes for part in range(count)):
        return None, 1.0
    held = how.recipe.with_choice("learning", "fixed")

    @lru_cache
    def told(kernel: Expression) -> Floats:
        recipe = held.with_choice("kernel", print_expression(kernel))
        shares = np.zeros((len(rows), classes))
        for part in range(count):
            out = parts == part
            model = _learnt(rows.only(~out), places[~out], replace(how, recipe=recipe), task)
            shares[out] = model.probabilities(rows.only(out), task)
        return shares

    learnt_kernel = parse(kernels[0])
    found = swing.wider(learnt_kernel, lambda kernel: Scores.of(told(kernel), places).log_score)
    power = asked_for(told(found or learnt_kernel), places)
    if found is None:
        return None, power
    return held.with_choice("kernel", print_expression(found)), power


def _turns(rows: ClassRows, wanted: Wanted) -> bool:
    """Inputs of seasons go together; those of other rows have a length each to learn."""
    return wanted.metric == "within" or (wanted.metric == "auto" and bool(rows.seasons))


def _takes_long(recipe: Recipe, wanted: Wanted, labels: Labels) -> bool:
    """Whether all rows are too many to learn the numbers of coupled classes by."""
    coupled = labels.count > 2 and wanted.way in ("auto", "softmax") and not wanted.own
    return coupled and is_auto(recipe.learning) and SAMPLE < len(labels.places) <= MANY_COUPLED


def _with_numbers(
    recipe: Recipe, inputs: Floats, labels: Labels, how: HowLearnt, task: Task
) -> Recipe:
    """Learnt by some of the rows, of each class its share, and held for all."""
    some, _ = sampled(labels.places, SAMPLE, recipe.seed)
    classes, among = np.unique(labels.places[some], return_inverse=True)
    if len(classes) < labels.count:
        return recipe
    lesson = Rows(inputs[some], Labels(classes, among), np.ones(len(some)))
    wanted = replace(how.wanted, way="softmax", inference="laplace", metric="inputs")
    by_evidence = recipe.with_choice("learning", "ml2(restarts=0)")
    (kernel,) = learnt(by_evidence, lesson, wanted, how.patience, Quietly(task)).kernels
    return recipe.with_choice("kernel", kernel).with_choice("learning", "fixed")
