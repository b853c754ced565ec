"""Rivals of the Gaussian process on one fitted field: their curves, and which foretells better.

Every method is held against the process on the same readings left out, the process learnt anew
without them by the fit's own recipe. The answer is told whichever way it falls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.choices import is_auto, make
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.inference.regression import fit as infer
from gpstudio.core.learning import LEARNERS
from gpstudio.core.likelihoods import LIKELIHOODS, Likelihood
from gpstudio.core.task import QUIET, Quietly, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.rivals import RivalRow
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.held_out import BLOCK, Predictor, blocks, singles
from gpstudio.phenology.rivals.league import FEWEST, Standing, league
from gpstudio.phenology.rivals.rival import Curve
from gpstudio.session.fitting import Fit
from gpstudio.session.readings import readings_of
from gpstudio.session.rival_lines import RivalLine, draw_rivals
from gpstudio.translation import tr, tr_count

Folds = Callable[[Floats], Integers]

BLOCK_SHARE = 0.03
"""Of the range of times that are no dates: the length of a block."""
TOLD_MORE = tr("Seasonal curves know the seasons beforehand.")
OUTLIERS = tr(
    "All curves let go of outliers, the Gaussian process only with clouded or student_t noise."
)
FIXED = tr(
    "The model's numbers stay as written: if they were learnt from these readings, the Gaussian "
    "process has seen what it foretells."
)


@dataclass(frozen=True)
class Holding:
    """A way to leave readings out."""

    name: str
    title: str
    help: str
    folds: Callable[[Series], Folds]


def _blocks(series: Series) -> Folds:
    reach = float(series.time[-1] - series.time[0])
    return blocks(BLOCK if series.dated else BLOCK_SHARE * reach or 1.0)


SINGLES = Holding(
    "singles",
    tr("single readings"),
    tr("One reading here, one there, in ten turns: how well a curve goes between near neighbours."),
    lambda series: singles(),
)
BLOCKS = Holding(
    "blocks",
    tr("whole months"),
    tr(
        "Stretches of 30 days (3 % of the range without dates), in five turns: how well a curve "
        "bridges clouds."
    ),
    _blocks,
)
HOLDINGS = {holding.name: holding for holding in (SINGLES, BLOCKS)}


def holding_of(name: str) -> Holding:
    """The way of that name."""
    if name not in HOLDINGS:
        raise InputError(
            tr(
                "There is no way to leave out readings called '{name}': {hint}",
                name=name,
                hint=suggestion(name, HOLDINGS),
            )
        )
    return HOLDINGS[name]


@dataclass(frozen=True, eq=False)
class Rivals:
    """Everything that is known of the rivals of one fit, method by method in one order."""

    fit: Fit
    holding: Holding
    lines: tuple[RivalLine, ...]
    standings: tuple[Standing, ...]


def compare_rivals(
    fit: Fit,
    methods: Sequence[str] = METHODS.names,
    holding: Holding = SINGLES,
    task: Task = QUIET,
) -> Rivals:
    """Curves, then standings; each is a partial result as soon as it is there."""
    lines = draw_rivals(fit, methods, task)
    return Rivals(fit, holding, lines, measure_rivals(fit, methods, holding, task))


def measure_rivals(
    fit: Fit,
    methods: Sequence[str] = METHODS.names,
    holding: Holding = SINGLES,
    task: Task = QUIET,
) -> tuple[Standing, ...]:
    """How each method and the process foretell the same readings left out."""
    series = fit.series
    if len(series) < FEWEST:
        raise InputError(
            tr(
                "{count} readings are too few to leave some out and compare: at least {fewest} "
                "are needed.",
                count=len(series),
                fewest=FEWEST,
            )
        )
    return league(
        series.time,
        series.value,
        series.weight,
        fit.seasons,
        _process(fit, task),
        [METHODS[name]() for name in methods],
        holding.folds(series),
        _Turns(task, 1 + len(methods)),
    )


def caveat(fit: Fit) -> str:
    """What the comparison does not make equal."""
    recipe = fit.recipe
    likelihood: Likelihood = (
        fit.posterior.plan.likelihood
        if is_auto(recipe.likelihood)
        else make(LIKELIHOODS, recipe.likelihood)
    )
    learns = is_auto(recipe.learning) or make(LEARNERS, recipe.learning).moves
    said = [
        TOLD_MORE,
        OUTLIERS if likelihood.concave else "",
        "" if learns else FIXED,
    ]
    return " ".join(part for part in said if part)


def summary(standings: Sequence[Standing]) -> str:
    """All verdicts in one sentence."""
    known = [one for one in standings if one.compared >= FEWEST]
    if not known:
        return tr("No curve answers enough of the readings left out to be compared.")
    clear = [one for one in known if one.clear]
    worse = sum(one.gain > 0.0 for one in clear)
    better, level = len(clear) - worse, len(known) - len(clear)
    parts = [tr("the Gaussian process is better than {worse}", worse=worse)] if worse else []
    if better:
        parts += [_better(better, named=bool(parts))]
    if level:
        parts += [_level(level, named=bool(parts))]
    verdicts = tr_count(
        len(known),
        "Of the one curve on this field's readings left out, {verdicts}",
        "Of {n} curves on this field's readings left out, {verdicts}",
        verdicts=", ".join(parts),
    )
    unknown = len(standings) - len(known)
    if not unknown:
        return f"{verdicts}."
    return tr_count(
        unknown,
        "{verdicts}; {n} is left without a verdict.",
        "{verdicts}; {n} are left without a verdict.",
        verdicts=verdicts,
    )


def _better(count: int, named: bool) -> str:
    """``named``: the Gaussian process was spoken of before."""
    if named:
        return tr_count(count, "{n} is better than it", "{n} are better than it")
    return tr_count(
        count, "{n} is better than the Gaussian process", "{n} are better than the Gaussian process"
    )


def _level(count: int, named: bool) -> str:
    if named:
        return tr_count(count, "{n} cannot be told from it", "{n} cannot be told from it")
    return tr_count(
        count,
        "{n} cannot be told from the Gaussian process",
        "{n} cannot be told from the Gaussian process",
    )


def rival_rows(rivals: Rivals) -> tuple[RivalRow, ...]:
    """For ``rivals.csv``."""
    lines = {line.method: line for line in rivals.lines}
    return tuple(
        RivalRow(
            rivals.fit.series.group,
            standing.method,
            _known(standing.rmse),
            _known(standing.process_rmse),
            standing.compared,
            _known(standing.gain),
            standing.verdict,
            lines[standing.method].trouble,
        )
        for standing in rivals.standings
    )


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _process(fit: Fit, task: Task) -> Predictor:
    """The recipe from the very start, so that no number has seen what is left out; on the fit's own
    scale, whose limits hold that too. The mean of a reading errs least: on a scale that bends it is
    not the curve's."""
    recipe = replace(fit.recipe, scale=fit.learned.written.scale)

    def predict(time: Floats, value: Floats, weight: Floats) -> Curve:
        weights = weight if fit.series.weight is not None else None
        series = replace(fit.series, time=time, value=value, weight=weights)
        posterior = infer(recipe, readings_of(series), Quietly(task))
        return lambda new: posterior.predict(new[:, None], include_noise=True)[0]

    return predict


class _Turns(Quietly):
    """So many methods one after the other: how far one is says how far all are."""

    def __init__(self, whole: Task, turns: int) -> None:
        super().__init__(whole)
        self._turns = turns
        self._begun: list[str] = []

    def report(self, status: str, fraction: float | None = None) -> None:
        if status not in self._begun:
            self._begun.append(status)
        done = (len(self._begun) - 1 + (fraction or 0.0)) / self._turns
        self._whole.report(status, done)

    def partial(self, result: object) -> None:
        self._whole.partial(result)
