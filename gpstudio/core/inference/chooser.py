"""Chooses what a recipe leaves to ``auto``, and says why in one sentence.

The rule, in order:

1. ``kernel``: ``auto_kernel`` asks the readings; before they are there, one input: matern32, a
   curve that may turn as a crop does; several: rbf.
2. ``likelihood``: ``auto_likelihood`` asks the readings; before they are there, gaussian.
3. ``approximation``: the first registered one whose needs the kernel meets, for that number of
   inputs (state space before the full matrix), among those the written solver can use; the full
   matrix where the states are many for the readings (``state_space``).
   Where the full matrix would have more than 20,000 rows or would not fit the memory: Nyström.
4. ``solver``: the first registered one that can use what the approximation gives.
5. ``scale``: readings as they are given; who knows what their column is fills it in before, and
   ``auto_scale`` asks the readings of a long series.
6. ``learning``: averaged up to 300 readings (map where the noise is not Gaussian and the kernel has
   many numbers); ml2 with restarts while an evaluation is cheap, from one start beyond that.

What a person writes is never changed; what cannot work together, or would not fit the memory, is
refused with what would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from gpstudio.core.approximations import APPROXIMATIONS, Approximation
from gpstudio.core.cached import cached_property
from gpstudio.core.choices import is_auto, make
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep.choosing import filled_in, is_layered
from gpstudio.core.inference.state_space import is_crowded, states
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.build import split_noise, with_multipliers
from gpstudio.core.language import Call, Number, parse
from gpstudio.core.learning import LEARNERS, Learner
from gpstudio.core.likelihoods import LIKELIHOODS, Likelihood
from gpstudio.core.means import MEANS, Mean
from gpstudio.core.memory import available_bytes, human_bytes
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales import IDENTITY, SCALES, Scale
from gpstudio.core.solvers import SOLVERS, Solver
from gpstudio.translation import all_of, any_of, tr, tr_count

MANY_READINGS = {"markov": 20_000}
MANY_OTHERWISE = 1_500
"""Beyond so many readings an evaluation takes long enough that ``auto`` learns from one start."""
FEW_READINGS = 300
"""Up to so many readings the most probable numbers are so uncertain that a band that takes them for
true holds too little: of the latent curve 92 % instead of 95 % at 60 readings, 85 % at 10."""
SIZES = sorted({FEW_READINGS, MANY_OTHERWISE, *MANY_READINGS.values()})
FEW_NUMBERS = 3
"""Of a kernel, with noise that is not Gaussian: with more, averaging would take minutes."""
NAMES = frozenset({"Nyström", "Fourier"})
AVERAGED = Call("averaged")
RESTARTS = 3
LARGEST_MATRIX = 20_000
"""Beyond so many rows factoring the full matrix takes minutes, again and again while it learns."""
RANKS = (1024, 512, 256)
"""Of the landmarks that stand for larger ones."""
ALWAYS_FREE = 50e6
"""So much memory is not asked for before it is used."""
SHARE_OF_MEMORY = 0.8


AS_WRITTEN = tr("as written")
"""Why, where nothing was left to choose."""


@dataclass(frozen=True)
class Plan:
    """Everything chosen, and why."""

    kernel: Kernel
    likelihood: Likelihood
    mean: Mean
    approximation: Approximation
    solver: Solver
    learner: Learner
    reasons: tuple[str, ...]
    """Why what was left to ``auto`` was chosen."""
    seed: int = 0
    scale: Scale = IDENTITY
    """That on which readings scatter evenly."""
    written: Recipe = Recipe()
    """The recipe with nothing left to ``auto``: ``planned`` makes the same plan of it again."""

    @property
    def reason(self) -> str:
        """The reasons in one sentence, with the scale where readings are not taken as given."""
        return "; ".join((self.why, self.scale.words) if self.scale.words else (self.why,))

    @property
    def why(self) -> str:
        """The reasons alone."""
        return "; ".join(self.reasons or (AS_WRITTEN,))

    def because(self, reason: str) -> Plan:
        """With a further reason, put first."""
        return replace(self, reasons=(reason, *self.reasons))

    @property
    def along_time(self) -> bool:
        """Whether the answer is passes along one input."""
        return self.solver.needs == "markov"

    @property
    def learns_noise(self) -> bool:
        """Whether readings are to say how noisy they are."""
        settings = self.likelihood.settings
        return self.learner.moves and any(
            parameter.role == "noise" and not setting.held for parameter, setting in settings
        )

    def rank(self, n: int, dimensions: int) -> int:
        """How many states or features a reading has."""
        return self.states or self.approximation.rank(n, dimensions)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Approximation, solver and learning as a recipe writes them."""
        names = ("approximation", "solver", "learning")
        return {name: self.written.text(name) for name in names}

    def bytes_needed(self, n: int, dimensions: int) -> float:
        """Memory that a fit takes."""
        return self.solver.bytes_needed(n, self.rank(n, dimensions))

    @cached_property
    def states(self) -> int:
        """How many numbers a state space holds; zero for the full matrix."""
        return states(self.kernel) if self.along_time else 0


def choose(recipe: Recipe, n: int, dimensions: int) -> Plan:
    """The plan for ``n`` readings with so many inputs each."""
    size = next((most for most in SIZES if n <= most), SIZES[-1] + 1)
    if is_layered(recipe):
        return _choose_layers(recipe, n, size, dimensions)
    plan = _planned(recipe, size, dimensions)
    if is_auto(recipe.approximation) and is_crowded(plan.states, n):
        return choose_exact(
            recipe, n, dimensions, tr("{states} states for {n} readings", states=plan.states, n=n)
        )
    plan.approximation.check(n, dimensions)
    needed = plan.bytes_needed(n, dimensions)
    free = is_auto(recipe.approximation) and is_auto(recipe.solver)
    if free and plan.solver.needs == "entries" and (n > LARGEST_MATRIX or not fits(needed)):
        return choose_large(recipe, n, dimensions)
    if not fits(needed):
        raise InputError(_too_large(plan, n, dimensions, needed))
    return plan


def _choose_layers(recipe: Recipe, n: int, size: int, dimensions: int) -> Plan:
    filled, reason = filled_in(recipe, n, dimensions)
    plan = _planned(filled, size, dimensions)
    plan.approximation.check(n, dimensions)
    return plan.because(reason) if reason else plan


def planned(written: Recipe, n: int, dimensions: int) -> Plan:
    """The plan of a recipe in which nothing is left to choose; what it takes is not asked again."""
    return _planned(written, n, dimensions)


def choose_exact(recipe: Recipe, n: int, dimensions: int, reason: str) -> Plan:
    """The plan with the full matrix where the state space was ``auto``'s first choice."""
    plan = choose(replace(recipe, approximation=Call("exact")), n, dimensions)
    return replace(plan, reasons=(f"{plan.why} ({reason})",))


def choose_large(recipe: Recipe, n: int, dimensions: int) -> Plan:
    """The plan where the full matrix is too large: of the largest rank that fits the memory."""
    size = next((most for most in SIZES if n <= most), SIZES[-1] + 1)
    for rank in RANKS:
        written = parse(f"nystrom(rank={rank}, sampling='rpcholesky')")
        plan = _planned(replace(recipe, approximation=written), size, dimensions)
        if fits(plan.bytes_needed(n, dimensions)):
            break
    else:
        raise InputError(_too_large(plan, n, dimensions, plan.bytes_needed(n, dimensions)))
    if dimensions > 1:
        reason = tr(
            "{n:,} × {dimensions} inputs: RPCholesky rank {rank:,}",
            n=n,
            dimensions=dimensions,
            rank=rank,
        )
    else:
        reason = tr("{n:,} readings: RPCholesky rank {rank:,}", n=n, rank=rank)
    return replace(plan, reasons=(reason,))


@lru_cache(maxsize=256)
def _planned(recipe: Recipe, n: int, dimensions: int) -> Plan:
    """The plan for a recipe is the same for every field of a table: made once."""
    reasons: list[str] = []
    expression = recipe.kernel
    if is_auto(expression):
        expression = Call("matern32" if dimensions == 1 else "rbf")
        reasons.append(
            tr("one input: a Matérn 3/2 curve")
            if dimensions == 1
            else tr("several inputs: an RBF surface")
        )
    curve, written_noise = split_noise(build_kernel(expression, dimensions))
    if curve is None:
        raise InputError(
            tr("This kernel is only noise: add a term for the curve, such as matern32.")
        )
    curve.check(dimensions)
    recipe = recipe.filled(likelihood="gaussian")
    likelihood: Likelihood = make(LIKELIHOODS, recipe.likelihood)
    if written_noise is not None:
        likelihood = likelihood.with_noise(written_noise)
    scale = _scale(recipe, likelihood)
    approximation, solver = _method(recipe, curve, dimensions)
    if likelihood.takes_away and not solver.takes_negative_noise:
        raise InputError(_cannot_take_away(likelihood, solver))
    if is_auto(recipe.approximation) or is_auto(recipe.solver):
        reasons.append(_why(approximation, solver, curve, dimensions))
    learner = _learner(recipe, solver, n, _is_slow(likelihood, curve))
    if learner.moves:
        curve = with_multipliers(curve)
    mean = make(MEANS, recipe.mean)
    written = replace(recipe, kernel=expression).filled(
        approximation=approximation.spec.name,
        solver=solver.spec.name,
        learning=learner.spec.name,
        scale=scale.spec.name,
    )
    return Plan(
        curve, likelihood, mean, approximation, solver, learner, tuple(reasons), recipe.seed,
        scale, written,
    )  # fmt: skip


@lru_cache(maxsize=256)
def link_of(written: Recipe) -> Scale:
    """From the curve to the readings' own numbers: the likelihood's way, or the scale's."""
    scale: Scale = make(SCALES, written.scale)
    likelihood: Likelihood = make(LIKELIHOODS, written.likelihood)
    return likelihood.link if scale.is_identity else scale


def _scale(recipe: Recipe, likelihood: Likelihood) -> Scale:
    """Readings as they are, where nothing is written; refused where they have a scale already."""
    scale: Scale = IDENTITY if is_auto(recipe.scale) else make(SCALES, recipe.scale)
    if not (scale.is_identity or likelihood.shifts):
        raise InputError(
            tr(
                "The likelihood '{likelihood}' has a scale of its own: choose the scale "
                "'identity', or a likelihood such as 'gaussian'.",
                likelihood=likelihood.spec.name,
            )
        )
    return scale


def _method(recipe: Recipe, kernel: Kernel, dimensions: int) -> tuple[Approximation, Solver]:
    """An approximation that suits the kernel with a solver that can use it."""
    if is_auto(recipe.approximation):
        candidates = [
            entry()
            for entry in APPROXIMATIONS
            if entry.by_auto and not _misfit(entry, kernel, dimensions)
        ]
    else:
        written: Approximation = make(APPROXIMATIONS, recipe.approximation)
        if problem := _misfit(type(written), kernel, dimensions):
            raise InputError(problem)
        candidates = [written]
    solvers = (
        [entry() for entry in SOLVERS] if is_auto(recipe.solver) else [make(SOLVERS, recipe.solver)]
    )
    for approximation in candidates:
        for solver in solvers:
            if solver.needs in approximation.gives:
                return approximation, solver
    raise InputError(_no_pair(candidates, solvers[0]))


def _misfit(entry: type[Approximation], kernel: Kernel, dimensions: int) -> str:
    """Why the approximation cannot hold this kernel, or an empty text when it can."""
    name = entry.spec.name
    if entry.dimensions is not None and dimensions not in entry.dimensions:
        return tr_count(
            max(entry.dimensions),
            "The approximation '{name}' takes {n} input, here are {dimensions}: "
            "choose 'exact' or 'auto'.",
            "The approximation '{name}' takes up to {n} inputs, here are {dimensions}: "
            "choose 'exact' or 'auto'.",
            name=name,
            dimensions=dimensions,
        )
    if lacking := entry.needs - kernel.offers:
        return tr(
            "The approximation '{name}' needs a {structures} kernel, which "
            "{kernel} is not: choose 'exact' or 'auto', or a kernel such as matern32.",
            name=name,
            structures=all_of(sorted(lacking)),
            kernel=kernel,
        )
    return ""


def _cannot_take_away(likelihood: Likelihood, solver: Solver) -> str:
    return tr(
        "By expectation propagation readings of '{likelihood}' may take away from what others say, "
        "which the solver '{solver}' cannot follow: choose {solvers}, the approximation 'exact', "
        "or inference='laplace'.",
        likelihood=likelihood.spec.name,
        solver=solver.spec.name,
        solvers=SOLVERS.listed(lambda entry: entry.takes_negative_noise),
    )


def _no_pair(candidates: list[Approximation], solver: Solver) -> str:
    names = ", ".join(f"'{c.spec.name}'" for c in candidates)
    suited = [e.spec.name for e in SOLVERS if any(e.needs in c.gives for c in candidates)]
    return tr(
        "The solver '{solver}' cannot use the approximation {approximations}: choose "
        "{solvers}, or leave one of the two to 'auto'.",
        solver=solver.spec.name,
        approximations=names,
        solvers=any_of(suited),
    )


def _why(approximation: Approximation, solver: Solver, kernel: Kernel, dimensions: int) -> str:
    if solver.needs == "markov":
        return tr("one time input and a kernel with a state space: O(n)")
    matrix, by = in_sentence(approximation.spec.title), solver.spec.title
    if "markov" in kernel.offers:
        return tr_count(
            dimensions,
            "one input: {matrix}, by {solver}",
            "{n} inputs: {matrix}, by {solver}",
            matrix=matrix,
            solver=by,
        )
    return tr_count(
        dimensions,
        "one input and a kernel without a state space: {matrix}, by {solver}",
        "{n} inputs and a kernel without a state space: {matrix}, by {solver}",
        matrix=matrix,
        solver=by,
    )


def in_sentence(title: str) -> str:
    """Without its capital letter, unless it is somebody's name."""
    named = title.split(maxsplit=1)[0] in NAMES
    return title if named else title[:1].lower() + title[1:]


def _is_slow(likelihood: Likelihood, curve: Kernel) -> bool:
    """Whether an evaluation is itself a search, and averaging would take hundreds of them."""
    learnt = sum(not setting.held for _, setting in with_multipliers(curve).settings)
    return not (likelihood.closed or likelihood.sorts) and learnt > FEW_NUMBERS


def _learner(recipe: Recipe, solver: Solver, n: int, slow: bool) -> Learner:
    expression = recipe.learning
    if is_auto(expression):
        restarts = RESTARTS if n <= MANY_READINGS.get(solver.needs, MANY_OTHERWISE) else 0
        expression = Call("ml2", keywords=(("restarts", Number(restarts)),))
        if n <= FEW_READINGS:
            expression = Call("map", keywords=(("restarts", Number(0)),)) if slow else AVERAGED
    learner: Learner = make(LEARNERS, expression)
    return learner


def fits(needed: float) -> bool:
    """Whether so many bytes are free."""
    return needed <= ALWAYS_FREE or needed <= available_bytes() * SHARE_OF_MEMORY


def _too_large(plan: Plan, n: int, dimensions: int, needed: float) -> str:
    free = available_bytes() * SHARE_OF_MEMORY
    return tr(
        "{count:,} readings with '{approximation}' and '{solver}' need {needed} of memory and "
        "{free} are free: {advice}.",
        count=n,
        approximation=plan.approximation.spec.name,
        solver=plan.solver.spec.name,
        needed=human_bytes(needed),
        free=human_bytes(free),
        advice=_less(plan, n, dimensions),
    )


def _less(plan: Plan, n: int, dimensions: int) -> str:
    """What would need less than a plan that is too large."""
    if plan.along_time:
        return tr("use fewer readings, or close other programs")
    if 0 < plan.rank(n, dimensions) < n:
        return tr("use fewer readings, or a smaller rank")
    if dimensions > 1:
        return tr("use fewer readings, or approximation 'nystrom', which needs little")
    return tr(
        "use fewer readings, or one time input with a Markov kernel such as matern32, or "
        "'nystrom', which need little"
    )
