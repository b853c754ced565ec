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
    crop: str = ""
    """What is dated; empty: what the curve alone shows."""
    place: tuple[float, float] | None = None
    """Latitude and longitude of its fields."""
    observed: tuple[str, ...] = ()
    """Where its observed dates lie."""
    also: tuple[str, ...] = ()
    """Further columns that date its stages."""

    @property
    def path(self) -> Path:
        return resource(*self.parts)


OWN = tr("Open your own table with Ctrl+O, or drop it on this window.")
FIELD = Sample(
    "field", tr("One field, three years"),
    tr("An irrigated field, seen by Landsat."),
    SAMPLE,
    tr(
        "This is the sample: one irrigated field, seen by Landsat from 2020 to 2022. {own}",
        own=OWN,
    ),
)  # fmt: skip
TRIAL = Sample(
    "trial", tr("A wheat trial"),
    tr("Twelve plots; heading seen in eight. Made up."),
    ("sample", "made_up_wheat_trial.csv"),
    tr(
        "This trial of four wheats is made up; heading was seen in eight plots. Fields × stages "
        "compares all dates with it. {own}",
        own=OWN,
    ),
    crop="wheat", place=(51.8, 10.6), observed=("sample", "made_up_wheat_trial_heading.csv"),
)  # fmt: skip
FARMS = Sample(
    "farms", tr("Twelve fields, this year's forecast"),
    tr("Wheat on three farms, until May. Made up."),
    ("sample", "made_up_farms.csv"),
    tr(
        "These twelve fields of winter wheat are made up. Their third season is under way and "
        "foretold from the two before. {own}",
        own=OWN,
    ),
    crop="wheat", place=(52.2, 10.5),
)  # fmt: skip
BANDS = Sample(
    "bands", tr("Several bands"),
    tr("NDVI, NDRE and radar of one field. Made up."),
    ("sample", "made_up_three_instruments.csv"),
    tr(
        "This field is made up: NDVI is read, and NDRE and radar (VH), ticked under Also from, "
        "say when it heads as well. {own}",
        own=OWN,
    ),
    crop="wheat", place=(52.2, 10.5), also=("ndre", "vh"),
)  # fmt: skip
QUESTION = Sample(
    "question", tr("A table with a question"),
    tr("Days that could be months. Made up."),
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
SAMPLES = (FIELD, TRIAL, FARMS, CROPS, BANDS, QUESTION)
