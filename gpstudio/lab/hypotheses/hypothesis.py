"""What a hypothesis is, how a verdict comes about, and the registry of them.

A verdict is counted from groups (one data set at one bandwidth, say), each decided by a paired
ratio with its interval; nothing in it is written beforehand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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

    def count(self, holds: bool | None) -> int:
        """The groups of which it was found to hold, or not; of None those that are undecided."""
        return sum(group.holds is holds for group in self.groups)

    @property
    def word(self) -> str:
        """All of them in a word, or that too few are decided for one."""
        yes, no, undecided = (self.count(holds) for holds in (True, False, None))
        if undecided >= yes + no:
            return tr("mostly undecided")
        if yes > no:
            return tr("holds on most") if no else tr("holds")
        return tr("does not hold on most") if yes else tr("does not hold")

    @property
    def repeats(self) -> str:
        """Of all groups that were measured, from the fewest to the most."""
        seen = sorted({group.ratio.repeats for group in self.groups} - {0})
        return "–".join(f"{count}" for count in dict.fromkeys([*seen[:1], *seen[-1:]]))


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
    counted = Verdict(kind.spec, "", groups)
    return replace(counted, words=_words(counted, kind.per))


def _words(verdict: Verdict, per: str) -> str:
    """The verdict, counted over all places that were looked at, also those that decide nothing."""
    groups = verdict.groups
    if not groups:
        return tr("Not tested: what it compares has not been measured.")
    count = {holds: verdict.count(holds) for holds in (True, False, None)}
    first, *others = (holds for holds, some in count.items() if some)
    if len(groups) == 1:
        return _of_one(first, per)
    if not others:
        return _of_all(first, len(groups), per)
    clauses = [_of_some(first, count[first], len(groups), per)]
    clauses += [
        tr("undecided on {count}", count=count[holds])
        if holds is None
        else tr("does not hold on {count}", count=count[holds])
        for holds in others
    ]
    return ", ".join(clauses) + "."


def _of_one(holds: bool | None, per: str) -> str:
    if holds is None:
        return tr("Undecided on the one combination of {per}.", per=per)
    if holds:
        return tr("Holds on the one combination of {per}.", per=per)
    return tr("Does not hold on the one combination of {per}.", per=per)


def _of_all(holds: bool | None, count: int, per: str) -> str:
    if holds is None:
        return tr("Undecided on all {count} combinations of {per}.", count=count, per=per)
    if holds:
        return tr("Holds on all {count} combinations of {per}.", count=count, per=per)
    return tr("Does not hold on any of {count} combinations of {per}.", count=count, per=per)


def _of_some(holds: bool | None, some: int, whole: int, per: str) -> str:
    """The first clause, which a list of the others follows; what is undecided never comes first."""
    if holds:
        return tr("Holds on {some} of {all} combinations of {per}", some=some, all=whole, per=per)
    return tr(
        "Does not hold on {some} of {all} combinations of {per}", some=some, all=whole, per=per
    )
