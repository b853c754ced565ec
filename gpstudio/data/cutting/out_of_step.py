"""Headers and rows that do not belong to each other cell by cell: better refused than misread."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.errors import InputError
from gpstudio.data.cutting.beginning import Beginning
from gpstudio.translation import tr


def refuse_out_of_step(
    beginning: Beginning, header: range, width: int, below: Sequence[int], file: str
) -> None:
    """The rows ``below`` a header of ``width`` cells."""
    _refuse_wider_rows(beginning, width, below, beginning.lines[header[0]], file)
    _refuse_gaps(beginning, header[-1], below, file)
    if beginning.delimiter == " ":
        _refuse_other_blanks(beginning, header[0], width, file)


def _refuse_other_blanks(beginning: Beginning, row: int, width: int, file: str) -> None:
    """Where blanks part the cells, a name of two words makes two columns of one."""
    if len(beginning.usual) > 1 and width != beginning.width:
        raise InputError(
            tr(
                "Line {line} of {file} has {count} words, the rows below {cells} cells; write "
                "each name as one word, or part cells by commas, semicolons or tabs.",
                line=beginning.lines[row],
                file=file,
                count=width,
                cells=beginning.width,
            )
        )


def _refuse_wider_rows(
    beginning: Beginning, named: int, below: Sequence[int], line: int, file: str
) -> None:
    wider = [row for row in below if beginning.filled[row] > named]
    # Where most rows have a cell more, be it empty, one that is filled shows that it counts.
    allowed = 0 if beginning.width > named else len(below) / 2
    if len(wider) <= allowed:
        return
    row = wider[0]
    advice = (
        tr(
            "put numbers with a decimal comma between quotation marks, or part the cells "
            "by semicolons"
        )
        if beginning.delimiter == ","
        else tr("give every column a name, or say that there is no header")
    )
    raise InputError(
        tr(
            "Line {line} of {file} has {cells} cells but its header "
            "on line {header} has {names}; {advice}.",
            line=beginning.lines[row],
            file=file,
            cells=beginning.filled[row],
            header=line,
            names=named,
            advice=advice,
        )
    )


def _refuse_gaps(beginning: Beginning, row: int, below: Sequence[int], file: str) -> None:
    """A header with an empty name amid others and more cells than any row may be out of step."""
    names = beginning.cells[row][: beginning.filled[row]]
    most = max((beginning.widths[other] for other in below), default=len(names))
    if "" in names and len(names) > most:
        raise InputError(
            tr(
                "Line {line} of {file} has {cells} cells, one empty, but the rows below have "
                "{most}; remove the spare delimiter, or name every column.",
                line=beginning.lines[row],
                file=file,
                cells=len(names),
                most=most,
            )
        )


def refuse_split_decimals(beginning: Beginning, first: int, file: str) -> None:
    """Numbers such as 0,5686 that commas cut in two are no two columns; a header would show it."""
    if beginning.delimiter != ",":
        return
    rows = [row for row in beginning.usual if row >= first]
    for column in range(min(beginning.width, len(beginning.kinds)) - 1):
        whole = {beginning.cells[row][column].lstrip("+-") for row in rows}
        parts = [beginning.cells[row][column + 1] for row in rows]
        if whole <= {"0", "1"} and all(part.isdigit() for part in parts) and "0" in whole:
            raise InputError(
                tr(
                    "Numbers such as {whole},{decimals} on line {line} of {file} may be cut at a "
                    "decimal comma: put them between quotation marks, part cells by semicolons, "
                    "or add names.",
                    whole=beginning.cells[rows[0]][column],
                    decimals=parts[0],
                    line=beginning.lines[rows[0]],
                    file=file,
                )
            )
