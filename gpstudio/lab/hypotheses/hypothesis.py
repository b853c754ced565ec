"""What a hypothesis is, how a verdict comes about, and the registry of them.

A verdict is counted from groups (one data set at one bandwidth, say), each decided by a paired
ratio with its interval; nothing in it is written beforehand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.lab.pairs import Ratio
from gpstudio.lab.rows import Row
from gpstudio.translation import tr


@dataclass(frozen=True)
class Group:
    """Where the hypothesis was looked at, and what was seen."""

    label: str
    compared: str
    """Which two, in which measure: 'a / b, relative error'."""
    ratio: Ratio
    holds: bool | None
    """None where the numbers do not decide."""
    remark: str = ""


@dataclass(frozen=True)
class Verdict:
    spec: Spec
    words: str
    groups: tuple[Group, ...] = ()

    @property
    def tested(self) -> bool:
        return any(group.holds is not None for group in self.groups)


class Hypothesis(ABC):
    """``spec.help`` is the claim and how it is decided."""

    spec: ClassVar[Spec]
    study: ClassVar[str]
    """Whose rows it is about."""
    per: ClassVar[str]
    """What a group is a combination of."""

    @abstractmethod
    def groups(self, rows: Sequence[Row]) -> list[Group]:
        """An empty list where the rows have nothing to compare."""


HYPOTHESES: Registry[type[Hypothesis]] = Registry("hypothesis")


def verdict_of(kind: type[Hypothesis], rows: Mapping[str, Sequence[Row]]) -> Verdict:
    """What the rows of all studies say of it."""
    if not rows.get(kind.study):
        return Verdict(
            kind.spec, tr("Not tested: no measurements of the study '{study}'.", study=kind.study)
        )
    groups = tuple(kind().groups(rows[kind.study]))
    return Verdict(kind.spec, words_of(groups, kind.per), groups)


def words_of(groups: Sequence[Group], per: str) -> str:
    """The verdict, counted over all places that were looked at, also those that decide nothing."""
    if not groups:
        return tr("Not tested: what it compares has not been measured.")
    counted = [
        ("Holds", sum(group.holds is True for group in groups)),
        ("Does not hold", sum(group.holds is False for group in groups)),
        ("Undecided", sum(group.holds is None for group in groups)),
    ]
    (first, count), *others = [(words, some) for words, some in counted if some]
    if len(groups) == 1:
        return tr("{first} on the one combination of {per}.", first=first, per=per)
    if not others:
        every = tr("any of") if first == "Does not hold" else "all"
        return tr(
            "{first} on {every} {count} combinations of {per}.",
            first=first,
            every=every,
            count=len(groups),
            per=per,
        )
    rest = "".join(
        tr(", {words} on {some}", words=words.lower(), some=some) for words, some in others
    )
    return tr(
        "{first} on {count} of {count_2} combinations of {per}{rest}.",
        first=first,
        count=count,
        count_2=len(groups),
        per=per,
        rest=rest,
    )
