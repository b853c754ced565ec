"""Cells of readings: blank, no number, only less or more than one, or one with a mark behind it."""

from __future__ import annotations

import numpy as np

from gpstudio.data.columns.numbers import ColumnNumbers
from gpstudio.data.decisions import ABOUT, Decision, Said
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.texts import shown
from gpstudio.translation import tr, tr_count

READ, ASIDE = ABOUT["marks"]


def decided_of(numbers: ColumnNumbers, said: Said) -> tuple[Decision, ...]:
    """What is asked of the decimal mark, and that numbers with a mark behind them are read."""
    asked = () if numbers.question is None else (Decision.asking(numbers.question),)
    marked, first = len(numbers.remarked.places), shown(numbers.remarked.first)
    if not marked:
        return asked
    chosen = said.answers.get("marks", READ)
    if chosen == READ:
        told = tr("{cell} read without its mark", cell=first)
    else:
        told = tr("numbers such as {cell} set aside", cell=first)
    why = tr_count(marked, "{n:,} number has one", "{n:,} numbers have one")
    return (*asked, Decision("marks", chosen, ABOUT["marks"], why, told=told))


def set_unread_aside(ledger: Ledger, numbers: ColumnNumbers, said: Said) -> None:
    """Each with its reason."""
    size = len(numbers.values)
    ledger.set_aside(numbers.blank, tr("without a value"))
    if numbers.beyond.places:
        reason = tr("that say only less or more, such as {cell}", cell=shown(numbers.beyond.first))
        ledger.set_aside(numbers.beyond.flags(size), reason)
    ledger.set_aside(np.isnan(numbers.values), tr("with an unreadable value"))
    if numbers.remarked.places and said.answers.get("marks") == ASIDE:
        ledger.set_aside(numbers.remarked.flags(size), tr("with a mark behind the number"))
