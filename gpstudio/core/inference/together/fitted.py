"""A field fitted with the population of its table, or alone where that does not suit it.

A field is unlike the others where settings of which one number is far from theirs tell its readings
better, by more than ``CLEAR`` in log evidence. Only fields are asked of which the shared lattice
leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gpstudio.core.choices import is_auto
from gpstudio.core.inference.auto_likelihood import SKEW, skewness
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.together.course import course_of
from gpstudio.core.inference.together.road import WeighedMembers
from gpstudio.core.language import Call, parse
from gpstudio.core.learning.population import Population
from gpstudio.core.learning.together import Together
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.translation import tr

TOGETHER = Call("together")
DOUBTED = 0.04
"""From here on it is looked at closely whether a field is like the others. Of fields drawn from a
population one in fifteen is; of 120 of three seasons one in seven, where 0.03 asked about half. Of
150 fields each with ten times the noise and four times the length, of 60 with two and three times
the noise and of 60 whose level drifts as many are told as if all were looked at, to the last."""
CLEAR = 1.0
"""Of 400 fields drawn from a population, of 73 readings each, 1.0 % are told to be unlike it (of 15
readings 2.2 %), 97 % of those with ten times its noise, and 68 % of those with four times its
length: of a season as long as two lengths. Who knew the population, and that a length may be four
times theirs and nothing else, would tell 91 % with 2 % false alarms: that is the likelihood ratio
of the truth. This test would tell 83 % with as many; but 2 % is 0.3 at 73 readings, and 1.0 at
15."""
LOOKED, GLANCED = 256, 64
"""Settings of each population that a field is looked at with; and with which most need no more."""
NEAR = 1.0
"""To ``CLEAR``: the first look is off by 0.2 to 0.35 there (standard deviation, 63 fields)."""

Learn = Callable[[Plan, Readings, Task], Posterior]
Alone = Callable[[Recipe, Readings, Task], Posterior]


def plan_of(recipe: Recipe, population: Population, readings: Readings) -> Plan | None:
    """None where the recipe's own choices are not those that were learnt together."""
    if not (is_auto(recipe.learning) or recipe.learning == TOGETHER):
        return None
    kernel = parse(population.kernel)
    if not (is_auto(recipe.kernel) or recipe.kernel == kernel):
        return None
    if readings.inputs.shape[1] > 1:
        return None
    written = replace(recipe, kernel=kernel, learning=TOGETHER)
    plan = choose(written, len(readings.values), 1)
    return None if course_of(plan) is None else _among(plan, population)


def _among(plan: Plan, population: Population) -> Plan:
    """The same for every field of a population: made once of each plan."""
    made: dict[int, tuple[Plan, Plan]] = vars(population).setdefault("_plans", {})
    known = made.get(id(plan))
    if known is None or known[0] is not plan:
        reasons = (population.reason, *plan.reasons)
        known = made[id(plan)] = plan, replace(plan, learner=Together(population), reasons=reasons)
    return known[1]


def fit_with(
    plan: Plan, recipe: Recipe, readings: Readings, learn: Learn, alone: Alone, task: Task
) -> Posterior:
    """By the population, unless the field is unlike the others."""
    posterior = learn(plan, readings, task)
    gain = unlikeness(posterior)
    if gain <= CLEAR:
        return posterior
    own = alone(recipe, readings, task)
    why = tr(
        "unlike the other fields, by {gain:.1f} in log evidence, and so fitted alone", gain=gain
    )
    report = own.report
    return own.with_report(replace(report, reason=f"{why}; {report.reason}"))


def unlikeness(posterior: Posterior) -> float:
    """By how much in log evidence settings far from the population's tell the readings better."""
    members = posterior.members
    if not isinstance(members, WeighedMembers) or members.doubt < DOUBTED:
        return 0.0
    if skewness(members.glimpsed()) < SKEW:
        return 0.0  # clouds make a field loud: they are looked for first
    learner = members.plan.learner
    assert isinstance(learner, Together)
    assert learner.population is not None
    shared = learner.population.shared
    gain = members.unlikeness(shared, GLANCED)
    return gain if abs(gain - CLEAR) > NEAR else members.unlikeness(shared, LOOKED)
