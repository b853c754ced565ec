"""Kernels side by side on one field: which are offered, what each figure means, and the table.

Every kernel is learnt the same quick way, whatever the recipe says of learning: what is compared is
kernels, and each is learnt once on all readings and once for every fold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpstudio.core.choices import is_auto
from gpstudio.core.inference.auto_kernel import QUICK, candidates
from gpstudio.core.inference.comparison import FOLDS, Row, compare
from gpstudio.core.language import Call, Expression, parse, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet
from gpstudio.session.presets import offered
from gpstudio.session.readings import readings_of
from gpstudio.session.scales import Scaled
from gpstudio.translation import tr

FEWEST_TICKED = 3
"""One kernel alone is no comparison: where automatic knows fewer, presets are ticked too."""
YOURS = tr("The kernel of the model")
HOW = tr(
    "Each kernel is learnt by {quick}; held out in {folds} turns. The rest is as in the model.",
    quick=print_expression(QUICK),
    folds=FOLDS,
)
HOW_EXACTLY = tr(
    "{quick} is one climb with weak priors, the same for all and quicker than an ordinary fit. "
    "The held-out error takes {folds} more, each without a part of the readings. The rest is as "
    "in the model.",
    quick=print_expression(QUICK),
    folds=FOLDS,
)
"""Told on screen, since an ordinary fit may learn more carefully."""


@dataclass(frozen=True)
class KernelEntry:
    """One kernel that can be compared."""

    text: str
    words: str
    ticked: bool
    """Whether it is worth comparing without being asked for."""


@dataclass(frozen=True)
class ComparedFigure:
    """One number of a row, as it is told to a person."""

    name: str
    """Of the field of ``Row``."""
    title: str
    help: str
    higher: bool
    """Whether higher is better."""
    written: str
    """The format of the number."""

    def value(self, row: Row) -> float:
        return float(getattr(row, self.name))

    def text(self, value: float) -> str:
        return "" if math.isnan(value) else format(value, self.written)

    def best(self, rows: Iterable[Row]) -> str:
        """The best value as it is written, so that what looks equal is equally best; nothing
        where fewer than two rows have one."""
        values = [value for value in map(self.value, rows) if not math.isnan(value)]
        if len(values) < 2:
            return ""
        return self.text(max(values) if self.higher else min(values))


FIGURES = (
    ComparedFigure(
        "log_evidence",
        tr("Log evidence"),
        tr(
            "How probable the kernel makes these readings, as a natural logarithm. Higher is "
            "better: 3 more is clear (twenty to one), less than 1 is nothing."
        ),
        True,
        ".2f",
    ),
    ComparedFigure(
        "left_out",
        tr("Leave-one-out"),
        tr(
            "Summed log scores of each reading foretold from the others: are curve and "
            "uncertainty right where there was no reading? Higher is better."
        ),
        True,
        ".2f",
    ),
    ComparedFigure(
        "error",
        tr("Held-out error"),
        tr(
            "How far predictions miss readings held out in {folds} turns, learnt anew each time "
            "(root mean square, in their unit). Lower is better.",
            folds=FOLDS,
        ),
        False,
        ".4f",
    ),
    ComparedFigure(
        "seconds",
        tr("Seconds"),
        tr(
            "How long one fit to all readings took. Lower is better; the first kernel after a "
            "start of the program takes longer."
        ),
        False,
        ".3f",
    ),
)

COMPARISON = (
    SheetColumn("words", "text", tr("The kernel in words.")),
    SheetColumn("kernel", "text", tr("The kernel as it was compared.")),
    SheetColumn("learnt", "text", tr("The kernel with the numbers that were learnt.")),
    SheetColumn(
        "log_evidence", "number", tr("Natural logarithm of the evidence; higher is better.")
    ),
    SheetColumn(
        "left_out", "number", tr("Leave-one-out log score of all readings; higher is better.")
    ),
    SheetColumn(
        "error", "number", tr("Root mean squared miss of held-out readings; lower is better.")
    ),
    SheetColumn(
        "log_density", "number", tr("Mean log density of held-out readings; higher is better.")
    ),
    SheetColumn("seconds", "number", tr("How long the one fit to all readings took.")),
    SheetColumn("problem", "text", tr("Why there are no figures.")),
)
"""Of ``comparison.csv``: what a kernel is called, then the fields of ``Row``."""


def list_kernels(
    series: Series, written: Sequence[str], task: Task = QUIET
) -> tuple[KernelEntry, ...]:
    """What can be compared on a field, each kernel once: those that were written and are in
    no list, automatic's candidates for these readings, the presets."""
    automatic = [
        KernelEntry(print_expression(one.kernel), sentence_case(one.words), True)
        for one in candidates(readings_of(series))
    ]
    task.check()
    presets = [KernelEntry(preset.text, preset.title, False) for preset in offered()]
    found: dict[Expression, KernelEntry] = {}
    for entry in (*automatic, *presets):
        found.setdefault(parse(entry.text), entry)
    own: dict[Expression, KernelEntry] = {}
    for text in written:
        kernel = parse(text)
        if kernel in found:
            found[kernel] = replace(found[kernel], ticked=True)
        elif not is_auto(kernel):
            own[kernel] = KernelEntry(text, YOURS, True)
    return _ticked((*own.values(), *found.values()))


def sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


def _ticked(entries: tuple[KernelEntry, ...]) -> tuple[KernelEntry, ...]:
    """With the first of those that nobody asked for, where the rest are too few to compare."""
    lacking = FEWEST_TICKED - sum(entry.ticked for entry in entries)
    made = []
    for entry in entries:
        add = not entry.ticked and lacking > 0
        lacking -= add
        made.append(replace(entry, ticked=True) if add else entry)
    return tuple(made)


def basis(recipe: Recipe) -> Recipe:
    """What all kernels are compared with: figures of another basis are not comparable."""
    return replace(recipe, kernel=Call("auto"), learning=QUICK)


def compare_kernels(
    series: Series, recipe: Recipe, kernels: Sequence[str], task: Task = QUIET
) -> tuple[Row, ...]:
    """One row a kernel, named by its text; each is handed over as soon as it is done."""
    readings, common = readings_of(series), basis(Scaled.of(recipe, series).recipe)
    rows: list[Row] = []
    for place, text in enumerate(kernels):
        task.check()
        task.report(
            tr("Comparing kernel {place} of {count}", place=place + 1, count=len(kernels)),
            place / len(kernels),
        )
        recipes = {text: common.with_choice("kernel", text)}
        rows += compare(recipes, readings, FOLDS, task=_Within(task))
        task.partial(rows[-1])
    return tuple(rows)


class _Within(Task):
    """For a part of the work: can be stopped, but how far the part is is not how far all is."""

    def __init__(self, whole: Task) -> None:
        self._whole = whole

    def check(self) -> None:
        self._whole.check()


def write_comparison(
    path: Path, entries: Iterable[tuple[KernelEntry, Row]], form: WrittenAs = PLAIN
) -> Path:
    """The table as a file: every figure with all its digits, empty where there is none."""
    figures = [column.name for column in COMPARISON[3:]]
    cells = (
        (entry.words, entry.text, row.kernel, *(getattr(row, name) for name in figures))
        for entry, row in entries
    )
    return write_sheet(path, Sheet.of_rows("comparison", COMPARISON, cells), form)
