"""Texts that no spreadsheet takes for a formula, and the way back.

A spreadsheet starts a formula where a cell begins with one of ``TRIGGERS``, and some skip blanks,
quotes and invisible characters before looking. Where a cell begins depends on the delimiter that
the spreadsheet expects: a name such as ``A;=1+1`` in a file of commas is two cells to one that
expects semicolons. So an apostrophe goes before a text, and behind every mark inside it that could
end a cell, wherever the next thing that shows is a trigger. An apostrophe counts as something to be
skipped, so that ``as_it_was`` undoes ``harmless`` for every text.
"""

from __future__ import annotations

import re

TRIGGERS = "=+-@＝＋－＠﹢﹣﹦﹫"
"""ASCII, and the wide and small letters that some take for the same."""
GUARD = "'"

_T = re.escape(TRIGGERS)
_ENDS = r"\t\n\x0b\x0c\r\x85\u2028\u2029,;|"
"""Marks that end a cell or a line in one program or another."""
_SKIPPED = (
    r"\s\"'`\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd"
    r"\U000e0000-\U000e0fff"
)
"""Blanks, quotes, control characters and what Unicode lets a program show as nothing."""
_RUN = rf"[{_SKIPPED}{_ENDS}]"

_STARTS = re.compile(rf"[{_SKIPPED}]*+[{_T}]|[{_SKIPPED}]*?[\t\r\n]")
_INSIDE = re.compile(rf"(?<!{_RUN}){_RUN}++(?=[{_T}])")
_END = re.compile(rf"[{_ENDS}]")
_GUARDED_END = re.compile(rf"([{_ENDS}]){GUARD}")


def harmless(text: str) -> str:
    """The text, with an apostrophe wherever a cell could begin with a formula."""
    guarded = _INSIDE.sub(lambda run: _END.sub(rf"\g<0>{GUARD}", run[0]), text)
    return GUARD + guarded if _STARTS.match(text) else guarded


def as_it_was(text: str) -> str:
    """The text that ``harmless`` made this of."""
    if text.startswith(GUARD) and _STARTS.match(text):
        text = text[1:]
    return _INSIDE.sub(lambda run: _GUARDED_END.sub(r"\1", run[0]), text)
