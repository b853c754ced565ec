"""How a text writes a table: its comments, its delimiter, its header."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpstudio.data.cutting.beginning import Beginning, cut_line
from gpstudio.data.cutting.blocks import never_closed
from gpstudio.data.cutting.delimiter import DELIMITERS, choose_delimiter
from gpstudio.data.cutting.header import CHOICES, Header, find_header
from gpstudio.data.decisions import Decision
from gpstudio.data.source.source import Source, empty
from gpstudio.translation import tr

__all__ = ["DELIMITERS", "Dialect", "sniff"]

COMMENT_MARKS = "#%!/"
"""With one of them a comment begins, with the last only when it is doubled."""

_EXCEL = re.compile(r"sep=([,;|\t]?)[ \t]*", re.IGNORECASE)
"""A line that Excel writes, and reads."""
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True)
class Dialect:
    encoding: str
    delimiter: str
    header: Header
    usual_width: int
    """How many cells most rows have."""
    most_cells: int
    """How many a row may have with the delimiters at its end."""
    kinds: tuple[str, ...]
    """What kind of cells each of the first columns has, mostly."""
    decisions: tuple[Decision, ...] = ()


def sniff(head: bytes, encoding: str, source: Source, answers: Mapping[str, str]) -> Dialect:
    """Decide the dialect on the beginning of a text, in UTF-8, whose last line is whole."""
    comments, told = _comments(head)
    if source.delimiter is not None:  # our own text, about which nothing is asked
        told, answers = source.delimiter, {**answers, "delimiter": ""}
    beginning, decision = choose_delimiter(head, len(comments), told, answers)
    if not len(beginning):
        raise never_closed(len(comments) + 1, source.file) if b'"' in head else empty(source.file)
    header = _marked_header(head, comments, beginning, answers)
    header = header or find_header(beginning, answers, source.file)
    most = max(header.width, beginning.most_cells)
    return Dialect(
        encoding=encoding,
        delimiter=beginning.delimiter,
        header=header,
        usual_width=beginning.width,
        most_cells=most,
        kinds=beginning.kinds,
        decisions=(decision, header.decision),
    )


def _comments(head: bytes) -> tuple[list[str], str | None]:
    """The lines above the first that is no comment, and the delimiter if they name it.

    Comments are found before anything is cut: an inch mark in one of them opens no quotation.
    """
    comments: list[str] = []
    told, at = None, 0
    while at < len(head):
        end = _LINE_END.search(head, at)
        stop = end.start() if end else len(head)
        written = head[at:stop].decode("utf-8", "replace").lstrip("\ufeff")
        line = written.strip()
        excel = _EXCEL.fullmatch(written)
        if excel:
            told = excel[1] if excel[1] and excel[1].encode() in head[stop + 1 :] else None
        elif line and not _is_comment(line):
            break
        comments.append(line)
        at = end.end() if end else len(head)
    return comments, told


def _is_comment(line: str) -> bool:
    return line[0] in COMMENT_MARKS and (line[0] != "/" or line[1:2] == "/")


def _marked_header(
    head: bytes, comments: list[str], beginning: Beginning, answers: Mapping[str, str]
) -> Header | None:
    """A last comment that is cut as the rows below it are, when these begin with a reading."""
    if not comments or not comments[-1] or answers.get("header", CHOICES[1]) != CHOICES[1]:
        return None
    names = cut_line(comments[-1].lstrip(COMMENT_MARKS + " \t"), beginning.delimiter)
    if len(names) != beginning.filled[0] or len(names) < 2:
        return None
    found = find_header(beginning, {}, "")
    if found.rows or found.skipped != len(comments):
        return None
    told = tr("names on line {line}", line=len(comments))
    why = tr("it stands behind a comment mark")
    decision = Decision("header", CHOICES[1], CHOICES, why, told=told, aloud=False)
    return replace(found, decision=decision, told=names)
