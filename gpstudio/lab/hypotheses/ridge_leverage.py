"""Ridge leverage scores pay where spectra are uneven."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.spec import Spec
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Hypothesis
from gpstudio.lab.labels import place
from gpstudio.lab.measures import called
from gpstudio.lab.pairs import ROUNDING, mean_of, paired
from gpstudio.lab.rows import Row, distinct, grouped, having
from gpstudio.translation import tr

UNIFORM = "nystrom uniform"
CANDIDATES = ("nystrom ridge_leverage", "nystrom recursive")
"""Recursive sampling approximates ridge leverage scores: it stands in where they are too dear."""


@HYPOTHESES.register
class RidgeLeverageBest(Hypothesis):
    spec = Spec(
        "ridge_leverage",
        tr("Ridge leverage wins on uneven spectra and ties on flat ones"),
        tr(
            "Relative Frobenius error of Nyström by ridge leverage scores over that by uniform "
            "sampling (at least {rounding:g}). Holds where it wins on readings called uneven, or "
            "ties on those called flat.",
            rounding=ROUNDING,
        ),
    )
    study = "kernel_matrix"
    per = tr("data set and σ")

    def groups(self, rows: Sequence[Row]) -> list[Group]:
        found = []
        for (name, sigma), here in grouped(rows, "set", "sigma").items():
            known = distinct(here, "method")
            method = next((one for one in CANDIDATES if one in known), None)
            if method is None or UNIFORM not in known:
                continue
            ratio = paired(
                having(here, method=method),
                having(here, method=UNIFORM),
                "frobenius",
                floor=ROUNDING,
            )
            spread = mean_of(here, "unevenness")
            kind = called(spread)
            seen = tr(
                "{kind} (unevenness {spread:.2g}): {outcome}",
                kind=tr(kind),
                spread=spread,
                outcome=tr(ratio.outcome),
            )
            if method != CANDIDATES[0]:
                seen = tr("{outcome}, recursive standing in", outcome=seen)
            found.append(
                Group(
                    place(name, sigma),
                    tr("ridge leverage / uniform, Frobenius error"),
                    ratio,
                    _holds(kind, ratio.outcome),
                    seen,
                )
            )
        return found


def _holds(kind: str, outcome: str) -> bool | None:
    if outcome.startswith(("undecided", "not")):
        return None
    if kind == "uneven":
        return outcome == "wins"
    if kind == "flat":
        return outcome == "ties"
    return None
