"""Local linear trend: a level that drifts, with a slope that drifts too."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.walk import Walk
from gpstudio.core.spec import Spec, inputs, origin, variance
from gpstudio.translation import tr


@KERNELS.register
class LocalLinearTrend(Walk):
    """k(x, x′) = Σ_d v u + q u² (3w − u)/6, u and w the earlier and the later of x_d − c_d and
    x′_d − c_d: a Wiener process beside an integrated one (Durbin and Koopman 2012, 3.2.1, at any
    times). With ``level=0`` the curve is a cubic smoothing spline (Wahba 1978)."""

    spec = Spec(
        "local_linear_trend",
        tr("Local linear trend"),
        tr("A level and a slope that drift by chance: a forecast goes on as the curve went last."),
        (
            variance(
                "level",
                tr("Level variance"),
                tr("How far the level walks besides its slope, in a unit of time; 0: not at all."),
                unit="value²/input",
                several=True,
                zero=True,
            ),
            variance(
                "slope",
                tr("Slope variance"),
                tr("How far the slope walks: the variance that it gathers in a unit of time."),
                unit="value²/input³",
                several=True,
            ),
            origin(),
            inputs(),
        ),
        formula=tr("Σ v u + q u² (3w − u)/6, u the earlier and w the later of x − c and x′ − c"),
    )

    @property
    def sizes(self) -> tuple[Floats, Floats]:
        return self.several(0), self.several(1)
