"""The files of a classification, and what a terminal says of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.scores import Scores, confusion
from gpstudio.core.classifier import GPClassifier
from gpstudio.data.folder import filled_together
from gpstudio.data.texts import shown
from gpstudio.data.writing.classes import ClassRow, confusion_sheet, probabilities_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.session.classified.learning import Classified
from gpstudio.session.classified.rows import ClassRows
from gpstudio.session.results import write_record
from gpstudio.translation import all_of, some_of, tr, tr_count

SHOWN = 12
"""Classes whose confusion fits a screen."""
NAMED = 6
WIDEST = 12
"""Letters of a class's name there."""


Beside: TypeAlias = Callable[[Path], list[Path]]
"""Writes further files into a folder."""


def probabilities_table(found: Classified) -> Sheet:
    lines = list(_lines(found))
    return probabilities_sheet(
        found.classes, (row for row, _ in lines), (shares for _, shares in lines)
    )


def confusion_table(found: Classified) -> Sheet:
    """Of rows left out; nothing but names where none were."""
    return confusion_sheet(
        found.classes, confusion(found.left_out, found.places[: len(found.folds)])
    )


def write_classified(
    folder: Path, found: Classified, form: WrittenAs = PLAIN, beside: Beside | None = None
) -> list[Path]:
    """Probabilities, confusion, report.json and what comes ``beside``; they appear together or not
    at all."""
    sheets = [probabilities_table(found)]
    if found.scores:
        sheets.append(confusion_table(found))
    with filled_together(folder) as staged:
        written = [write_sheet(form.named(staged / sheet.name), sheet, form) for sheet in sheets]
        written.append(write_record(staged / "report.json", record_of(found)))
        written += beside(staged) if beside else []
    return [folder / path.name for path in written]


def _lines(found: Classified) -> Iterator[tuple[ClassRow, Floats]]:
    """Rows that were left out, then those that were asked about."""
    if found.scores:
        yield from _told(found, found.rows, found.left_out, found.folds)
    for rows, shares in found.asked:
        yield from _told(found, rows, shares, None)


def _told(
    found: Classified, rows: ClassRows, shares: Floats, parts: Integers | None
) -> Iterator[tuple[ClassRow, Floats]]:
    for place, best in enumerate(shares.argmax(axis=1).tolist()):
        row = ClassRow(
            file=rows.file,
            line=None if rows.seasons else float(rows.lines[place]),
            field=rows.fields[place] if rows.fields else "",
            season=rows.seasons[place] if rows.seasons else "",
            group=rows.groups[place],
            label=rows.labels[place],
            most_probable=found.classes[best],
            part=None if parts is None else float(parts[place] + 1),
        )
        yield row, shares[place]


def record_of(found: Classified) -> dict[str, Any]:
    """How it was made, with what makes it again, and how good it is."""
    recipe, counts = found.how.recipe.as_json(), np.bincount(found.places)
    return {
        "table": {
            "file": found.rows.file,
            "rows": len(found.rows),
            "features": list(found.rows.features),
            "classes": dict(zip(found.classes, counts.tolist(), strict=True)),
            "groups": len(set(found.rows.groups)) if any(found.rows.groups) else None,
            "remarks": list(found.remarks),
        },
        "recipe": {
            **{name: recipe[name] for name in (*GPClassifier.slots, "seed")},
            **found.how.wanted.words,
        },
        "parts": int(found.folds.max(initial=-1)) + 1,
        "scores": asdict(found.scores) if found.scores else None,
        "lost_without": dict(found.telling),
        "kernels": list(found.model.kernels),
        "report": found.model.report.as_json(),
    }


def words_of(found: Classified) -> list[str]:
    """One screen."""
    rows, report = found.rows, found.model.report
    return [
        tr(
            "{file}: {rows}, {classes} ({names}), {inputs} ({features})",
            file=shown(rows.file),
            rows=_counted(rows),
            classes=tr_count(len(found.classes), "{n:,} class", "{n:,} classes"),
            names=some_of(found.classes, NAMED),
            inputs=tr_count(len(rows.features), "{n:,} input", "{n:,} inputs"),
            features=some_of(rows.features, NAMED),
        ),
        *(tr("note: {remark}", remark=remark) for remark in (*found.remarks, *report.remarks)),
        tr(
            "kernel {kernel}; log evidence {evidence:,.2f}",
            kernel=some_of([in_short(kernel) for kernel in found.model.kernels], 1),
            evidence=report.log_evidence,
        ),
        *([tr("chosen: {reason}", reason=report.reason)] if report.reason else []),
        *(_scored(found, found.scores) if found.scores else ()),
    ]


def words_of_asked(found: Classified) -> list[str]:
    """What the rows without a label are, where they fit a screen."""
    rows = [(some, place) for some, _ in found.asked for place in range(len(some))]
    shares = [own for _, each in found.asked for own in each]
    if not 0 < len(rows) <= SHOWN:
        return []
    return [
        tr(
            "{row}: {label}, probability {share:.2f}",
            row=_name_of(*row),
            label=found.classes[int(own.argmax())],
            share=float(own.max()),
        )
        for row, own in zip(rows, shares, strict=True)
    ]


def _name_of(rows: ClassRows, place: int) -> str:
    if rows.seasons:
        return tr("{field}, season {season}", field=rows.fields[place], season=rows.seasons[place])
    if rows.fields and rows.fields[place]:
        return rows.fields[place]
    return tr("{file}, line {line}", file=rows.file, line=rows.lines[place])


def _counted(rows: ClassRows) -> str:
    if rows.seasons:
        return tr_count(len(rows), "{n:,} labelled season", "{n:,} labelled seasons")
    return tr_count(len(rows), "{n:,} labelled row", "{n:,} labelled rows")


def in_short(kernel: str) -> str:
    """With the digits that matter."""
    return re.sub(r"\d+\.\d+(?:e[+-]?\d+)?", lambda found: f"{float(found[0]):.4g}", kernel)


def _scored(found: Classified, scores: Scores) -> list[str]:
    parts = int(found.folds.max()) + 1
    return [
        tr(
            "left out in {parts} parts: accuracy {accuracy:.1%}, log score {log_score:.3f} a row",
            parts=parts,
            accuracy=scores.accuracy,
            log_score=scores.log_score,
        ),
        tr(
            "calibration error {ece:.3f} (true probabilities would show {perfect:.3f}); "
            "{debiased:.3f} without chance",
            ece=scores.ece,
            perfect=scores.ece_perfect,
            debiased=scores.ece_debiased,
        ),
        *_confusion(found.classes, confusion(found.left_out, found.places)),
    ]


def _confusion(classes: Sequence[str], counts: Integers) -> list[str]:
    """A row a class, a column for what its rows were taken for."""
    if len(classes) > SHOWN:
        wrong = [
            tr("{own} for {other}", own=classes[own], other=classes[other])
            for own, other in _worst(counts)
        ]
        return [tr("taken most often wrongly: {pairs}", pairs=all_of(wrong))] if wrong else []
    names = [name if len(name) <= WIDEST else name[: WIDEST - 1] + "…" for name in classes]
    widths = [max(len(name), 5) for name in names]
    corner = tr("label")
    first = max(len(corner), *map(len, names))
    header = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"{corner:<{first}}  {header}"]
    for name, row in zip(names, counts.tolist(), strict=True):
        cells = "  ".join(f"{count:>{width}}" for count, width in zip(row, widths, strict=True))
        lines.append(f"{name:<{first}}  {cells}")
    return lines


def _worst(counts: Integers) -> list[tuple[int, int]]:
    wrong = counts - np.diag(np.diag(counts))
    order = np.argsort(-wrong, axis=None, kind="stable")[:3]
    return [divmod(int(place), len(counts)) for place in order if wrong.ravel()[place] > 0]
