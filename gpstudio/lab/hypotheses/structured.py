"""Structured Fourier features where there are few inputs."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.spec import Spec
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Hypothesis
from gpstudio.lab.pairs import paired
from gpstudio.lab.rows import Row, distinct, grouped
from gpstudio.lab.sources import title
from gpstudio.lab.variants import kind
from gpstudio.translation import tr

LITTLE = 0.8
"""Less than a fifth of the time saved is little."""


@HYPOTHESES.register
class StructuredAsTrue(Hypothesis):
    spec = Spec(
        "structured",
        tr("Structured features gain little at low dimension"),
        tr(
            "Time of structured over that of orthogonal features of the same form. Holds where "
            "the whole interval of the ratio is above {little:g}.",
            little=LITTLE,
        ),
    )
    study = "kernel_matrix"
    per = tr("data set and form")

    def groups(self, rows: Sequence[Row]) -> list[Group]:
        found = []
        for name, here in grouped(rows, "set").items():
            by_method = grouped(here, "method")
            for method in distinct(here, "method"):
                words = str(method).split()
                if "structured" not in words:
                    continue
                dense = " ".join("orthogonal" if word == "structured" else word for word in words)
                if dense not in by_method:
                    continue
                along = ("sigma", "budget")
                ratio = paired(by_method[method], by_method[dense], "seconds", along)
                error = paired(by_method[method], by_method[dense], "frobenius", along)
                form = kind(" ".join(word for word in words if word != "structured"))
                found.append(
                    Group(
                        tr(
                            "{name} ({inputs} inputs), {form}",
                            name=title(name),
                            inputs=here[0].get("dimensions"),
                            form=form,
                        ),
                        tr("structured / orthogonal, time"),
                        ratio,
                        _holds(ratio.low, ratio.high, ratio.repeats),
                        tr("errors: {ratio}", ratio=error.told),
                    )
                )
        return found


def _holds(low: float, high: float, repeats: int) -> bool | None:
    if repeats < 2 or low <= LITTLE <= high:
        return None
    return low > LITTLE
