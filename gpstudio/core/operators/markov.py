"""A covariance along one input, held as a state that moves: O(n) memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels.accuracy import along_time
from gpstudio.core.kernels.states.blocks import QUARTER, pairwise
from gpstudio.core.kernels.states.form import TERMS, MarkovForm
from gpstudio.core.operators.operator import Operator

OWN_ROWS = -1
"""In place of a degree: each reading, and each target, has a readout of its own."""
UNROLLED = 4
"""Up to so many states, passes are compiled for their number; beyond, one version serves all."""


class Steps(NamedTuple):
    """A Markov form as flat arrays, for the passes compiled for one number of states.

    See ``MarkovForm`` for what they mean. ``anchor`` is P of the blocks that forget: over a long
    step a covariance is P + A (· − P) Aᵀ there, and A · Aᵀ for blocks that only turn or stay.
    """

    decay: Floats
    """λ of each state, (D,)."""
    turn: Floats
    """ω of each state, (D,)."""
    powers: Floats
    """Nᵏ/k!, (D, D, D); the turning blocks' factors of cos ωΔ."""
    asides: Floats
    """The same of sin ωΔ, (D, D, D)."""
    shaking: Floats
    stationary: Floats
    anchor: Floats
    readout: Floats
    origin: float
    since: float
    """Where walks begin: ``stationary`` is the covariance then."""
    degree: int
    """Of the readout's polynomials."""
    near: float
    columns: int
    """k, of readings carried together."""


class Bands(NamedTuple):
    """A Markov form as flat arrays, for the passes that serve any number of states.

    Block-diagonal matrices are kept as bands: row i holds the columns from ``first[i]`` on, of
    which ``width[i]`` are used.
    """

    first: Integers
    width: Integers
    block: Integers
    """For each block: its first state, its couplings s, and 2 where it turns, else 1."""
    decay: Floats
    turn: Floats
    """Of each block, (blocks,)."""
    powers: Floats
    """Nᵏ/k!, (blocks, K, s, s)."""
    shaking: Floats
    """(TERMS, D, band)."""
    stationary: Floats
    anchor: Floats
    lasting: Floats
    """P of the blocks that are not whole, which have no noise of their own; all (D, band)."""
    readout: Floats
    origin: float
    since: float
    degree: int
    near: float
    columns: int
    states: int
    """D."""
    band: int
    blocks: int
    most: int
    """K."""
    couplings: int
    """The largest s."""


@dataclass(frozen=True, eq=False)
class MarkovCovariance(Operator):
    """The state-space view of a kernel at times that ascend."""

    offers = frozenset({"markov"})

    def form(self, noise: Floats) -> MarkovForm:
        """Fine enough for readings with these noise variances."""
        if self.kernel.markov_error() == 0.0:
            return self._exact
        finest = float(noise.min(initial=np.inf))
        return along_time(self.kernel, self.inputs, finest).kernel.markov_form()

    @cached_property
    def _exact(self) -> MarkovForm:
        """Of a kernel that is no series: one for noises of any size, such as those of a search for
        the most probable curve."""
        return self.kernel.markov_form()

    @cached_property
    def time(self) -> Floats:
        return np.ascontiguousarray(self.inputs[:, 0])


def outputs_of(inputs: Floats) -> Integers:
    """Which output each row is of: what stands behind its time; the first where nothing does."""
    if inputs.shape[1] == 1:
        return np.zeros(len(inputs), dtype=np.int64)
    return inputs[:, 1].astype(np.int64)


def unrolled(form: MarkovForm) -> bool:
    """True where the passes are compiled for the form's number of states."""
    return form.dimension <= UNROLLED and all(part.whole for part in form.parts)


def steps(form: MarkovForm, columns: int, careful: bool, rows: Floats | None = None) -> Steps:
    """What the passes for few states need of the form.

    ``careful`` keeps the digits of short steps' noise, at twice the work; without it that noise is
    good to 1e-16 of the curve's variance, which is enough unless readings are very quiet. ``rows``
    are the readings' own readouts, where they have such.
    """
    size = form.dimension
    powers, asides = np.zeros((2, size, size, size))
    place = 0
    for part in form.parts:
        for power, inner in enumerate(part.powers()):
            straight = pairwise(inner, np.eye(2)) if part.turns else inner
            aside = pairwise(inner, QUARTER) if part.turns else np.zeros_like(inner)
            for block in range(part.count):
                here = slice(place + block * part.width, place + (block + 1) * part.width)
                powers[power, here, here] = straight[block]
                asides[power, here, here] = aside[block]
        place += part.count * part.width
    return Steps(
        _each_state(form, "decay"),
        _each_state(form, "turn"),
        powers.ravel(),
        asides.ravel(),
        (form.shaking() if careful else np.zeros((TERMS, size, size))).ravel(),
        form.started(form.since).ravel(),
        form.anchor.ravel(),
        (form.readout if rows is None else rows).ravel(),
        form.origin,
        form.since,
        form.degree if rows is None else OWN_ROWS,
        form.near if careful else -1.0,
        columns,
    )


def bands(form: MarkovForm, columns: int, careful: bool, rows: Floats | None = None) -> Bands:
    """What the passes for any number of states need of the form."""
    parts = form.parts
    band = max(part.width for part in parts)
    size = max(part.coupling.shape[-1] for part in parts)
    most = max(len(part.powers()) for part in parts)
    powers = np.concatenate([_padded(part.powers(), most, size) for part in parts])
    block, first, place = [], [], 0
    for part in parts:
        for _ in range(part.count):
            block.append([place, part.coupling.shape[-1], part.pair])
            first += [place] * part.width
            place += part.width
    anchors = [part.stationary * part.forgets[:, None, None] for part in parts]
    lasting = [part.stationary * float(not part.whole) for part in parts]
    shaking = [part.shaking[0] for part in parts] if careful else []
    return Bands(
        np.array(first),
        np.concatenate([np.full(part.count * part.width, part.width) for part in parts]),
        np.array(block).ravel(),
        np.concatenate([part.decay for part in parts]),
        np.concatenate([part.turn for part in parts]),
        powers.ravel(),
        _band(shaking, band).ravel() if careful else np.zeros(TERMS * place * band),
        _band([part.started(form.since) for part in parts], band).ravel(),
        _band(anchors, band).ravel(),
        _band(lasting, band).ravel(),
        (form.readout if rows is None else rows).ravel(),
        form.origin,
        form.since,
        form.degree if rows is None else OWN_ROWS,
        form.near if careful else -1.0,
        columns,
        place,
        band,
        len(block),
        most,
        size,
    )


def _each_state(form: MarkovForm, name: str) -> Floats:
    return np.concatenate([np.repeat(getattr(part, name), part.width) for part in form.parts])


def _padded(powers: Floats, most: int, size: int) -> Floats:
    """(k, blocks, s, s) as (blocks, most, size, size)."""
    k, blocks, s, _ = powers.shape
    padded = np.zeros((blocks, most, size, size))
    padded[:, :k, :s, :s] = np.swapaxes(powers, 0, 1)
    return padded


def _band(stacks: list[Floats], band: int) -> Floats:
    """Stacks of blocks (…, blocks, width, width) one below the other, (…, D, band)."""
    rows = []
    for stack in stacks:
        *front, blocks, width, _ = stack.shape
        wide = np.zeros((*front, blocks, width, band))
        wide[..., :width] = stack
        rows.append(wide.reshape(*front, blocks * width, band))
    return np.ascontiguousarray(np.concatenate(rows, axis=-2))
