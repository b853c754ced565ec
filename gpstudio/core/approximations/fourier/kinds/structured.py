"""Orthogonal frequencies by fast transforms: no matrix, and time nearly that of the readings alone.

Structured orthogonal features (Yu et al. 2016) take H D₁ H D₂ H D₃ for an orthogonal matrix, H of
Walsh and Hadamard, D with random signs. Its rows are not quite in any direction alike, so that the
features are biased, the more the fewer the inputs: in the plane there are but four directions. Here
the last H D₁ is a butterfly B, of pairs turned by random angles instead of ±45°: a row's squared
length is shared out along a tree, at a branch of 2h leaves by the law Beta(h/2, h/2), which is how
chance shares out the squares of a uniform direction. So each row is exactly uniform, the rows are
exactly orthogonal, and it takes as many steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.fourier.drawn import QUARTERS, DrawnFeatures, Waves, in_spans
from gpstudio.core.approximations.fourier.hadamard import power_above
from gpstudio.core.approximations.fourier.kinds.kind import KINDS, Kind
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

TOGETHER = 8
"""Readings that are transformed side by side."""


@KINDS.register
class Structured(Kind):
    spec = Spec(
        "structured",
        tr("Structured"),
        tr(
            "Orthogonal ones by fast Hadamard transforms: for many inputs; it gains little for few."
        ),
    )

    def drawn(self, count: int, inputs: int, random: np.random.Generator) -> DrawnFeatures:
        side = power_above(inputs)
        blocks = -(-count // side)
        return DrawnAsBlocks(
            random.random(count),
            4.0 * random.random(count),
            int(random.integers(1 << 32)),
            inputs,
            random.choice([-1.0, 1.0], (blocks, 2, side)),
            butterflies(blocks, side.bit_length() - 1, random),
            np.sqrt(random.chisquare(side, count)),
        )


def butterflies(blocks: int, bits: int, random: np.random.Generator) -> Floats:
    """Cosines and sines in the order in which they are used: see ``compiled_structured``."""
    passes = []
    for low in range(0, bits, 3):
        take = min(3, bits - low)
        count = (blocks, 1 << (bits - take), 1 << (take - 1))
        pairs = [_angles(2.0 ** (low + bit), count, random) for bit in range(take)]
        passes.append(np.concatenate(pairs, axis=2).reshape(blocks, -1))
    return np.concatenate([np.zeros((blocks, 0)), *passes], axis=1)


def _angles(leaves: float, count: tuple[int, ...], random: np.random.Generator) -> Floats:
    """Cosines and sines that share out a length as chance does between so many inputs either way:
    their squares follow Beta(leaves/2, leaves/2)."""
    squares = random.chisquare(leaves, (*count, 2))
    signs = random.choice([-1.0, 1.0], squares.shape)
    return np.asarray(signs * np.sqrt(squares / squares.sum(axis=-1, keepdims=True)))


@dataclass(frozen=True, eq=False)
class DrawnAsBlocks(DrawnFeatures):
    inputs: int
    flips: Floats
    """(blocks, 2, side): the signs D."""
    angles: Floats
    """(blocks, numbers): of B."""
    lengths: Floats
    """(frequencies,): as long as a normal vector of ``side`` numbers is."""

    @cached_property
    def normals(self) -> Floats:
        """Only for slopes and for spectra with centres."""
        from gpstudio.core.approximations.fourier.compiled_structured import put_angles

        table = np.empty((len(self.lengths), self.inputs))
        parts = self._parts(self.lengths)
        put_angles(np.eye(self.inputs), *parts, table, 0, self.inputs)
        return table

    def put(self, waves: Waves, inputs: Floats, spectrum: Spectrum, task: Task = QUIET) -> None:
        from gpstudio.core.approximations.fourier.compiled_structured import put_structured

        if spectrum.centres.any():
            super().put(waves, inputs, spectrum, task)
            return
        parts = self._parts(QUARTERS * self.lengths * spectrum.spreads(self.uniforms))
        scaled = inputs * spectrum.widths[:, None]

        def work(first: int, last: int) -> None:
            put_structured(scaled, *parts, waves.phases, waves.size, waves.into, first, last)

        in_spans(work, inputs.shape[1], len(waves.into), task, by=TOGETHER)

    def project(self, inputs: Floats, spectrum: Spectrum, into: Floats) -> None:
        """In radians, of a spectrum without centres; (frequencies, readings), as in ``put``."""
        from gpstudio.core.approximations.fourier.compiled_structured import put_angles

        parts = self._parts(self.lengths * spectrum.spreads(self.uniforms))
        scaled = inputs * spectrum.widths[:, None]

        def work(first: int, last: int) -> None:
            put_angles(scaled, *parts, into, first, last)

        in_spans(work, inputs.shape[1], len(into), QUIET, by=TOGETHER)

    def _parts(self, scales: Floats) -> tuple[Floats, Floats, Floats]:
        """The two transforms lengthen by √side each."""
        return self.flips, self.angles, scales / self.flips.shape[2]
