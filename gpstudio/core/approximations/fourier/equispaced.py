"""Equispaced Fourier (EFGP): the covariance as waves at equispaced frequencies.

Greengard, Rachh and Barnett (2023): the spectral density is summed on a lattice fine and wide
enough for the tolerance; normal equations of the waves are then Toeplitz.
"""

from __future__ import annotations

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation, Ground
from gpstudio.core.approximations.fourier.equispaced_covariance import EquispacedCovariance
from gpstudio.core.approximations.fourier.equispaced_lattice import Lattice, settled
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec, decimal
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

USUAL_WAVES = 1_000
"""Taken for the memory before the kernel's numbers are known."""


@APPROXIMATIONS.register
class Equispaced(Approximation):
    """Far from all readings the curve's variance is the kernel's own, as with ``exact``."""

    spec = Spec(
        "equispaced",
        tr("Equispaced Fourier"),
        tr(
            "Waves at equispaced frequencies, to any tolerance: for very many readings of one to "
            "three inputs and a smooth kernel."
        ),
        (
            decimal(
                "tolerance",
                tr("Tolerance"),
                tr("How far a covariance may be from the kernel's, as a share of its variance."),
                default=1e-6,
                low=1e-13,
                high=0.1,
            ),
            decimal(
                "room",
                tr("Room"),
                tr(
                    "By which factor lengths may change while they are learnt; 1 where they "
                    "are known."
                ),
                default=1.1,
                low=1.0,
                high=10.0,
            ),
        ),
    )
    needs = frozenset({"spectral"})
    gives = frozenset({"features", "toeplitz", "products"})
    dimensions = frozenset({1, 2, 3})
    by_auto = False
    by_numbers = True

    def __init__(self, tolerance: float = 1e-6, room: float = 1.1) -> None:
        self.tolerance, self.room = tolerance, room
        self._lattice: Lattice | None = None

    def rank(self, n: int, dimensions: int) -> int:
        return USUAL_WAVES

    def prepared(self, ground: Ground, task: Task = QUIET) -> Approximation:
        task.check()
        made = Equispaced(self.tolerance, self.room)
        made._lattice = settled(ground.kernel, ground.inputs, self.tolerance, self.room)
        return made

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        if self._lattice is None:
            raise RuntimeError("waves are settled by prepared()")
        return EquispacedCovariance(kernel, inputs, self._lattice)
