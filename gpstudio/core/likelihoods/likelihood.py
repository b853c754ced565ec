"""What a likelihood is, and the registry of them.

A likelihood owns the numbers that learning finds for it, the link between the curve and the scale
of readings, and how readings scatter. In what follows ``curve`` is on the link's inner scale and
``values`` are readings; ``relative_noise`` is how many times as noisy each is as the likelihood's
numbers say (1/w for w readings of one value, which only counts tell apart from one so much surer:
see ``repeated``); ``numbers`` are those of ``parameters``, in their order.

To write one: ``spec``, ``link``, ``usual``, ``log_density``, ``tails``, ``scatter``, ``expansion``
and ``slopes``; ``whole`` for counts, or ``check`` where not every value can be a reading. All else
follows from these; what has a closed form may have it. One that ``shifts`` and whose errors are not
normal says what normals they are a mixture of, ``normals``. What inference suits one of few counts
or of yes and no, ``inference`` says.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.likelihoods import foretelling
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes, Sites
from gpstudio.core.mixtures import Mixture, mixed
from gpstudio.core.registry import Registry
from gpstudio.core.scales import IDENTITY, Scale, inflation
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.translation import tr

Numbers: TypeAlias = tuple[float, ...]
"""One a parameter that is learnt."""


@dataclass(frozen=True)
class Held:
    """What is held likely of a number, in its coordinate: a normal between bounds."""

    centre: float
    spread: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Judged:
    """Readings of two sorts, one row each."""

    shares: Floats
    """How much each counts of a reading of the Gaussian sort."""
    numbers: Numbers
    """Likelier ones, the noise as it was."""
    log_density: float
    """What the sorts add to that of Gaussian readings which count for their shares."""


class Likelihood(ABC):
    """How readings arise from the curve."""

    spec: ClassVar[Spec]
    link: ClassVar[Scale] = IDENTITY
    closed: ClassVar[bool] = False
    """Whether readings are their own sites, so that one solution conditions the curve exactly."""
    concave: ClassVar[bool] = True
    """Whether the log density has one summit in the curve, wherever the reading lies."""
    sorts: ClassVar[bool] = False
    """Whether readings are of two sorts, of which one is Gaussian about the curve, its noise the
    first number, and the other says little of it: then ``judged`` tells which are which, and
    learning goes by ``inference/sorting.py``."""
    shifts: ClassVar[bool] = False
    """Whether readings and curve may be counted from any level: what scatters is their difference.
    Only then may a mean with a level take the readings' average off them."""
    inference: str = "laplace"
    """How the Gaussian in place of the posterior is found where readings are not their own sites:
    ``laplace``, about the mode; ``variational``, the nearest there is, where ``spread_out`` tells
    what readings say of a curve that is uncertain; ``ep``, by the moments that each reading gives
    the curve."""
    sweeps: str = "parallel"
    """Whether expectation propagation renews all sites at once or one after the other."""
    damping: float = 0.0
    """Which share of a site such a step keeps."""
    heavy: ClassVar[bool] = False
    """Whether errors have tails that fade as a power does."""
    whole: ClassVar[bool] = False
    """Whether readings are whole numbers from zero."""
    sized: ClassVar[bool] = False
    """Whether it is known before any reading how far curves swing: as far as ``usual`` does."""
    written: tuple[Setting, ...] = ()
    """Of each number that is learnt, what was written of it."""

    @property
    def takes_away(self) -> bool:
        """Whether what stands for a reading may take away from what others say."""
        return self.inference == "ep" and not self.concave

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that learning finds."""
        return tuple(parameter for parameter in self.spec.parameters if parameter.learnt)

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return tuple(zip(self.parameters, self.written, strict=True))

    def with_noise(self, noise: Setting) -> Likelihood:
        """The same with another setting of its noise."""
        place = self._noise_place
        if place is None:
            raise InputError(
                tr(
                    "The likelihood '{name}' has no noise of its own: take the term 'white' out of "
                    "the kernel.",
                    name=self.spec.name,
                )
            )
        other = copy.copy(self)
        other.written = (*self.written[:place], noise, *self.written[place + 1 :])
        return other

    def noise(self, numbers: Sequence[float]) -> float:
        """The number that is a variance of readings about the curve; NaN where there is none."""
        return math.nan if self._noise_place is None else float(numbers[self._noise_place])

    def scaled(self, numbers: Floats, times: float) -> Numbers:
        """With so many times the noise."""
        place = self._noise_place
        factors = [times if i == place else 1.0 for i in range(len(numbers))]
        return tuple(float(n * factor) for n, factor in zip(numbers, factors, strict=True))

    @property
    def _noise_place(self) -> int | None:
        roles = [parameter.role for parameter in self.parameters]
        return roles.index("noise") if "noise" in roles else None

    def of_outputs(self, outputs: Integers) -> Likelihood:
        """The same for readings of these outputs, row by row, for whatever is asked of rows; where
        outputs scatter alike, itself."""
        return self

    def check(self, values: Floats) -> None:
        """An ``InputError`` that names the first value which cannot be a reading."""
        if not self.whole:
            return
        wrong = values[(values < 0.0) | (values != np.floor(values))]
        if len(wrong):
            raise InputError(
                tr(
                    "The likelihood '{name}' takes counts, and {number} is none: give whole "
                    "numbers from 0, or choose another likelihood such as 'gaussian'.",
                    name=self.spec.name,
                    number=print_number(float(wrong[0])),
                )
            )
        if not values.any():
            raise InputError(
                tr(
                    "All counts are 0, which does not tell how low their level is: leave them "
                    "out, or count for longer."
                )
            )

    def usual(self, values: Floats) -> Floats:
        """A curve under which each reading, by itself, is about as likely as can be."""
        return self.link.inside(values)

    @abstractmethod
    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        """Of readings where the curve is known."""

    @abstractmethod
    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        """How probable less than the value is, and more than it, where the curve is known."""

    @abstractmethod
    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> Floats | float:
        """The variance of a new reading about the curve, on average over a curve that is normal
        inside; one number where it is the same everywhere."""

    @abstractmethod
    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        """What readings say of the curve about this course of it."""

    def spread_out(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats
    ) -> Expansion:
        """The expansion, averaged over a curve that is normal; of one without numbers."""
        raise NotImplementedError

    def tilted(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> foretelling.Tilted:  # fmt: skip
        """How probable readings are where the curve is normal, and what they make of it."""
        return foretelling.tilted(self, values, (mean, variance), relative_noise, numbers)

    @abstractmethod
    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        """How the expansion changes."""

    def judged(
        self,
        values: Floats,
        mean: Floats,
        variance: Floats,
        relative_noise: Floats,
        numbers: Numbers,
        held: Sequence[Held],
    ) -> Judged:
        """Which readings are of the Gaussian sort, about a curve of which so much is known; with
        ``held`` of each number but the noise."""
        raise NotImplementedError

    def sites(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Sites:
        """The Gaussians that stand for readings about this course of the curve."""
        return self.expansion(values, curve, relative_noise, numbers).sites(curve)

    def reading(
        self, curves: Mixture, numbers: Sequence[Numbers], scale: Scale = IDENTITY,
        relative_noise: Floats | float = 1.0,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """Mean and variance of a new reading in its own numbers; ``numbers`` are each member's.
        Where the scale bends, curve and error are one before they are taken outside."""
        if not scale.is_identity:
            return self._bent(curves, numbers, scale, relative_noise)
        each = [
            self.scatter(mean, spread, own) * np.ones(len(mean))
            for mean, spread, own in zip(curves.means, curves.spreads, numbers, strict=True)
        ]
        means, variances = self.link.moments(curves.means, curves.spreads, curves.freedom)
        scatter = np.array(each) * inflation(curves.freedom) * relative_noise
        return mixed(curves.weights, means, variances + scatter)

    def _bent(
        self, curves: Mixture, numbers: Sequence[Numbers], scale: Scale,
        relative_noise: Floats | float,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        one_normal = self.heavy and not scale.takes_heavy
        normals = partial(Likelihood.normals, self) if one_normal else self.normals
        each = [normals(own) for own in numbers]
        shares, places, variances = np.array(each).transpose(1, 2, 0)
        shares = shares * curves.weights
        parts = [
            mixed(
                share / share.sum(),
                *scale.moments(
                    curves.means + place[:, None],
                    curves.spreads + variance[:, None] * relative_noise,
                    curves.freedom,
                ),
            )
            for share, place, variance in zip(shares, places, variances, strict=True)
        ]
        means, spreads = map(np.array, zip(*parts, strict=True))
        return mixed(shares.sum(axis=1), means, spreads)

    def normals(self, numbers: Numbers) -> tuple[Floats, Floats, Floats]:
        """Shares, means and variances of the normals that a reading's error, where it ``shifts``,
        is a mixture of; unless a likelihood says more, one that is as wide."""
        nowhere = np.zeros(1)
        return np.ones(1), nowhere, np.ones(1) * self.scatter(nowhere, nowhere, numbers)

    def repeated(
        self, relative_noise: Floats, repeats: Floats, numbers: Numbers
    ) -> tuple[float, Floats]:
        """What rows that stand for several readings of one value leave out of the log density of
        all those, and its slopes in the coordinates of the numbers. Nothing where the density of
        a row is theirs already, as of counts."""
        return 0.0, np.zeros(len(numbers))

    def with_known_noise(self, noise: float) -> Likelihood:
        """For readings of which it is known how noisy they are: nothing is learnt of it."""
        place = self._noise_place
        if place is None:
            raise InputError(
                tr(
                    "The likelihood '{name}' has no noise of its own: leave noise_std out, or "
                    "choose another likelihood such as 'gaussian'.",
                    name=self.spec.name,
                )
            )
        if self.written[place] != Setting():
            raise InputError(
                tr(
                    "noise_std says how noisy each reading is, and a noise is written beside it: "
                    "leave out one of the two."
                )
            )
        return self.with_noise(Setting(noise, held=True))

    def noise_at(self, curve: Floats, relative_noise: Floats, numbers: Numbers) -> Floats:
        """The variance with which each reading speaks of the curve, on the readings' scale."""
        return np.asarray(self.scatter(curve, np.zeros(len(curve)), numbers) * relative_noise)

    def interval(
        self, curves: Mixture, numbers: Sequence[Numbers], probability: float
    ) -> tuple[Floats, Floats]:
        """Between which values a new reading lies with that probability, as likely to be above as
        below; ``numbers`` are each member's."""
        return foretelling.interval(self, curves, numbers, probability)

    def foretold(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """Of readings whose curve is known to be normal: log density, and how far off a standard
        normal is as rarely."""
        return foretelling.foretold(self, values, (mean, variance), relative_noise, numbers)

    def residuals(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        """How far off a standard normal is as rarely as each reading about this curve. A whole
        number stands for a stretch of places, of which one is drawn, the same every time."""
        below, above = self.tails(values, curve, relative_noise, numbers)
        return foretelling.residuals(below, above)


LIKELIHOODS: Registry[type[Likelihood]] = Registry("likelihood")
