"""The stages of the newest season as a table on paper; a column more is a line more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gpstudio.gui.report_pdf.account import FieldAccount
from gpstudio.gui.report_pdf.figure import MARK
from gpstudio.gui.report_pdf.paper import Paper, Style
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.words import NO_DATE, sentence, stage_title
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr

HEAD = Style(6.4, colour=LIGHT.quiet)
CELL = Style(6.8)
DATE = Style(6.8, bold=True)
BEFORE = Style(6.6, colour=LIGHT.quiet)
REMARK = Style(5.6, colour=LIGHT.quiet)
ROW = 10.5
GAP, MOST_GAP = 6.0, 16.0
"""Points between two columns: at least, and where there is room."""
HALF_A_YEAR = 180.0
INDENT = MARK + 4.0


@dataclass(frozen=True)
class PaperColumn:
    title: str
    cell: Callable[[StageDate, FieldAccount], str]
    style: Style = CELL
    right: bool = False


def _interval(
    lower: float | None, upper: float | None, about: StageDate, account: FieldAccount
) -> str:
    """Without years where both ends are near the date, which stands beside and has its year."""
    if lower is None or upper is None or about.date is None:
        return ""
    if not account.dated:
        return tr("{lower:.5g} to {upper:.5g}", lower=lower, upper=upper)
    near = max(about.date - lower, upper - about.date) < HALF_A_YEAR
    first, last = account.say(lower), account.say(upper)
    if near:
        first, last = first[5:], last[5:]
    return tr("{start} to {end}", start=first, end=last)


def _share(share: float, stage: StageDate) -> str:
    return "" if stage.as_of is None else f"{share:.0%}"


def _quality(stage: StageDate, account: FieldAccount) -> str:
    grade = stage.grade
    if grade is None or stage.date is None:
        return ""
    return f"{grade.letter} {grade.title.lower()}"


COLUMNS = (
    PaperColumn(tr("Stage"), lambda s, a: stage_title(s.stage)),
    PaperColumn(tr("Date"), lambda s, a: a.say(s.date), DATE),
    PaperColumn(tr("90 % interval"), lambda s, a: _interval(s.lower90, s.upper90, s, a)),
    PaperColumn("50 % interval", lambda s, a: _interval(s.lower50, s.upper50, s, a)),
    PaperColumn("±", lambda s, a: "" if s.std is None else f"{s.std:.3g}", right=True),
    PaperColumn(tr("Passed"), lambda s, a: _share(s.probability_passed, s), right=True),
    PaperColumn("BBCH", lambda s, a: s.bbch, right=True),
    PaperColumn(tr("Quality"), _quality),
    PaperColumn(tr("Observed"), lambda s, a: "" if s.observed is None else a.say(s.observed)),
)
"""One of which no stage has anything to say is left out."""


def remarks(paper: Paper, stage: StageDate, width: float, most: int) -> list[str]:
    """What to know of a date, or why there is none."""
    said = stage.remark
    return paper.lines(sentence(said), REMARK, width - INDENT, most) if said else []


def height_of(paper: Paper, account: FieldAccount, width: float, most: int) -> float:
    lines = sum(len(remarks(paper, stage, width, most)) for stage in account.stages)
    return ROW + 2.0 + len(account.stages) * (ROW + 1.5) + lines * REMARK.leading


def draw_table(
    paper: Paper, account: FieldAccount, x: float, y: float, width: float, most: int
) -> float:
    """``most`` lines of remarks a stage; where the next thing may begin."""
    columns = _columns(paper, account, x, width)
    for column, left, right in columns:
        _write(paper, column, left, right, y + HEAD.size, column.title, HEAD)
    y += ROW
    paper.rule(x, y - 1.0, width)
    y += 2.0
    for stage in account.stages:
        middle = paper.place(x + 0.5 * MARK, y + 0.5 * CELL.size + 0.8)
        draw_mark(paper.painter, stage.stage, middle, paper.dots(MARK), LIGHT, stage.date is None)
        for column, left, right in columns:
            text = column.cell(stage, account)
            _write(paper, column, left, right, y + CELL.size, text, column.style)
        said = remarks(paper, stage, width, most)
        y = paper.write_lines(x + INDENT, y + ROW - 1.5, said, REMARK) + 3.0
    return y


def _write(
    paper: Paper, column: PaperColumn, left: float, right: float, y: float, text: str, style: Style
) -> None:
    short = paper.short(text, style, right - left)
    paper.write(right if column.right else left, y, short, style, column.right)


def _columns(
    paper: Paper, account: FieldAccount, x: float, width: float
) -> list[tuple[PaperColumn, float, float]]:
    """Each with its left and right end: as wide as what stands in it, earlier seasons beside as
    far as there is room, and what is left of that between them."""
    columns = [c for c in COLUMNS if any(c.cell(stage, account) for stage in account.stages)]
    wide = [_width(paper, column, account) for column in columns]
    for name in account.earlier:
        column = PaperColumn(name, _before(name), BEFORE)
        more = _width(paper, column, account)
        if INDENT + sum(wide) + more + GAP * len(wide) > width:
            break
        columns.append(column)
        wide.append(more)
    gap = min((width - INDENT - sum(wide)) / max(len(wide) - 1, 1), MOST_GAP)
    left, placed = x + INDENT, []
    for column, size in zip(columns, wide, strict=True):
        placed.append((column, left, left + size))
        left += size + gap
    return placed


def _width(paper: Paper, column: PaperColumn, account: FieldAccount) -> float:
    cells = [paper.width_of(column.cell(stage, account), column.style) for stage in account.stages]
    return max(paper.width_of(column.title, HEAD), *cells) + 0.1


def _before(season: str) -> Callable[[StageDate, FieldAccount], str]:
    def cell(stage: StageDate, account: FieldAccount) -> str:
        found = account.before.get((season, stage.stage))
        return account.say(found.date) if found is not None else NO_DATE

    return cell
