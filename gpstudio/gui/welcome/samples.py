"""The tables that come with the program, each with what is to be seen in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpstudio.resources import SAMPLE, resource
from gpstudio.translation import tr


@dataclass(frozen=True)
class Sample:
    name: str
    title: str
    about: str
    """In one line, on the page of welcome."""
    parts: tuple[str, ...]
    """Where it lies among the resources."""
    sentence: str = ""
    """Told once it is open."""
    asks: bool = False
    """Whether it is shown as understood first, since its file leaves something open."""

    @property
    def path(self) -> Path:
        return resource(*self.parts)


OWN = tr("Open your own table with Ctrl+O, or drop it on this window.")
FIELD = Sample(
    "field", tr("One field, three years"),
    tr("An irrigated field, seen by Landsat from 2020 to 2022."),
    SAMPLE,
    tr(
        "This is the sample: one irrigated field, seen by Landsat from 2020 to 2022. {own}",
        own=OWN,
    ),
)  # fmt: skip
FARMS = Sample(
    "farms", tr("Twelve fields, three farms"),
    tr("Winter wheat with clouds between, made up."),
    ("sample", "made_up_farms.csv"),
    tr(
        "These twelve fields are made up: winter wheat on three farms, 2022 to 2024. {own}",
        own=OWN,
    ),
)  # fmt: skip
QUESTION = Sample(
    "question", tr("A table with a question"),
    tr("Its days could be months, so it is asked. Made up."),
    ("sample", "made_up_days_or_months.csv"), asks=True,
)  # fmt: skip
CROPS = Sample(
    "crops", tr("Sixty fields, four crops"),
    tr("Twelve do not say theirs: which is it? Made up."),
    ("sample", "made_up_crops.csv"),
    tr(
        "These sixty fields are made up, and twelve do not say their crop: Classes (above) tells "
        "it. {own}",
        own=OWN,
    ),
)  # fmt: skip
SAMPLES = (FIELD, FARMS, CROPS, QUESTION)
