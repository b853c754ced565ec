"""MINRES beside CG, iteration by iteration."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.spec import Spec
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Hypothesis
from gpstudio.lab.labels import method
from gpstudio.lab.pairs import TIE, Ratio, paired
from gpstudio.lab.rows import Row, grouped, having
from gpstudio.lab.sources import title
from gpstudio.translation import tr

FLOOR = 1e-10
"""What is smaller is as good as solved, and soon rounding."""
MEASURES = (
    ("residual", tr("relative residual")),
    ("excess", tr("distance from the exact prediction")),
)


@HYPOTHESES.register
class MinresBeatsCg(Hypothesis):
    spec = Spec(
        "minres",
        tr("MINRES equals or beats CG"),
        tr(
            "Relative residual and distance from the exact prediction, MINRES over CG, after as "
            "many iterations with the same preconditioner (at least {floor:g}). Holds where the "
            "whole interval is at most {tie:g}. With a preconditioner MINRES minimises another "
            "norm than the one measured.",
            floor=FLOOR,
            tie=1 + TIE,
        ),
    )
    study = "krylov"
    per = tr("data set, noise, preconditioner and measure")

    def groups(self, rows: Sequence[Row]) -> list[Group]:
        found = []
        places = grouped(rows, "set", "noise_kind", "preconditioner")
        for (name, noise, preconditioner), here in places.items():
            minres, cg = having(here, solver="minres"), having(here, solver="cg")
            if not minres or not cg:
                continue
            for measure, words in MEASURES:
                ratio = paired(minres, cg, measure, ("iterations",), FLOOR)
                found.append(
                    Group(
                        tr(
                            "{name}, {noise} noise, preconditioner: {preconditioner}",
                            name=title(name),
                            noise=noise,
                            preconditioner=method(preconditioner),
                        ),
                        tr("MINRES / CG, {measure}", measure=words),
                        ratio,
                        _holds(ratio),
                    )
                )
        return found


def _holds(ratio: Ratio) -> bool | None:
    if ratio.repeats < 2 or ratio.low <= 1.0 + TIE < ratio.high:
        return None
    return ratio.high <= 1.0 + TIE
