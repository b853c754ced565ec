"""The ways to write a table, as the kinds of file that a save dialog offers."""

from __future__ import annotations

from pathlib import Path

from gpstudio.data.writing.form import FILE_KINDS, PLAIN, WrittenAs
from gpstudio.translation import tr

FORMS = {
    tr("CSV: commas, decimal points (*.csv)"): PLAIN,
    tr("CSV: semicolons, decimal commas (*.csv)"): WrittenAs("semicolon", "comma"),
    tr("CSV: semicolons, decimal points (*.csv)"): WrittenAs("semicolon"),
    tr("CSV: tabs, decimal points (*.csv)"): WrittenAs("tab"),
    tr("CSV: tabs, decimal commas (*.csv)"): WrittenAs("tab", "comma"),
    tr("Excel workbook (*.xlsx)"): WrittenAs(kind="xlsx"),
    tr("Parquet (*.parquet)"): WrittenAs(kind="parquet"),
}
TABLE_KINDS = ";;".join(FORMS)


def form_of(path: Path, kind: str, **wishes: str) -> tuple[Path, WrittenAs]:
    """Where and how to write: an ending that was typed goes before the kind that was ticked."""
    ticked = FORMS.get(kind, PLAIN)
    typed = path.suffix.lower().removeprefix(".")
    if not typed:
        path = ticked.named(path)
    other = typed in FILE_KINDS and typed != ticked.kind
    chosen = vars(WrittenAs.for_path(path) if other else ticked)
    return path, WrittenAs.of(**{**chosen, **wishes})
