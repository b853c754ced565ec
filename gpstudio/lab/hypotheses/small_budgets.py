"""Fourier features against Nyström where few samples may be taken."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpstudio.core.spec import Spec
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Hypothesis
from gpstudio.lab.labels import place
from gpstudio.lab.pairs import mean_of, paired
from gpstudio.lab.rows import Row, distinct, grouped, having
from gpstudio.lab.variants import family, kind
from gpstudio.translation import tr


@HYPOTHESES.register
class SmallBudgets(Hypothesis):
    spec = Spec(
        "small_budgets",
        tr("Fourier features are best at small budgets"),
        tr(
            "Relative Frobenius error of the best Fourier kind over that of the best Nyström "
            "sampling at the smallest budget. Holds where Fourier wins. Choosing by these repeats "
            "flatters both, most the family with more kinds."
        ),
    )
    study = "kernel_matrix"
    per = tr("data set and σ")

    def groups(self, rows: Sequence[Row]) -> list[Group]:
        found = []
        for (name, sigma), here in grouped(rows, "set", "sigma").items():
            budgets = sorted(distinct(here, "budget"))
            fourier, nystrom = (best(here, one, budgets[0]) for one in ("fourier", "nystrom"))
            if not fourier or not nystrom:
                continue
            smallest = having(here, budget=budgets[0])
            ratio = paired(
                having(smallest, method=fourier), having(smallest, method=nystrom), "frobenius"
            )
            leads = [b for b in budgets if _leads(here, b)]
            found.append(
                Group(
                    place(name, sigma),
                    tr(
                        "Fourier ({fourier}) / Nyström ({nystrom}), Frobenius error at {budget}",
                        fourier=kind(fourier),
                        nystrom=kind(nystrom),
                        budget=budgets[0],
                    ),
                    ratio,
                    holds(ratio.outcome),
                    _seen(tr(ratio.outcome), leads),
                )
            )
        return found


def _seen(outcome: str, leads: Sequence[int]) -> str:
    if not leads:
        return tr("{outcome}; ahead by the mean at no budget", outcome=outcome)
    budgets = ", ".join(map(str, leads))
    return tr("{outcome}; ahead by the mean at budgets {budgets}", outcome=outcome, budgets=budgets)


def best(rows: Sequence[Row], wanted: str, budget: int) -> str:
    """The method of a family with the least mean error at a budget; empty where there is none."""
    means = {
        method: mean_of(some, "frobenius")
        for method, some in grouped(having(rows, budget=budget), "method").items()
        if family(method) == wanted
    }
    known = {method: mean for method, mean in means.items() if math.isfinite(mean)}
    return min(known, key=lambda method: known[method]) if known else ""


def holds(outcome: str) -> bool | None:
    """Whether it wins; None where the numbers do not decide."""
    return None if outcome.startswith(("undecided", "not")) else outcome == "wins"


def _leads(rows: Sequence[Row], budget: int) -> bool:
    fourier, nystrom = best(rows, "fourier", budget), best(rows, "nystrom", budget)
    if not fourier or not nystrom:
        return False
    here = having(rows, budget=budget)
    first = mean_of(having(here, method=fourier), "frobenius")
    return first < mean_of(having(here, method=nystrom), "frobenius")
