"""Kept fits of many fields

What one more fit costs the window's thread while ten thousand fields are fitted together, again and
again, and what the rows that are kept weigh in the project. Processor time; Python's own collection
of rubbish is put off, as it is where projects are opened and saved.
"""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.project.codec.document import parts_of_document
from gpstudio.session.project.codec.kept import kept_of, parts_of_kept
from gpstudio.session.project.contents import Contents
from gpstudio.session.request import Request

FIELDS = 10_000
ROUNDS = ("matern32", "matern52", "matern12", "rbf", "rational_quadratic")
"""All fields are fitted once more with each."""


def again(fit: Fit, kernel: str) -> Fit:
    """As if it had been fitted: something else was learned, and the curve is another."""
    curve = replace(fit.curve, mean=fit.curve.mean.copy())
    basis = replace(fit.basis, recipe=Recipe.of(kernel=kernel))
    learned = replace(fit.learned, report=replace(fit.report, kernel=kernel))
    return Fit(fit.series, replace(fit.result, basis=basis, learned=learned, curve=curve))


def main() -> None:
    table = read_table(resource(*SAMPLE))
    sample = table.series[0]
    fields = tuple(replace(sample, group=f"field {n}") for n in range(FIELDS))
    gc.disable()  # it looks through all that was made lately, whoever made it
    history = History(OpenTable(replace(table, series=fields)).apply(Document()))
    fit = fit_series(sample, Recipe.of(kernel=ROUNDS[0]), Request(stages="none"))
    print(
        f"{FIELDS:,} fields of {len(sample)} readings, curves of {len(fit.curve.time):,} points\n"
    )
    print("| all fields fitted | seconds in all | slowest one, ms | rows kept |")
    print("|---|---|---|---|")
    for number, kernel in enumerate(ROUNDS):
        slowest, began = 0.0, time.thread_time()
        fresh = again(fit, kernel)
        for series in fields:
            start = time.thread_time()
            history.keep_fit(replace(fresh, series=series), one_of_many=True)
            slowest = max(slowest, time.thread_time() - start)
        seconds = time.thread_time() - began
        rows = sum(len(history.document.kept.of(series.group)) for series in fields)
        print(f"| {number + 1} times | {seconds:.2f} | {1e3 * slowest:.1f} | {rows:,} |")
    saved(history.document)


def saved(document: Document) -> None:
    """The rows apart from all else."""
    some = replace(document, fits=dict(list(document.fits.items())[:1000]))
    parts = {part.name: part for part in parts_of_document(some)}
    began = time.process_time()
    kept = list(parts_of_kept(document, {}))
    written = time.process_time() - began
    contents = Contents(Path("kept"), {part.name: part for part in kept})
    began = time.process_time()
    kept_of(contents, document.fits, document.fits)
    read = time.process_time() - began
    size = sum(part.size for part in kept)
    fits = 10 * sum(part.size for name, part in parts.items() if name.startswith("fits"))
    print(
        f"\nIn the project: {size / 1e6:.1f} MB beside {fits / 1e6:.0f} MB of fits; "
        f"written in {written:.2f} s, read in {read:.2f} s."
    )
    curve = np.mean([len(fit.curve.time) for fit in list(document.fits.values())[:10]])
    print(f"A row with its curve, of a field fitted alone: {3 * 8 * curve / 1e3:.0f} kB.")


if __name__ == "__main__":
    main()
