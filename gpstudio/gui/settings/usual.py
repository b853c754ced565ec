"""What the settings do at the start, and to every table that is opened."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QSettings

from gpstudio.gui.settings.declared import CROP, HORIZON, SCALING
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.request import USUAL
from gpstudio.translation import tr

FACTOR = "QT_SCALE_FACTOR"
ORGANISATION = APPLICATION = "GP Studio"


def scale() -> None:
    """Before there is an application, since Qt asks once; a size set outside is left alone."""
    kept = str(QSettings(ORGANISATION, APPLICATION).value(SCALING.name, ""))
    if kept in [entry.name for entry in SCALING.entries] and kept.isdigit():
        os.environ.setdefault(FACTOR, str(int(kept) / 100))


def usual_request(document: Document) -> SetRequest | None:
    """What a table that was just opened is asked for, where that is not so already.

    Whoever asked for something else meanwhile is believed, and times that are no dates have no
    crop's stages.
    """
    table = document.table
    if document.request != USUAL or table is None or not table.is_dated:
        return None
    days = HORIZON.value
    wanted = replace(
        USUAL,
        stages=_crop_of(document) or CROP.value,
        horizon=float(days) if days.isdigit() else USUAL.horizon,
    )
    return SetRequest(wanted, tr("to what is usual here")) if wanted != USUAL else None


def _crop_of(document: Document) -> str:
    """What grows in most of its fields, where the table says so and a template knows it."""
    from gpstudio.phenology.templates import crops  # nobody waits for it at the start

    told = Counter(facts.crop for facts in document.facts.values() if facts.crop)
    return next((crop for crop, _ in told.most_common() if crop in crops()), "") if told else ""
