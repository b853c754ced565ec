"""Which kernel ``auto`` takes, from a short list, and why.

The list, simplest first:

    several inputs        rbf with one length an input (one length in all, where readings are fewer
                          than twice the inputs, or inputs more than twenty)
    one input             matern32, a curve that may turn as a crop does; matern52, a smoother one
    ... that repeats      the same course every period, plus this season's departure;
                           a course that slowly changes, plus the departure, where a look at some
                           of its settings promises anything;
                           over many periods, the one that won plus a trend (trend_candidates.py),
                           and all that on a log scale where it grows by shares (auto_scale.py)

Readings repeat when they cover two years or more and a yearly course of two waves explains a fifth
of their variance, or when they cover three periods or more of a wave that explains half of it
(``learning/rhythm.py``).

A later kernel is taken over an earlier one when its evidence, less ½ log n for each number it has
more, is higher by three, or by one with a higher leave-one-out score as well: where readings cannot
tell, the rougher Matérn has the wider band (on curves drawn from it, taking whichever is higher by
anything cost a point of coverage). That score sees how smooth a curve is, and hardly whether it
repeats: there one is enough. (One reading in five of three years hidden, CRPS over scikit-learn's:
0.971 and 1.023 for two halves of the sites by three, 0.955 and 1.020 by one.)

Fewer than twenty readings cannot tell kernels apart, and beyond 20,000 the comparison is not worth
its time: there the first one is taken. Between them at most 150 readings, evenly taken, are
compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.choices import is_auto
from gpstudio.core.errors import InputError
from gpstudio.core.inference.auto_scale import LOG, log_offered
from gpstudio.core.inference.chooser import FEW_READINGS, choose
from gpstudio.core.inference.nearness import with_nearness
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.inference.together.alone import CourseAlone
from gpstudio.core.inference.trend_candidates import (
    BETTER,
    parted,
    trend_offered,
    with_trend,
)
from gpstudio.core.language import Call, Expression, Items, Number, Product, Sum, print_number
from gpstudio.core.learning.rhythm import (
    STEP,
    YEAR,
    course_power,
    power,
    start_period,
    turns_of_strongest,
)
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


def between(start: float, low: float, high: float) -> Expression:
    return Call("between", (Number(start), Number(low), Number(high)))


def matern32(length: float) -> Expression:
    return Call("matern32", (Number(length),))


FEWEST, MOST = 20, 20_000
COMPARED = 150
MOST_LENGTHS = 20
YEARS_NEEDED, COURSE_EXPLAINS = 2.0, 0.2
"""All spells of three years at flux sites and before cameras reach 0.35 with all their readings;
one wave explains 0.09 to 0.22 of four with two crops a year. It is only worth asking the evidence:
of Matérn curves that do not repeat 20 to 70 % reach a fifth as well."""
PERIODS_NEEDED, WAVE_EXPLAINS = 3.0, 0.5
SMOOTHNESS = between(1.0, 0.2, 10.0)
"""Of the repeating course: from turns within a fortnight of a year's course to a plain wave."""
CLEAR, SLIGHT = 3.0, 1.0
"""Differences in log evidence: twenty to one needs no second witness, e to one does."""
DRIFTS, SHRUNK = (3.0, 1.5, 6.0, 12.0), ((0.0, 0.0), (1.2, 0.4))
"""After how many periods a course that slowly changes is looked at, and by how much less of the
departure's variance and length, as logarithms: what changes slowly is no departure."""
PROMISING = 0.5
"""By how much in log evidence a look must be higher than the steady course, which is its limit. Of
60 series of three to twenty years, real and drawn, six gained what is wanted in the end, 3.3 to 59,
and looks at them told 1.5 and more; of those whose look told less than this none gained over 2.3.
A look is a fiftieth of a climb."""
QUICK = Call("map", keywords=(("restarts", Number(1.0)),))
"""How numbers are learnt for the comparison where the recipe's own way would take long: from a
longer and a shorter length."""

Fit = Callable[[Recipe, Readings, Task], Posterior]


@dataclass(frozen=True)
class KernelCandidate:
    kernel: Expression
    words: str
    quick: bool = True
    """Whether the recipe's own learning takes too long to be done for a comparison."""
    period: float = 0.0
    """After which it repeats; zero where it does not."""
    drifts: bool = False
    """Whether it is the one before it, slowly changing: looked at before it is fitted."""


MATERNS = (
    KernelCandidate(Call("matern32"), tr("a Matérn 3/2 curve"), quick=False),
    KernelCandidate(Call("matern52"), tr("a Matérn 5/2 curve"), quick=False),
)


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate fitted."""

    candidate: KernelCandidate
    posterior: Posterior
    evidence: float
    """Log evidence, less ½ log n for each number that was learnt."""


def fit_auto(recipe: Recipe, readings: Readings, fit: Fit, task: Task) -> Posterior:
    """The fit with the kernel chosen, its reason put before the others; ``fit`` is the road for a
    kernel that is written."""
    listed = candidates(readings)
    some = _evenly(readings, COMPARED)
    compared = len(listed) > 1 and recipe.learning != Call("fixed")
    if not compared:
        return _told(_fitted(recipe, listed[0], readings, fit, task), _why_alone(readings, listed))
    best, said = _with_trend(recipe, *_tournament(recipe, listed, some, fit, task), some, fit, task)
    if shares := _grows_by_shares(recipe, best, some, fit, task):
        found = fit_auto(replace(recipe, scale=LOG), readings, fit, task)
        report = found.report
        return found.with_report(replace(report, reason=f"{shares}; {report.reason}"))
    whole = some is readings and best.posterior.plan.written.learning != QUICK
    posterior = best.posterior
    if not whole:
        posterior = _from_there(recipe, best, readings, fit, task)
    if some is not readings:
        said = tr("{comparison}, on {count} of the readings", comparison=said, count=COMPARED)
    return _told(posterior, said)


def candidates(readings: Readings) -> tuple[KernelCandidate, ...]:
    """The list for these readings, simplest first."""
    inputs, present = readings.inputs.shape[1], readings.present
    if inputs > 1:
        if inputs > MOST_LENGTHS or present < 2 * inputs:
            return (KernelCandidate(Call("rbf"), tr("an RBF surface")),)
        lengths = Items((Call("auto"),) * inputs)
        return (
            KernelCandidate(Call("rbf", (lengths,)), tr("an RBF surface with one length each")),
        )
    if not FEWEST <= present <= MOST or is_silent(readings.values[readings.here]):
        return MATERNS[:1]
    return MATERNS + _repeating(readings)


def _repeating(readings: Readings) -> tuple[KernelCandidate, ...]:
    """With the period that the readings repeat in, if they do."""
    here = readings.here
    time, values = readings.inputs[here, 0], readings.values[here]
    reach = float(np.ptp(time))
    if reach <= 0.0:
        return ()
    if reach < YEARS_NEEDED * YEAR and turns_of_strongest(time, values) + STEP < PERIODS_NEEDED:
        return ()  # too short for a year, and nothing turns so often as to repeat
    period = start_period(time, values)
    yearly = period == YEAR
    if reach < period * (YEARS_NEEDED if yearly else PERIODS_NEEDED):
        return ()
    if yearly:
        repeats = course_power(time, values, YEAR) >= COURSE_EXPLAINS
    else:
        repeats = bool(power(time, values, np.array([1.0 / period]))[0] >= WAVE_EXPLAINS)
    if not repeats:
        return ()
    near, least, most, long = (float(f"{share * period:.4g}") for share in (1.0, 0.9, 1.1, 4.0))
    held = Call("held", (Number(YEAR),)) if yearly else between(near, least, most)
    wave = Call("periodic", (SMOOTHNESS,), (("period", held),))
    # its length is not written: that would be a prior, and shut out a smooth one as likely
    departure = Call("matern32")
    steady, changing = _repeating_words(None if yearly else print_number(near))
    return (
        KernelCandidate(Sum((wave, departure)), steady, period=period),
        KernelCandidate(
            Sum((Product((wave, matern32(long))), departure)), changing, period=period, drifts=True
        ),
    )


def _repeating_words(period: str | None) -> tuple[str, str]:
    """What a course that repeats is called, and one that changes slowly; None for a year."""
    if period is None:
        return (
            tr("a course that repeats yearly plus a departure"),
            tr("a slowly changing course that repeats yearly plus a departure"),
        )
    return (
        tr("a course that repeats every {period} plus a departure", period=period),
        tr("a slowly changing course that repeats every {period} plus a departure", period=period),
    )


def _tournament(
    recipe: Recipe, listed: Sequence[KernelCandidate], readings: Readings, fit: Fit, task: Task
) -> tuple[Judged, str]:
    """The winner, and how it won; what cannot be fitted takes no part."""
    best: Judged | None = None
    problem: InputError | None = None
    told: list[Judged] = []
    for candidate in listed:
        task.check()
        try:
            if candidate.drifts and told and not _promises(recipe, candidate, told[-1], readings):
                continue
            judged = _judged(recipe, candidate, readings, fit, task)
        except InputError as refused:
            problem = problem or refused
            continue
        told.append(judged)
        if best is None or _better(judged, best, task):
            best = judged
    if best is None:
        raise problem or InputError(tr("No kernel of the list can be fitted: write one."))
    if len(told) == 1:
        return best, best.candidate.words
    others = ", ".join(
        tr("{evidence:.0f} for {curve}", evidence=j.evidence, curve=j.candidate.words)
        for j in told
        if j is not best
    )
    # the evidence is less a price for each number
    said = tr(
        "{curve}: log evidence {evidence:.0f} against {others}",
        curve=best.candidate.words,
        evidence=best.evidence,
        others=others,
    )
    simpler = told.index(best) < len(told) - 1
    if simpler and max(j.evidence for j in told if j is not best) > best.evidence - SLIGHT:
        said = tr("{comparison}, too close to call: the simpler is kept", comparison=said)
    return best, said


def _with_trend(
    recipe: Recipe, best: Judged, said: str, readings: Readings, fit: Fit, task: Task
) -> tuple[Judged, str]:
    """What won with a trend beside it, where that is better."""
    candidate = best.candidate
    if not trend_offered(readings, candidate.period):
        return best, said
    words = tr("{curve}, and a trend", curve=candidate.words)
    trend = replace(candidate, kernel=with_trend(candidate.kernel), words=words)
    first, rest = parted(readings)
    try:
        judged = _judged(recipe, trend, readings, fit, task)
        gain = judged.evidence - best.evidence
        fits_as_well = judged.posterior.log_evidence > best.posterior.log_evidence
        if fits_as_well and gain < CLEAR:
            ends = [_judged(recipe, one, first, fit, task).posterior for one in (candidate, trend)]
            without, beside = (posterior.foretold(rest, task).log_density for posterior in ends)
            gain = CLEAR if beside - without >= BETTER else gain
    except InputError:  # what cannot be fitted is not taken
        return best, said
    if gain < CLEAR:
        return best, said
    return judged, tr(
        "{curve}: log evidence {evidence:.0f} against {without:.0f} without the trend, and what is "
        "foretold of later readings",
        curve=words,
        evidence=judged.evidence,
        without=best.evidence,
    )


def _grows_by_shares(recipe: Recipe, best: Judged, readings: Readings, fit: Fit, task: Task) -> str:
    """Why steps are shares of the level; empty where they are none."""
    if not log_offered(recipe, readings, best.candidate.period):
        return ""
    try:
        judged = _judged(replace(recipe, scale=LOG), best.candidate, readings, fit, task)
    except InputError:  # what cannot be fitted is not taken
        return ""
    if judged.evidence - best.evidence < CLEAR:
        return ""
    return tr(
        "it grows by shares: log evidence {evidence:.0f} on a log scale against {without:.0f}",
        evidence=judged.evidence,
        without=best.evidence,
    )


def _judged(
    recipe: Recipe, candidate: KernelCandidate, readings: Readings, fit: Fit, task: Task
) -> Judged:
    slow = _takes_long(recipe, candidate, readings)
    own = is_auto(recipe.learning) and not slow
    learning = recipe.learning if own else QUICK
    quick = replace(recipe, learning=learning)
    if slow and is_auto(recipe.approximation) and is_auto(recipe.solver):
        # few readings and many states: the matrix is quicker than the state space
        quick = replace(quick, approximation=Call("exact"))
    posterior = _fitted(quick, candidate, readings, fit, task)
    settings = [*posterior.plan.kernel.settings, *posterior.plan.likelihood.settings]
    learnt = sum(not setting.held for _, setting in settings)
    price = 0.5 * math.log(max(readings.present, 2)) * learnt
    return Judged(candidate, posterior, posterior.log_evidence - price)


def _takes_long(recipe: Recipe, candidate: KernelCandidate, readings: Readings) -> bool:
    """Whether the recipe's own learning would, of these readings: not on a compiled road."""
    if not candidate.quick or candidate.drifts:
        return candidate.quick
    written = replace(recipe, kernel=candidate.kernel)
    plan = choose(written, len(readings.values), readings.inputs.shape[1])
    return not CourseAlone().suits(*made_ready(plan, readings))


def _promises(
    recipe: Recipe, candidate: KernelCandidate, steady: Judged, readings: Readings
) -> bool:
    """Whether a course that slowly changes is worth climbing, by a look at a few of its settings:
    those of the steady course, drifting over more and more periods, with the departure as it is
    and with less of it."""
    if not steady.candidate.period:
        return True
    written = replace(recipe, kernel=candidate.kernel, approximation=Call("exact"), learning=QUICK)
    plan, ready = made_ready(
        choose(written, len(readings.values), readings.inputs.shape[1]), readings
    )
    problem, logs = Problem(plan, ready, QUIET), steady.posterior.members.learnt.logs
    search = problem.search(0)
    for periods in DRIFTS:
        for less in SHRUNK:
            place = np.insert(logs, -3, math.log(periods * candidate.period))
            place[-3:-1] -= less
            kernel, numbers = problem.at(np.clip(place, search.low, search.high))
            found = problem.condition(kernel, numbers)
            height = found.log_evidence + ready.log_stretch(len(found.coefficients))
            if height > steady.posterior.log_evidence + PROMISING:
                return True
    return False


def _better(judged: Judged, best: Judged, task: Task) -> bool:
    gain = judged.evidence - best.evidence
    if not SLIGHT < gain < CLEAR:
        return gain >= CLEAR
    if judged.candidate.period and not best.candidate.period:
        return True  # its neighbours tell a reading left out, whether seasons repeat or not
    return judged.posterior.left_out(task).log_score > best.posterior.left_out(task).log_score


def _fitted(
    recipe: Recipe, candidate: KernelCandidate, readings: Readings, fit: Fit, task: Task
) -> Posterior:
    return fit(replace(recipe, kernel=candidate.kernel), readings, task)


def _from_there(
    recipe: Recipe, best: Judged, readings: Readings, fit: Fit, task: Task
) -> Posterior:
    """Learnt on all readings; where that takes long, from where the comparison ended. Not where
    numbers written are priors' centres: what the readings said would count twice."""
    many = is_auto(recipe.learning) and readings.present > FEW_READINGS
    if not (many and _takes_long(recipe, best.candidate, readings)):
        return _fitted(recipe, best.candidate, readings, fit, task)
    kernel = best.posterior.kernel.expression()
    learning = Call("ml2", keywords=(("restarts", Number(0.0)),))
    return fit(replace(recipe, kernel=kernel, learning=learning), readings, task)


def _why_alone(readings: Readings, listed: Sequence[KernelCandidate]) -> str:
    """Why nothing was compared."""
    if readings.inputs.shape[1] > 1:
        return tr("several inputs: {curve}", curve=listed[0].words)
    if readings.present < FEWEST:
        return tr(
            "one input, fewer than {fewest} readings: {curve}", fewest=FEWEST, curve=listed[0].words
        )
    return tr("one input: {curve}", curve=listed[0].words)


def _told(posterior: Posterior, why: str) -> Posterior:
    """The same with the reason for its kernel put first."""
    report = posterior.report
    reason = posterior.plan.because(why).reason
    return posterior.with_report(
        replace(report, reason=with_nearness(reason, report.approximation_error))
    )


def _evenly(readings: Readings, count: int) -> Readings:
    """So many of the readings that are there, evenly taken; all, if they are no more."""
    if readings.present <= count:
        return readings
    rows = np.flatnonzero(readings.here)
    return readings.at(rows[np.linspace(0, len(rows) - 1, count).round().astype(int)])
