"""A sparse Gaussian process beside small neural networks at equal rows."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.spec import Spec
from gpstudio.lab.contestants import NETWORKS, OURS, by_name
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Hypothesis
from gpstudio.lab.pairs import TIE, mean_of, paired
from gpstudio.lab.rows import Row, distinct, grouped, having
from gpstudio.translation import tr


@HYPOTHESES.register
class AsGoodAsNetworks(Hypothesis):
    spec = Spec(
        "networks",
        tr("A sparse Gaussian process is wrong no more often than the best network"),
        tr(
            "Share of fresh rows told wrongly by the sparse variational softmax, with the kernel "
            "that the program chooses where that was measured, over that of the network that is "
            "best by its mean over these same repeats, which flatters it. Holds where the ratio is "
            "at most {tie:g}, interval and all.",
            tie=1 + TIE,
        ),
    )
    study = "learning_curves"
    per = tr("number of rows")

    def groups(self, rows: Sequence[Row]) -> list[Group]:
        found = []
        for size, here in sorted(grouped(rows, "size").items()):
            known = distinct(here, "contestant")
            own = next((name for name in OURS if name in known), OURS[0])
            ours = having(here, contestant=own)
            networks = {
                one.name: mean_of(having(here, contestant=one.name), "wrong")
                for one in NETWORKS
                if one.name in known
            }
            if not ours or not networks:
                continue
            best = min(networks, key=lambda name: networks[name])
            ratio = paired(ours, having(here, contestant=best), "wrong", ("size",))
            label = tr("{rows:,} rows", rows=size)
            compared = tr(
                "{ours} / {network}", ours=by_name(own).title, network=by_name(best).title
            )
            found.append(
                Group(label, compared, ratio, _holds(ratio.low, ratio.high, ratio.repeats))
            )
        return found


def _holds(low: float, high: float, repeats: int) -> bool | None:
    if repeats < 2 or low <= 1.0 + TIE < high:
        return None
    return high <= 1.0 + TIE
