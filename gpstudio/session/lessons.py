"""What other seasons teach: offsets of a crop's stages, learnt from dates that were observed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.calibration import Calibration, CalibrationCase, calibrate, calibrated
from gpstudio.phenology.earlier import PastSeason
from gpstudio.phenology.templates import CropTemplate, load_template

MOST_PASTS = 2_000
"""Whole seasons of all fields that are kept: each is a curve of a year."""
NOTHING_LEARNT: Mapping[str, Calibration] = frozen({})


@dataclass(frozen=True)
class Taught:
    """What dates tell of the lessons that they rest on; the lessons themselves are large."""

    basis: str = ""
    """What they were learnt from, as a fingerprint: the same basis teaches the same."""
    words: tuple[str, ...] = ()
    of_stages: bool = False
    """Whether observed dates of stages have a part in them."""
    of_pasts: bool = False
    """Whether other fields' earlier seasons have one."""


UNTAUGHT = Taught()


@dataclass(frozen=True, eq=False)
class Lesson:
    """One season of one field in which stages were observed, and what else is known of it."""

    crop: str
    group: str
    season: str
    known: Known
    seen: Mapping[str, float]

    @property
    def cases(self) -> list[CalibrationCase]:
        return [
            CalibrationCase(self.group, self.season, stage, day, self.known)
            for stage, day in self.seen.items()
        ]


@dataclass(frozen=True, eq=False)
class Lessons(Portable):
    """For every crop of which stages were observed."""

    calibrations: Mapping[str, Calibration] = field(default_factory=lambda: NOTHING_LEARNT)
    remarks: tuple[str, ...] = ()
    """Why dates of a crop could not be learnt from."""
    pasts: tuple[PastSeason, ...] = ()
    """Whole seasons of all fields."""
    basis: str = ""
    """Of what they were learnt from; empty where no field can learn from another."""

    @cached_property
    def told(self) -> Taught:
        """What the dates that rest on them tell of them."""
        of_stages = bool(self.calibrations or self.remarks)
        return Taught(self.basis, self.words, of_stages, bool(self.pasts))

    def pasts_of(self, crop: str, group: str) -> tuple[PastSeason, ...]:
        """Other fields' seasons of a crop; none where no crop is known, because paddocks rotate."""
        if not crop:
            return ()
        return tuple(p for p in self.pasts if p.crop == crop and p.group != group)

    def taught(self, template: CropTemplate, group: str, season: str) -> CropTemplate:
        """The template for a season of a field; what was observed there itself has no part in it,
        so that the date beside the observed one shows what would be known without it."""
        calibration = self.calibrations.get(template.crop)
        if calibration is None:
            return template
        others = calibration.without(group, season)
        return calibrated(template, others, group, season) if others.anchors else template

    @property
    def words(self) -> tuple[str, ...]:
        """What was learnt, crop by crop and stage by stage, and what could not be used."""
        told = [
            f"{crop}, {words}"
            for crop, calibration in self.calibrations.items()
            for words in (*calibration.words, *calibration.aside)
        ]
        return (*told, *self.remarks)

    def __bool__(self) -> bool:
        return bool(self.calibrations or self.pasts)


NO_LESSONS = Lessons()


def learn(lessons: Iterable[Lesson], pasts: Iterable[PastSeason] = (), basis: str = "") -> Lessons:
    """From every season in which stages were observed, and every one that was seen whole."""
    by_crop: dict[str, list[CalibrationCase]] = {}
    for lesson in lessons:
        by_crop.setdefault(lesson.crop, []).extend(lesson.cases)
    learnt: dict[str, Calibration] = {}
    remarks = []
    for crop, cases in by_crop.items():
        template = load_template(crop)
        named = {stage.name for stage in template.stages}
        usable = [case for case in cases if case.stage in named]
        try:
            learnt[crop] = calibrate(template, usable)
        except InputError as error:
            remarks.append(str(error))
    kept = tuple(islice((past for past in pasts if past.crop), MOST_PASTS))
    if not learnt and not remarks and not kept and not basis:
        return NO_LESSONS
    return Lessons(frozen(learnt), tuple(remarks), kept, basis)
