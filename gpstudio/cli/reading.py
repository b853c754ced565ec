"""From the table words of the command line to a table, and from texts to days."""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import list2cmdline
from typing import cast

from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.adding.reading import added_from
from gpstudio.data.decisions import Question, Role
from gpstudio.data.renaming import rename_fields
from gpstudio.data.series import days_from_dates
from gpstudio.data.source import open_source
from gpstudio.data.table import Table, read_table
from gpstudio.data.writing.form import WrittenAs
from gpstudio.jobs.places import checked as checked_workers
from gpstudio.phenology.places import place_from
from gpstudio.phenology.templates import use_folder
from gpstudio.session.facts import Facts, facts_in
from gpstudio.session.field_facts import FactFiles, Told, read_facts
from gpstudio.session.population import Known
from gpstudio.session.population_file import known_population
from gpstudio.session.request import Request, checked
from gpstudio.session.witnesses import with_witnesses
from gpstudio.translation import any_typed, tr

MOST_LISTED = 12
"""Answers that one line names."""


def read(words: argparse.Namespace, value: str | None = None) -> Table:
    """The table that the words name, questions and all; ``value`` in place of their column."""
    answers = answers_from(words.answer)
    said = dict(_role(text) for text in words.role)
    roles = {c: r for c, r in said.items() if value is None or r != "value"}

    def work(task: Task) -> Table:
        return read_table(
            words.file,
            time=words.time,
            value=value or words.value,
            group="" if words.group == [""] else words.group,
            roles=roles,
            answers=answers,
            task=task,
        )

    table: Table = watched("reading", work)
    for name in () if table.questions else words.add:
        addition = read_addition(table, Path(name), answers_from(words.add_answer))
        if addition.questions:
            raise InputError(told_open(addition.questions, "--add-answer"))
        table = addition.table
    names = dict(map(_name, words.rename))
    return rename_fields(table, names) if names and not table.questions else table


def read_addition(table: Table, path: Path, answers: Mapping[str, str]) -> Addition:
    """What a file adds to a table, and what of it is still to be answered."""

    def work(task: Task) -> Addition:
        return added_from(table, lambda given, task: open_source(path, given, task), answers, task)

    addition: Addition = watched("reading", work)
    return addition


def refuse_open_questions(table: Table) -> None:
    """A question is never guessed: say how to answer each."""
    if table.questions:
        raise InputError(told_open(table.questions))


def told_open(questions: Iterable[Question], option: str = "--answer") -> str:
    """What is asked, and the words that answer it."""
    return " ".join(_asked(question, option) for question in questions)


def _asked(question: Question, option: str) -> str:
    words = answer_words(question.about, question.choices, option)
    if len(words) <= MOST_LISTED:
        return tr(
            "{question} Answer with {answers}.", question=question.text, answers=any_typed(words)
        )
    return tr(
        "{question} Answer with {answers} ('gpstudio inspect' lists all {count}).",
        question=question.text,
        answers=any_typed([*words[:MOST_LISTED], "…"]),
        count=len(words),
    )


def answer_words(about: str, choices: Sequence[str], option: str = "--answer") -> list[str]:
    """The words that choose, ready for a shell; one for each choice."""
    return [f"{option} {_for_shell(f'{about}={choice}')}" for choice in choices]


def _for_shell(word: str) -> str:
    if os.name == "nt":
        return list2cmdline([word])
    if word.isprintable():
        return shlex.quote(word)
    # a name of the file's own may hold what would move the cursor: bash and zsh read it escaped
    plain = word.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in plain) + "'"


def form_from(words: argparse.Namespace) -> WrittenAs:
    return WrittenAs.of(
        words.out_delimiter,
        words.out_decimal,
        words.out_format,
        words.out_digits,
        words.out_fields,
    )


def request_from(words: argparse.Namespace, dated: bool) -> Request:
    if words.crops is not None:
        use_folder(Path(words.crops))
    return checked(
        Request(
            horizon=None if words.horizon is None else number("--horizon", words.horizon),
            times=None if words.predict is None else _times(words.predict, dated),
            as_of=day_from(words, dated),
            stages=words.stages,
            index=words.index,
            region=words.region,
            place=None if words.place is None else place_from(words.place),
            crop_type=words.type,
            hemisphere=words.hemisphere,
            mean_temperature=_temperature(words.mean_temperature),
            degree_days=words.degree_days,
            anyway=words.anyway,
        )
    )


def day_from(words: argparse.Namespace, dated: bool) -> float | None:
    """The day of the question."""
    return None if words.as_of is None else _time("--as-of", words.as_of, dated)


def facts_of(words: argparse.Namespace, table: Table, request: Request, recipe: Recipe) -> Told:
    """What the files beside the table, and its further columns, say of its fields."""
    told = _told_beside(words, table, request)
    return replace(told, facts=_also(words, table, request, recipe, told.facts))


def _told_beside(words: argparse.Namespace, table: Table, request: Request) -> Told:
    paths = [
        None if name is None else Path(name)
        for name in (words.temperature, words.sowing, words.observed, words.fields)
    ]
    if not any(paths):
        return Told(facts_in(table))

    def work(task: Task) -> Told:
        return read_facts(table, FactFiles(*paths), request.crop, task=task)

    told: Told = watched("reading", work)
    return told


def _also(
    words: argparse.Namespace,
    table: Table,
    request: Request,
    recipe: Recipe,
    facts: Mapping[str, Facts],
) -> Mapping[str, Facts]:
    """With what further columns show."""
    if not words.also:
        return facts

    def work(task: Task) -> Mapping[str, Facts]:
        def beside(column: str) -> Table:
            return read(words, column)

        return with_witnesses(table, tuple(words.also), beside, request, recipe, facts, task)

    found: Mapping[str, Facts] = watched("fitting", work)
    return found


def _temperature(text: str | None) -> float | None:
    return None if text is None else number("--mean-temperature", text)


def recipe_from(words: argparse.Namespace) -> Recipe:
    choices = {slot.name: getattr(words, slot.name) for slot in SLOTS}
    return Recipe.of(whole_number("--seed", words.seed), **choices)


def population_from(words: argparse.Namespace) -> Known:
    """That of the file which the words name."""
    return None if words.population is None else known_population(words.population)


def whole_number(name: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise InputError(tr("{name} is a whole number from 0, not '{text}'.", name=name, text=text))
    return int(text)


def workers_from(words: argparse.Namespace) -> int | None:
    """As many processes as are asked for; None where nobody says."""
    return (
        None if words.workers is None else checked_workers(whole_number("--workers", words.workers))
    )


def _times(text: str, dated: bool) -> tuple[float, float, float]:
    parts = re.fullmatch(r"(.+?):(.+):([^:]+)", text)
    if parts is None:
        raise InputError(
            tr(
                "--predict is START:END:STEP, such as 2024-03-01:2024-10-31:1, not '{text}'.",
                text=text,
            )
        )
    first, last = _time("--predict", parts[1], dated), _time("--predict", parts[2], dated)
    step = number("--predict", parts[3])
    if step <= 0 or last < first:
        raise InputError(
            tr("--predict wants START before END and a STEP above 0, not '{text}'.", text=text)
        )
    return first, last, step


def _time(name: str, text: str, dated: bool) -> float:
    if not dated:
        return number(name, text)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?", text):
        raise InputError(
            tr("{name} wants dates such as 2024-03-01, not '{text}'.", name=name, text=text)
        )
    return float(days_from_dates([text])[0])


def number(name: str, text: str) -> float:
    try:
        given = float(text)
    except ValueError:
        given = math.nan
    if not math.isfinite(given) or (name == "--horizon" and given < 0):
        raise InputError(tr("{name} wants a number, not '{text}'.", name=name, text=text))
    return given


def _role(text: str) -> tuple[str, Role]:
    column, mark, role = text.rpartition("=")
    if not mark:
        raise InputError(
            tr("--role is COLUMN=ROLE, such as 'cloud=quality', not '{text}'.", text=text)
        )
    return column, cast(Role, role)  # the table knows which roles there are


def _name(text: str) -> tuple[str, str]:
    before, mark, after = text.partition("=")
    if not mark:
        raise InputError(
            tr("--rename is FIELD=NAME, such as 'plot 3=Mill field', not '{text}'.", text=text)
        )
    return before, after


def answers_from(texts: Iterable[str]) -> dict[str, str]:
    return dict(_answer(text) for text in texts)


def _answer(text: str) -> tuple[str, str]:
    about, mark, choice = text.partition("=")
    if not mark:
        raise InputError(
            tr("--answer is ABOUT=CHOICE, such as 'date=day first', not '{text}'.", text=text)
        )
    return about.strip(), choice.strip()
