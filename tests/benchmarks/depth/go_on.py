"""Goes on with the study of depth at its own size, and keeps here what it found.

    python tests/benchmarks/depth/go_on.py RUN --repeats 10 --minutes 60

RUN is the folder where measurements go, or lie. It is measured for as many minutes as are given
(none: what lies there is only written down), and can be stopped at any time. Then README.md here is
written anew, with its figure.
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
from gpstudio.lab import STUDIES, Settings, run
from gpstudio.lab.book import read_rows
from gpstudio.lab.figures import svg_of
from gpstudio.lab.pairs import gain_of, mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having
from gpstudio.lab.studies.depth import GAINS, MODELS, TITLES
from gpstudio.lab.study import NOTE

HERE = Path(__file__).resolve().parent
COLUMNS = ("bound", "cold", "evidence", "evidence_error", "score", "coverage", "drawn_score",
           "drawn_coverage")  # fmt: skip
HEAD = """# How many layers do jumps ask for?

The study `depth`: curves that three layers drew (RBF, lengths 0.2, 0.2, 0.5), 200 places of 0…1 of
which few or many are kept with noise of 0.05. Written by `go_on.py` in this folder, which goes on
where it was stopped. First means over curves of which all models were measured, then gains over
those of which two were, with Student's 95 % interval. *Cold*: without a noise that is held low at
first. *Evidence*: of the numbers that were learnt, sampled by four runs, with its standard error;
of one layer exact. *Score*: mean log density of a reading that was not kept, and what the 95 % band
holds of these; then both by sampling.
"""


def main(words: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("run", type=Path)
    asked.add_argument("--repeats", type=int, default=10)
    asked.add_argument("--minutes", type=float, default=0.0)
    given = asked.parse_args(words)
    ends = time.monotonic() + 60.0 * given.minutes
    try:
        if given.minutes:
            settings = Settings.of(STUDIES["depth"].spec, repeats=given.repeats)
            run("depth", settings, given.run, Until(ends))
    except Cancelled:
        print("to be gone on with")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    keep(given.run)
    return 0


def keep(folder: Path) -> None:
    rows = read_rows(folder, (*STUDIES["depth"].columns, NOTE))
    parts = [HEAD]
    for kept in sorted(distinct(rows, "kept"), key=float):
        here, whole = having(rows, kept=kept), _whole(having(rows, kept=kept))
        curves = len(distinct(whole, "repeat"))
        title = f"## {kept} readings kept, {curves} whole curves"
        parts += [title, "", _table(whole), "", _gains(here), ""]
    (figure,) = STUDIES["depth"].figures(_whole(rows))
    (HERE / "depth.svg").write_text(svg_of(figure), encoding="utf-8")
    parts += [f"![{figure.title}](depth.svg)", "", figure.caption, ""]
    (HERE / "README.md").write_text("\n".join(parts), encoding="utf-8")


def _whole(rows: Sequence[Row]) -> list[Row]:
    """Of curves and readings of which every model was measured."""
    groups = grouped(rows, "repeat", "kept").values()
    return [row for some in groups if len(some) == len(MODELS) for row in some]


def _table(rows: Sequence[Row]) -> str:
    """Means, a model a line."""
    lines = [_line(["model", *(column.replace("_", " ") for column in COLUMNS)])]
    lines.append(_line(["---"] * (1 + len(COLUMNS))))
    for model in MODELS:
        here = having(rows, model=model)
        lines.append(_line([TITLES[model], *(f"{mean_of(here, name):.2f}" for name in COLUMNS)]))
    return "\n".join(lines)


def _gains(rows: Sequence[Row]) -> str:
    """What every model has more than one layer."""
    one = having(rows, model="one")
    lines = [_line(["more than one layer", *(name.replace("_", " ") for name in GAINS)])]
    lines.append(_line(["---"] * (1 + len(GAINS))))
    for model in MODELS:
        if model != "one":
            here = having(rows, model=model)
            told = [gain_of(here, one, name).told for name in GAINS]
            lines.append(_line([TITLES[model], *told]))
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
