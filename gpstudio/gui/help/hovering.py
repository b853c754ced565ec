"""The meaning of a word where it already stands: one hover away, from the manual's own glossary."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from gpstudio.gui.help.glossary import meaning
from gpstudio.gui.help.pages import BY_NAME
from gpstudio.gui.literal import tip

FOREIGN = "QTipLabel"
GIVEN = "meaning"
"""What was given to a label: its words may be others the next time."""


def give_meanings(root: QWidget) -> None:
    """To every label that is a term and says nothing of its own; quick enough to be done again
    whenever labels may have come."""
    for label in root.findChildren(QLabel):
        given = str(label.property(GIVEN) or "")
        if label.toolTip() != given or label.metaObject().className() == FOREIGN:
            continue
        said = meaning(label.text())
        if tip(said) != given:
            label.setToolTip(tip(said))
            label.setAccessibleDescription(said)
            label.setProperty(GIVEN, tip(said))


def about(topic: str) -> str:
    """What the page of the manual is about, in a sentence."""
    return BY_NAME[topic].about
