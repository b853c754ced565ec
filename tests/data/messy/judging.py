"""Reads a messy file as a person would: answers what is asked, then compares with the truth."""

from __future__ import annotations

from pathlib import Path

from data.messy.truth import Messy

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days

RIGHT, ASKED = "right", "asked, then right"
NEEDLESS, REFUSED, MISREAD = "needless question", "refused", "misread"


def judged(messy: Messy, folder: Path) -> tuple[str, str]:
    """The verdict, and what happened for whoever looks at a failure."""
    path = folder / "messy.csv"
    path.write_bytes(messy.data)
    answers: dict[str, str] = {}
    try:
        table = read_table(path)
        questions = table.questions
        while table.questions:
            for question in table.questions:
                if question.about not in messy.answers:
                    return NEEDLESS, question.text
                answers[question.about] = messy.answers[question.about]
            table = read_table(path, answers=answers)
    except InputError as error:
        return REFUSED, str(error)
    found = {
        series.group: sorted(zip(iso_from_days(series.time), series.value.tolist(), strict=True))
        for series in table.series
    }
    if found != messy.series():
        return MISREAD, f"{table.sentence}: {_difference(found, messy.series())}"
    aside = sum(a.count for a in table.set_aside)
    if table.rows_in != table.rows_used + aside:
        return MISREAD, f"{table.rows_in} rows in, {table.rows_used} used, {aside} set aside"
    if not messy.ambiguous <= set(answers):
        return MISREAD, f"not asked about {messy.ambiguous - set(answers)}"
    needless = set(answers) - messy.ambiguous
    if needless:
        return NEEDLESS, "; ".join(q.text for q in questions)
    return (ASKED if answers else RIGHT), table.sentence


def _difference(found: object, expected: object) -> str:
    return f"found {str(found)[:300]} instead of {str(expected)[:300]}"
