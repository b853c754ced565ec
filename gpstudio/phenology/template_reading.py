"""A template file, word by word: a broken one is refused in one sentence that says where."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.phenology.anchors import (
    FURTHER,
    HEMISPHERES,
    INDICES,
    SOWING,
    TYPES,
    CalendarAnchor,
    CropTemplate,
    CurveAnchor,
    DaysAnchor,
    PlaceAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.measuring import measure_named
from gpstudio.phenology.places.hopkins import Region
from gpstudio.phenology.rules import STAGES
from gpstudio.phenology.sections import Section, WrittenText
from gpstudio.phenology.template_stages import each_of, stage_declared_in, with_landmarks
from gpstudio.phenology.thermal import Response
from gpstudio.resources import resource
from gpstudio.translation import tr

_DAY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


def read_template(path: Path) -> CropTemplate:
    """One file; a broken one is refused in a sentence that says where."""
    import tomllib

    try:
        text = path.read_text(encoding="utf-8")
        entries = tomllib.loads(text)
    except OSError as error:
        raise InputError(
            tr(
                "{name} cannot be read: {strerror}.",
                name=path.name,
                strerror=error.strerror or error,
            )
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            tr("{name} is not UTF-8 text: save it as UTF-8.", name=path.name)
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            tr(
                "{name} is not TOML, mend what is written there: {error}.",
                name=path.name,
                error=error,
            )
        ) from error
    written = WrittenText(tuple(text.splitlines()))
    return _template(path.stem, Section(path.name, entries, written))


@dataclass(frozen=True)
class _Known:
    """What an anchor may name: earlier stages, responses, sources."""

    earlier: tuple[str, ...]
    responses: tuple[str, ...]
    sources: dict[str, str]

    def source(self, section: Section) -> str:
        return self.sources[section.word("source", tuple(self.sources))]

    def trust(self, section: Section) -> str:
        """Where the ``sd`` is from: the same source, unless another is named."""
        usual = section.word("source", tuple(self.sources))
        return self.sources[section.word("trust", tuple(self.sources), usual)]


def _template(crop: str, section: Section) -> CropTemplate:
    sources = section.named_texts("sources")
    named = section.named_sections("responses", "response")
    known = _Known((SOWING,), tuple(named), sources)
    responses = {name: _response(part, known) for name, part in named.items()}
    stages: list[StageTemplate] = []
    for part in section.sections("stages", "stage"):
        stages += each_of(_stage(part, known))
        known = replace(known, earlier=(SOWING, *(stage.name for stage in stages)))
    stages = _with_shared_regions(section, stages)
    if section.flag("landmarks", False):
        stages = with_landmarks(stages)
    if not stages:
        raise InputError(
            tr("{where} has no stages; write [[stages]] for each.", where=section.where)
        )
    template = CropTemplate(
        crop=crop,
        title=tr(section.text("title")),
        note=section.text("note", ""),
        mean_temperature=section.number("mean_temperature", -10.0, 50.0),
        dips_at_flowering=section.flag("dips_at_flowering", False),
        responses=frozen(responses),
        stages=tuple(stages),
    )
    section.finish()
    return template


def _with_shared_regions(section: Section, stages: list[StageTemplate]) -> list[StageTemplate]:
    """Where a stage comes so many days from another's day, the other's regions are its own."""
    regions = {stage.name: stage.places[0].regions for stage in stages if stage.places}

    def shared(anchor: PlaceAnchor, stage: str) -> PlaceAnchor:
        if not anchor.like:
            return anchor
        found = regions.get(anchor.like, ()) or _regions_of_another(section, anchor.like)
        if not found:
            raise section.wrong(
                tr(
                    "'like' of {stage} names '{like}', which has no regions of its own",
                    stage=stage,
                    like=anchor.like,
                ),
                "like",
            )
        return replace(anchor, regions=found)

    return [
        replace(stage, places=tuple(shared(anchor, stage.name) for anchor in stage.places))
        for stage in stages
    ]


def _regions_of_another(section: Section, like: str) -> tuple[Region, ...]:
    """Those of a stage of another bundled crop, written ``wheat.heading``."""
    crop, _, name = like.rpartition(".")
    path = resource("crops") / f"{crop}.toml"
    if not crop or path.name == section.where or not path.exists():
        return ()
    stage = read_template(path).stage(name)
    return stage.places[0].regions if stage is not None and stage.places else ()


def _response(section: Section, known: _Known) -> Response:
    temperature, rate = section.numbers("temperature"), section.numbers("rate")
    known.source(section)
    section.finish()
    try:
        return Response(temperature, rate)
    except InputError as error:
        raise section.failed(f"{section.where}: {error}", "rate") from error


def _stage(section: Section, known: _Known) -> StageTemplate:
    what = stage_declared_in(section)
    section.where += f" ('{what.name}')"
    _check_order(section, what.name, known.earlier[1:])
    stage = StageTemplate(
        what=what,
        bbch=_code(section, "bbch", "") or what.bbch,
        zadoks=_code(section, "zadoks", "Z"),
        note=section.text("note", ""),
        curve=tuple(_curve(part, known) for part in section.sections("curve", "curve")),
        calendar=tuple(_calendar(part, known) for part in section.sections("calendar", "calendar")),
        places=tuple(_place(part, known) for part in section.sections("place", "place")),
        days=tuple(_days(part, known) for part in section.sections("days", "days")),
        thermal=tuple(_thermal(part, known) for part in section.sections("thermal", "thermal")),
    )
    section.finish()
    if not (stage.curve or stage.calendar or stage.places or stage.days or stage.thermal):
        raise section.failed(
            tr(
                "{where} has nothing to be dated by; add [[stages.curve]], "
                "[[stages.calendar]], [[stages.place]], [[stages.days]] or [[stages.thermal]].",
                where=section.where,
            )
        )
    return stage


def _check_order(section: Section, name: str, before: tuple[str, ...]) -> None:
    """A stage of the template's own may stand anywhere."""
    order = STAGES.names
    last = next((other for other in reversed(before) if other in STAGES), None)
    if last is not None and name in STAGES and order.index(name) <= order.index(last):
        raise section.wrong(
            tr("'name' comes after '{before}', out of the order of the season", before=last), "name"
        )


def _code(section: Section, key: str, letter: str) -> str:
    code = section.text(key, "")
    if code and not re.fullmatch(letter + "[0-9]{2}", code):
        raise section.wrong(
            tr(
                "'{key}' is '{code}' and should be written like '{letter}65'",
                key=key,
                code=code,
                letter=letter,
            ),
            key,
        )
    return code


def _curve(section: Section, known: _Known) -> CurveAnchor:
    anchor = CurveAnchor(
        measure=section.text("measure"),
        days=section.number("days", -200.0, 200.0, 0.0),
        indices=section.words("indices", (*INDICES, *FURTHER)),
        sd=_sd(section),
        source=known.source(section),
        trust=known.trust(section),
        calibrated_only=section.flag("calibrated_only", False),
        types=section.words("types", TYPES, ()),
    )
    section.finish()
    _check_measure(section, anchor.measure)
    return anchor


def _check_measure(section: Section, words: str) -> None:
    """Written like ``peak`` or ``rise(50)``, known, and a date."""
    try:
        measure_named(words)
    except InputError as error:
        words = tr("{where}, measure: {error}", where=section.where, error=error)
        raise section.failed(words, "measure") from error


def _calendar(section: Section, known: _Known) -> CalendarAnchor:
    anchor = CalendarAnchor(
        day=section.text("day"),
        hemisphere=section.word("hemisphere", HEMISPHERES),
        region=section.text("region"),
        sd=_sd(section),
        source=known.source(section),
        trust=known.trust(section),
    )
    section.finish()
    _check_day(section, anchor.day)
    return anchor


def _place(section: Section, known: _Known) -> PlaceAnchor:
    anchor = PlaceAnchor(
        types=section.words("types", TYPES),
        latitudes=_latitudes(section),
        regions=tuple(_region(part) for part in section.sections("regions", "region")),
        sd=_sd(section),
        source=known.source(section),
        trust=known.trust(section),
        days=section.number("days", -200.0, 200.0, 0.0),
        like=section.text("like", ""),
    )
    section.finish()
    if not (anchor.regions or anchor.like):
        raise section.wrong(tr("'regions' must name one region at least"), "regions")
    return anchor


def _latitudes(section: Section) -> tuple[float, float]:
    found = section.numbers("latitudes")
    if len(found) != 2 or not 0.0 <= found[0] < found[1] <= 90.0:
        raise section.wrong(
            tr("'latitudes' must be two degrees from the equator, the lower first, as [30, 56]"),
            "latitudes",
        )
    return found[0], found[1]


def _region(section: Section) -> Region:
    day = section.text("day")
    region = Region(
        name=section.text("name"),
        latitude=section.number("latitude", -90.0, 90.0),
        longitude=section.number("longitude", -180.0, 180.0),
        altitude=section.number("altitude", -430.0, 5_000.0),
        day_of_year=_day_of_year(section, day),
    )
    section.finish()
    return region


def _day_of_year(section: Section, day: str) -> float:
    """Days of a usual year before the one that is written MM-DD."""
    _check_day(section, day)
    month, of_month = (int(part) for part in day.split("-"))
    first = np.datetime64("2015-01-01")
    place = np.datetime64(f"2015-{month:02d}-01") + np.timedelta64(of_month - 1, "D")
    return float((place - first).astype(np.int64))


def _check_day(section: Section, day: str) -> None:
    if not _DAY.fullmatch(day):
        words = tr("'day' is '{day}' and should be MM-DD such as '05-04'", day=day)
        raise section.wrong(words, "day")


def _days(section: Section, known: _Known) -> DaysAnchor:
    anchor = DaysAnchor(
        after=section.word("after", known.earlier),
        days=section.number("days", 0.0, 400.0),
        sd=_sd(section),
        source=known.source(section),
        trust=known.trust(section),
        types=section.words("types", TYPES, ()),
    )
    section.finish()
    return anchor


def _thermal(section: Section, known: _Known) -> ThermalAnchor:
    anchor = ThermalAnchor(
        after=section.word("after", known.earlier),
        response=section.word("response", known.responses),
        targets=section.numbers("targets"),
        shift=section.number("shift", -60.0, 60.0, 0.0),
        at_most=section.flag("at_most", False),
        measured_only=section.flag("measured_only", False),
        types=section.words("types", TYPES, ()),
        sd=_sd(section),
        source=known.source(section),
        trust=known.trust(section),
    )
    section.finish()
    if not anchor.targets or min(anchor.targets) <= 0.0:
        raise section.wrong(tr("'targets' must be degree days above 0"), "targets")
    return anchor


def _sd(section: Section) -> float:
    """How far to trust it, in days."""
    return section.number("sd", 0.0, 100.0)
