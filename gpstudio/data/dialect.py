"""How a text file writes a table: its encoding, its delimiter, where its header stands.

All of it is decided on the file itself. Bytes that are valid UTF-8 are UTF-8 (text in another
encoding practically never is); otherwise they are Windows-1252. The delimiter is the mark that
cuts the first lines into equally many cells, header included.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gpstudio.core.errors import InputError

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma"}
"""The marks in the order in which they win a tie: commas also live inside words and numbers."""

_SAMPLE_LINES = 200
_SAMPLE_CHARACTERS = 1 << 18


@dataclass(frozen=True)
class Dialect:
    encoding: str
    delimiter: str
    skipped: int
    """Lines above the header: blank ones, comments that begin with #, Excel's "sep=;"."""
    marked_header: bool
    """True when the header line itself begins with #."""


def sniff(data: bytes, file: str) -> Dialect:
    """Decide the dialect of a whole file; ``file`` is how messages call it."""
    encoding = _encoding(data, file)
    handle = open_text(data, encoding)
    comments, first = _preamble(handle, file)
    lines = [first, *_some_lines(handle)]
    delimiter = _delimiter(lines)
    # "#date,ndvi" above data is a header, not a comment: it cuts like the line below it, and that
    # line does not look like a header of its own.
    above = comments[-1].lstrip("# \t") if comments else ""
    marked = (
        above != ""
        and _cells(above, delimiter) == _cells(first, delimiter) > 1
        and any(cell.strip()[:1].isdigit() for cell in first.split(delimiter))
    )
    return Dialect(encoding, delimiter, len(comments) - marked, marked)


def open_text(data: bytes, encoding: str) -> io.TextIOWrapper:
    """The text of a file as a stream, line ends untouched, decoded as it is read."""
    return io.TextIOWrapper(io.BytesIO(data), encoding=encoding, newline="")


def records(handle: io.TextIOWrapper, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows as a CSV reader sees them, each with the number of its last line in the file.

    Blank lines are left out, as the fast parser leaves them out: the two must count alike.
    """
    reader = csv.reader(iter(handle.readline, ""), delimiter=delimiter)
    for row in reader:
        if row and (len(row) > 1 or not row[0] or row[0].strip(" \t")):
            yield reader.line_num, row


def _encoding(data: bytes, file: str) -> str:
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise InputError(f"{file} is written in UTF-32; save it as UTF-8 first.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _proven(data, "utf-16", file)
    head = data[:4096]
    if b"\x00" in head:
        # UTF-16 without its mark: every other byte of plain text is zero.
        odd, even = head[1::2].count(0), head[::2].count(0)
        half = len(head) // 2
        if odd > 0.4 * half and even < 0.05 * half:
            return _proven(data, "utf-16-le", file)
        if even > 0.4 * half and odd < 0.05 * half:
            return _proven(data, "utf-16-be", file)
    if b"\x00" in data:
        raise _binary(file)
    for encoding in ("utf-8", "windows-1252"):
        if _decodes(data, encoding):
            marked = encoding == "utf-8" and data.startswith(b"\xef\xbb\xbf")
            return "utf-8-sig" if marked else encoding
    # Five bytes mean nothing in Windows-1252; Latin-1 gives a meaning to all of them.
    return "latin-1"


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _proven(data: bytes, encoding: str, file: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise _binary(file) from None
    if "\x00" in text:
        raise _binary(file)
    return encoding


def _binary(file: str) -> InputError:
    return InputError(f"{file} is not a text file; save the table as CSV in UTF-8 and open that.")


def _preamble(handle: io.TextIOWrapper, file: str) -> tuple[list[str], str]:
    """The lines above the first line of the table, and that line."""
    above: list[str] = []
    for line in iter(handle.readline, ""):
        bare = line.strip()
        if bare and not bare.startswith("#") and not bare.lower().startswith("sep="):
            return above, line
        above.append(bare)
    raise InputError(f"{file} is empty; choose a CSV file with a header and readings.")


def _some_lines(handle: io.TextIOWrapper) -> list[str]:
    text = handle.read(_SAMPLE_CHARACTERS)
    lines = io.StringIO(text, newline="").readlines()
    if len(text) == _SAMPLE_CHARACTERS:
        lines = lines[:-1]
    return [line for line in lines[:_SAMPLE_LINES] if line.strip()]


def _delimiter(lines: list[str]) -> str:
    def score(delimiter: str) -> tuple[bool, bool, float]:
        try:
            widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
        except csv.Error:
            return False, False, 0.0
        usual, times = Counter(widths[1:] or widths).most_common(1)[0]
        header = widths[0]
        return max(usual, header) > 1, usual == header, times / len(widths)

    # max() keeps the first of equals: the order of DELIMITERS breaks ties.
    best = max(DELIMITERS, key=score)
    return best if score(best)[0] else ","


def _cells(line: str, delimiter: str) -> int:
    return len(next(csv.reader([line], delimiter=delimiter), []))
