"""What the importer decided, in records that the window, the command line and tests all read.

A decision that the file does not settle is open: it is asked, never guessed. Every decision, open
or not, can be answered otherwise under its ``about``, so that ``--answer ABOUT=CHOICE`` and the
dialog are one mechanism.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from gpstudio.core.errors import InputError, nearest
from gpstudio.data.texts import shown
from gpstudio.translation import tr, tr_later

Role: TypeAlias = Literal[
    "time",
    "value",
    "group",
    "quality",
    "season",
    "sensor",
    "weight",
    "noise",
    "label",
    "place",
    "ignored",
]
"""What a column is for. Several may share a role: year and day of the year are both time."""

ROLES: tuple[Role, ...] = get_args(Role)

DAY_FIRST, MONTH_FIRST, YEAR_FIRST = (
    tr_later("day first"),
    tr_later("month first"),
    tr_later("year first"),
)
YEAR_MONTH, SWAPPED = tr_later("year and month"), tr_later("day and month swapped")
AS_WRITTEN, BUDDHIST = tr_later("as written"), tr_later("Buddhist years")
EACH_A_FIELD, ONE_TABLE = tr_later("one field each"), tr_later("one table")
"""What sheets that look alike may be."""
ONE_FIELD, TITLES = tr_later("one field"), tr_later("lines between the readings")
GOES_ON = tr_later("as the one above")
ALL_WAYS, MAIN_WAY = tr_later("all ways"), tr_later("main way")
MIDDLE, FIRST_DAY = tr_later("middle"), tr_later("first day")
CLOCK_AS_IT_STANDS, DAY_ONLY = tr_later("clock as it stands"), tr_later("day only")
FROM_ONE, FROM_ZERO = tr_later("from 1"), tr_later("from 0")
OBSERVED, START = tr_later("day of the reading"), tr_later("start of the composite")
DECIMAL_COMMA, DECIMAL_POINT = tr_later("decimal comma"), tr_later("decimal point")
THOUSANDS_MARK = tr_later("thousands mark")

LONG, ONE_SERIES = tr_later("long"), tr_later("one series")
DATES_ACROSS, FIELDS_ACROSS = tr_later("wide by date"), tr_later("wide by field")
"""The layouts; ``long`` has a row for each reading and a column that names its field."""


@dataclass(frozen=True)
class TableColumn:
    """How one column was understood; ``confidence`` runs from 0 to 1."""

    name: str
    role: Role
    unit: str
    format: str
    confidence: float


@dataclass(frozen=True)
class SetAside:
    """Rows that take no part; ``reason`` completes "12 rows …"."""

    reason: str
    count: int


@dataclass(frozen=True)
class Question:
    """What only a person can know; ``about`` names it in ``answers``."""

    about: str
    text: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """One thing that could have been read in more than one way."""

    about: str
    """One of ``ABOUT``."""
    chosen: str
    """One of ``choices``; what is assumed meanwhile where it is open."""
    choices: tuple[str, ...]
    why: str = ""
    """What in the file speaks for it, to stand in the sentence: "because 17/03/2021 occurs";
    empty for what goes without saying."""
    question: str = ""
    """Not empty where the file does not settle it."""
    told: str = ""
    """How the sentence calls what was chosen, such as "dates day first"; ``chosen`` when empty."""
    aloud: bool = True
    """Whether the sentence gives the reason. The list of decisions always does; how a text was
    cut shows itself in the table, and nobody wants to check it."""

    @classmethod
    def asking(cls, question: Question) -> Decision:
        """An open one; its first choice is assumed meanwhile."""
        return cls(question.about, question.choices[0], question.choices, question=question.text)

    @property
    def is_open(self) -> bool:
        return bool(self.question)

    @property
    def clause(self) -> str:
        """Its part of the sentence, where there is something to say."""
        if not (self.aloud and self.why):
            return ""
        return tr("{choice} because {reason}", choice=self.told or tr(self.chosen), reason=self.why)

    def as_question(self) -> Question:
        return Question(self.about, self.question, self.choices)


@dataclass(frozen=True)
class Said:
    """What a person said about a file before it is read: nothing of it is second-guessed."""

    roles: Mapping[str, Role] = field(default_factory=dict)
    """Column name to role."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Decision to choice."""
    one_field: bool = False
    """No column names the field: the whole table is one."""

    def names(self, role: Role) -> list[str]:
        return [name for name, said in self.roles.items() if said == role]


YOU_SAID = tr("you said so")


def credited(decisions: Iterable[Decision], said: Said) -> Iterator[Decision]:
    """What a person answered rests on that, and not on what spoke for it or against it."""
    for decision in decisions:
        answered = decision.about in said.answers and not decision.is_open
        yield replace(decision, why=YOU_SAID) if answered else decision


COLUMNS_OF_THE_FILE: tuple[str, ...] = ()

ABOUT: dict[str, tuple[str, ...]] = {
    "member": COLUMNS_OF_THE_FILE,
    "sheet": COLUMNS_OF_THE_FILE,
    "encoding": (
        "utf-8",
        "utf-8-sig",
        "windows-1252",
        "windows-1250",
        "windows-1251",
        "latin-1",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
    ),
    "delimiter": (
        tr_later("comma"),
        tr_later("semicolon"),
        tr_later("tab"),
        tr_later("bar"),
        tr_later("spaces"),
    ),
    "header": (
        tr_later("none"),
        tr_later("1 row"),
        tr_later("2 rows"),
        tr_later("3 rows"),
        tr_later("4 rows"),
        tr_later("5 rows"),
        tr_later("6 rows"),
    ),
    "layout": (LONG, DATES_ACROSS, FIELDS_ACROSS),
    "time": COLUMNS_OF_THE_FILE,
    "date": (DAY_FIRST, MONTH_FIRST, YEAR_FIRST, YEAR_MONTH),
    "ways": (ALL_WAYS, MAIN_WAY, SWAPPED),
    "numbers": (
        tr_later("serials 1900"),
        tr_later("serials 1904"),
        tr_later("days since 1970"),
        tr_later("modified Julian days"),
        tr_later("Julian days"),
        tr_later("decimal years"),
        tr_later("years and days"),
        tr_later("years and months"),
        tr_later("Unix seconds"),
        tr_later("Unix milliseconds"),
        tr_later("Unix microseconds"),
        tr_later("Unix nanoseconds"),
        tr_later("plain numbers"),
    ),
    "calendar": (AS_WRITTEN, BUDDHIST),
    "period": (MIDDLE, FIRST_DAY),
    "zone": (CLOCK_AS_IT_STANDS, DAY_ONLY),
    "doy": (FROM_ONE, FROM_ZERO),
    "year": COLUMNS_OF_THE_FILE,
    "composite": (OBSERVED, START),
    "decimal": (DECIMAL_COMMA, DECIMAL_POINT, THOUSANDS_MARK),
    "value": COLUMNS_OF_THE_FILE,
    "variable": COLUMNS_OF_THE_FILE,
    "field": COLUMNS_OF_THE_FILE,
    "export": COLUMNS_OF_THE_FILE,
    "scale": (
        tr_later("as written"),
        tr_later("divided by 10,000"),
        tr_later("divided by 1,000"),
        tr_later("divided by 100"),
        tr_later("divided by 10"),
        tr_later("divided by 255"),
        tr_later("less 100, divided by 100"),
        tr_later("times 0.004, less 0.08"),
    ),
    "gaps": (GOES_ON, AS_WRITTEN),
    "fills": (tr_later("set aside"), tr_later("kept")),
    "range": (tr_later("set aside"), tr_later("kept")),
    "names": (tr_later("joined"), tr_later("kept apart")),
    "years": (tr_later("set aside"), tr_later("kept")),
    "outside": (tr_later("kept"), tr_later("set aside")),
    "marks": (tr_later("read"), tr_later("set aside")),
    "zeros": (tr_later("set aside"), tr_later("kept")),
    "quality": (tr_later("used"), tr_later("not used")),
    "noise": (tr_later("not used"), tr_later("used")),
    "flag": (tr_later("not used"), tr_later("0 is good"), tr_later("1 is good")),
    "repeated": (tr_later("kept"), tr_later("counted once"), tr_later("averaged")),
}
"""Every decision there is, with its choices; empty where they are the file's own words."""


ABOUT_TIMES = frozenset(
    {"time", "date", "ways", "numbers", "calendar", "period", "zone", "doy", "composite"}
)
"""Those that say when readings were taken."""


def checked_answers(answers: Mapping[str, str] | None) -> dict[str, str]:
    """The answers, when every one is about a decision there is and is one of its choices.

    Where the choices are the file's own words, ``check_choice`` looks once they are known.
    """
    given = dict(answers or {})
    for about, choice in given.items():
        if about not in ABOUT:
            raise InputError(
                tr(
                    "No question is about {about}; {hint}",
                    about=shown(about),
                    hint=closest(about, ABOUT),
                )
            )
        if ABOUT[about]:
            check_choice(about, choice, ABOUT[about])
    return given


def check_choice(about: str, choice: str, choices: Sequence[str]) -> None:
    if choice not in choices:
        raise InputError(
            tr(
                "{choice} is no answer about {about}; {hint}",
                choice=shown(choice),
                about=shown(about),
                hint=closest(choice, choices),
            )
        )


def open_questions(decisions: Iterable[Decision]) -> tuple[Question, ...]:
    """The questions that remain, each once."""
    found = {d.about: d.as_question() for d in decisions if d.is_open}
    return tuple(found.values())


def closest(word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """How a message ends that met an unknown name of the file's own."""
    close = nearest(word, known)
    if close is not None:
        return tr("did you mean {close}?", close=shown(close))
    names = [shown(name) for name in list(known)[:12]]
    more = ["…"] if len(known) > len(names) else []
    return tr("choose one of {names}.", names=", ".join([*names, *more]))
