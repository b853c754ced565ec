"""Fourier features: the covariance as a sum of waves whose frequencies follow its spectrum."""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation, Ground
from gpstudio.core.approximations.fourier.covariance import FourierCovariance
from gpstudio.core.approximations.fourier.drawn import DrawnFeatures
from gpstudio.core.approximations.fourier.forms import FORMS
from gpstudio.core.approximations.fourier.kinds import KINDS
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec, integer
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@APPROXIMATIONS.register
class Fourier(Approximation):
    """Features are shared out evenly among the kernel's terms: their variances are not known
    before they are learnt."""

    spec = Spec(
        "fourier",
        tr("Fourier features"),
        tr(
            "The covariance as a sum of waves of random frequencies. The waves never end: with "
            "few features the curve is too sure far from all readings."
        ),
        (
            integer(
                "features",
                tr("Features"),
                tr("How many waves."),
                default=1024,
                low=2,
                high=1_000_000,
            ),
            KINDS.choice("kind", tr("Frequencies"), tr("How frequencies are drawn.")),
            FORMS.choice("form", tr("Form"), tr("What is made of each frequency.")),
        ),
        short=tr("Fourier"),
    )
    needs = frozenset({"spectral"})
    gives = frozenset({"features", "products"})
    by_auto = False
    budget = "features"

    def __init__(
        self,
        features: float = 1024,
        kind: str = KINDS.names[0],
        form: str = FORMS.names[0],
    ) -> None:
        self._features = int(features)
        self.kind = KINDS[kind]()
        self.form = FORMS[form]()
        self._draws: tuple[DrawnFeatures, ...] = ()
        self._origin: Floats = np.zeros(0)

    def rank(self, n: int, dimensions: int) -> int:
        return self._features

    def check(self, n: int, dimensions: int) -> None:
        if self._features % self.form.lines:
            raise InputError(
                tr(
                    "The {features:,} features of 'fourier' do not make pairs of a cosine and a "
                    "sine: write {even:,}, or form 'phase'.",
                    features=self._features,
                    even=self._features + 1,
                )
            )

    def prepared(self, ground: Ground, task: Task = QUIET) -> Approximation:
        spectra = ground.kernel.spectra(ground.inputs.shape[1])
        frequencies = self._features // self.form.lines
        if frequencies < len(spectra):
            raise InputError(
                tr(
                    "The kernel {kernel} has {terms} terms, for which the "
                    "{features:,} features of 'fourier' are too few: write "
                    "{fewest:,} at least.",
                    kernel=ground.kernel,
                    terms=len(spectra),
                    features=self._features,
                    fewest=self.form.lines * len(spectra),
                )
            )
        draws = []
        for place, spectrum in enumerate(spectra):
            task.check()
            share = (frequencies + place) // len(spectra)
            random = np.random.default_rng([ground.seed, 12, place])
            draws.append(self.kind.drawn(share, len(spectrum.columns), random))
        made = Fourier(self._features, self.kind.spec.name, self.form.spec.name)
        made._draws = tuple(draws)
        made._origin = ground.inputs.mean(axis=0)
        return made

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        if not self._draws:
            raise RuntimeError("frequencies are drawn by prepared()")
        return FourierCovariance(kernel, inputs, self._draws, self.form, self._origin)
