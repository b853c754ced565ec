"""Goes on with the thesis's four studies at their own size, and keeps here what they found.

    python tests/benchmarks/thesis/go_on.py RUNS --data FOLDER --minutes 120

RUNS is the folder where measurements go, or lie; FOLDER holds the data sets that do not come with
the program, or folders with them. The studies take turns for as many minutes as are given (none:
what is measured is only written down), and can be stopped at any time. Then README.md here is
written anew, with figures, as far as a megabyte goes. Leave the machine alone where times are to be
believed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from until import Until

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled
from gpstudio.lab import STUDIES, Settings, gather, run
from gpstudio.lab.book import read_rows, read_study
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures import svg_of
from gpstudio.lab.rows import grouped
from gpstudio.lab.study import NOTE

HERE = Path(__file__).resolve().parent
THESIS = ("spectrum", "prediction", "kernel_matrix", "krylov")
TURN = 60.0
"""Minutes; what is computed once for many places is computed again in the next turn."""
MOST_BYTES = 950_000
SHOWN = (
    "classifier_wrong", "classifier_apart", "kernel_ranks_validated_by_evidence",
    "learning_curves_wrong", "spectrum_eigenvalues", "kernel_matrix_families", "prediction_mse",
    "prediction_wrong", "krylov_residual_solvers", "prediction_coverage",
    "kernel_matrix_frobenius_nystrom", "kernel_matrix_frobenius_fourier", "krylov_excess_solvers",
)  # fmt: skip
"""The figures that are kept, as far as there is room, in this order."""
HEAD = """# The thesis's studies at their own size

M. Ciccotosto-Camp, *Optimizing performance in Gaussian Processes* (University of Queensland,
2022): its experiments on its data sets, or the nearest that could be had, with every approximation,
kind and solver of GP Studio. Errors, iterations and verdicts are what counts here: the times were
taken beside other work.

## What holds, in short

{short}

A hypothesis is looked at on places: combinations of a data set with a bandwidth, a form, or a noise
and a preconditioner. Where it is undecided the interval of the ratio holds both answers, or what
was measured is between the two cases that the hypothesis speaks of, or there is one repeat only.
The tables below say of every place what was compared and how it came out.

## How far the studies are

Written by `go_on.py` in this folder, which goes on where it was stopped:

    python tests/benchmarks/thesis/go_on.py RUNS --data FOLDER --minutes 120

Other studies of the same folder stand beside them, as far as they were run, with fewer rows or
repeats than their full size where the table says so. What is not measured yet is repeats, never
data sets, methods or budgets: all of a repeat is measured before the next one is begun, so that a
study which is stopped has whole repeats. Of one repeat there is no interval, and no verdict that
wants one.

{progress}

On crabs, where evidence and cross-validation disagree most clearly, it is the mode that errs: a
plane parts the classes, Laplace's evidence of a linear kernel is best, its probabilities are next
to even. By expectation propagation, one draw, six kernels, both choose the linear one (evidence
-0.032 a row, cross-validation -0.016, other rows -0.007; about the mode -0.015, -0.688, -0.688).
"""


def main(words: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("runs", type=Path)
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--minutes", type=float, default=0.0)
    given = asked.parse_args(words)
    try:
        go_on(given.runs, given.data, 60.0 * given.minutes)
        keep(given.runs, given.data)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def go_on(runs: Path, data: Path, seconds: float) -> None:
    ends, left = time.monotonic() + seconds, list(THESIS)
    while left and time.monotonic() < ends:
        for name in tuple(left):
            turn = Until(min(ends, time.monotonic() + 60.0 * TURN))
            try:
                run(name, Settings.of(STUDIES[name].spec), runs / name, turn, data=data)
                left.remove(name)
            except Cancelled:
                print(f"{name}: to be gone on with", flush=True)


def keep(runs: Path, data: Path) -> None:
    gathered = gather(runs)
    progress = ["| study | measured | of | whole repeats | of | other settings than its own |"]
    progress += ["|---|---|---|---|---|---|", *(_line(place, data) for place in gathered.studies)]
    text = HEAD.format(progress="\n".join(progress), short=gathered.summary.short.strip())
    body = gathered.summary.details
    known = {figure.name: figure for figure in gathered.figures}
    links, room = [], MOST_BYTES - len(body)
    for name in SHOWN:
        path = HERE / f"{name}.svg"
        path.unlink(missing_ok=True)
        drawing = svg_of(known[name]) if name in known else ""
        if drawing and len(drawing) <= room:
            room -= len(drawing)
            path.write_text(drawing, encoding="utf-8")
            links.append(f"![{known[name].title}]({name}.svg)\n\n{known[name].caption}\n")
    (HERE / "README.md").write_text("\n".join([text, body, "## Figures\n", *links]), "utf-8")


def _line(folder: Path, data: Path) -> str:
    record = read_study(folder)
    kind = STUDIES[str(record["study"])]
    settings = Settings.of(kind.spec, **record["settings"])
    usual = Settings.of(kind.spec).as_json()
    other = [name for name, value in settings.as_json().items() if value != usual[name]]
    by_repeat = grouped(kind(settings, DataShelf(data)).cases(), "repeat")
    done = {kind.key(row) for row in read_rows(folder, (*kind.columns, NOTE))}
    whole = sum(all(kind.key(case) in done for case in some) for some in by_repeat.values())
    cells = (
        kind.spec.title, f"{len(done):,}", f"{sum(map(len, by_repeat.values())):,}",
        str(whole), str(len(by_repeat)), ", ".join(f"{n} {_told(settings, n)}" for n in other),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _told(settings: Settings, name: str) -> str:
    value = settings[name]
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
