"""What the manual says of stages, crops and quality, from their declarations."""

from __future__ import annotations

from collections.abc import Iterator

from gpstudio.gui.help.markdown import code, plain, table
from gpstudio.phenology.anchors import (
    AnyAnchor,
    CropTemplate,
    CurveAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.measures import MEASURES
from gpstudio.phenology.quality.codes import CODES, LETTERS, NO_DATE
from gpstudio.phenology.rules import Stage
from gpstudio.phenology.templates import crops, load_template, shown_stages, stage_called
from gpstudio.translation import all_of, tr

NOWHERE = "–"
ON_THE_CURVE = tr("landmark of the curve")


def stages() -> str:
    """Every shown stage: meaning, codes, rule, and what it rests on for each crop."""
    templates = [load_template(crop) for crop in crops()]
    return "\n\n".join(_stage(stage, templates) for stage in shown_stages())


def _stage(stage: Stage, templates: list[CropTemplate]) -> str:
    parts = [f"## {plain(stage.title)}", plain(stage.help), plain(stage.scales)]
    if stage.measure is not None:
        parts.append(tr("Rule: {formula}.", formula=plain(stage.formula)))
    rows = []
    for template in templates:
        known = template.stage(stage.name)
        if known is not None and stage.measure is None:
            rests = "; ".join(dict.fromkeys(_kind(anchor) for anchor in anchors_of(known)))
            rows.append((plain(template.title), known.bbch or NOWHERE, known.zadoks or NOWHERE,
                         rests or NOWHERE))  # fmt: skip
    if rows:
        parts.append(table((tr("Crop"), "BBCH", tr("Zadoks"), tr("Rests on")), rows))
    return "\n\n".join(parts)


def crop_pages() -> str:
    """Every crop that has a template, with all that dates each of its stages."""
    return "\n\n".join(_crop(load_template(crop)) for crop in crops())


def _crop(template: CropTemplate) -> str:
    note = f"{template.note} " if template.note else ""
    mean = tr(
        "Days of unknown temperature count as {mean:g} °C.",
        mean=template.mean_temperature,
    )
    rows = [
        (plain(stage.what.title), plain("; ".join(_witnesses(stage))) or NOWHERE)
        for stage in template.stages
        if stage.shown
    ]
    return "\n\n".join(
        [
            f"## {plain(template.title)}",
            plain(note + mean),
            table((tr("Stage"), tr("Dated by")), rows),
        ]
    )


def anchors_of(stage: StageTemplate) -> tuple[AnyAnchor, ...]:
    return (*stage.curve, *stage.places, *stage.calendar, *stage.thermal, *stage.days)


def _kind(anchor: AnyAnchor) -> str:
    """In a word or two, for a table."""
    if isinstance(anchor, CurveAnchor):
        return ON_THE_CURVE if anchor.sd == 0.0 else tr("curve")
    return {"calendar": tr("calendar"), "thermal": tr("degree days")}.get(anchor.kind, tr("days"))


def _witnesses(stage: StageTemplate) -> Iterator[str]:
    """Each in words, with how far it may be off."""
    for one in stage.curve:
        where = f"{one.measure} ({', '.join(one.indices)})"
        off = "" if one.sd == 0.0 else f" ± {one.sd:g} d"
        said = f"{_shifted(one.days, where)}{off}"
        if one.types:
            said = tr("{measure} for {types} types", measure=said, types=all_of(one.types))
        if one.calibrated_only:
            said = tr("{measure} once observed dates have taught it", measure=said)
        yield said
    for place in stage.places:
        yield tr(
            "the usual day of its place for {types} types, from {low:g} to {high:g} degrees of "
            "latitude, by {count} regions and the law of Hopkins ± {spread:g} d",
            types=all_of(place.types),
            low=place.latitudes[0],
            high=place.latitudes[1],
            count=len(place.regions),
            spread=place.sd,
        )
    for day in stage.calendar:
        yield tr("{day} in {region} ± {spread:g} d", day=day.day, region=day.region, spread=day.sd)
    for warm in stage.thermal:
        said = f"{_degree_days(warm)} ± {warm.sd:g} d"
        if warm.types:
            said = tr("{date} for {types} types", date=said, types=all_of(warm.types))
        if warm.measured_only:
            said = tr("{date}, where temperatures are known", date=said)
        yield said
    for days in stage.days:
        yield f"{_shifted(days.days, _title(days.after))} ± {days.sd:g} d"


def _degree_days(warm: ThermalAnchor) -> str:
    stage = _title(warm.after)
    if warm.at_most:
        return tr("at most {target:g} °Cd after {stage}", target=warm.target, stage=stage)
    return tr("{target:g} °Cd after {stage}", target=warm.target, stage=stage)


def _shifted(days: float, event: str) -> str:
    if days == 0.0:
        return event
    if days > 0:
        return tr("{days:g} d after {event}", days=days, event=event)
    return tr("{days:g} d before {event}", days=-days, event=event)


def _title(name: str) -> str:
    known = stage_called(name)
    return known.title.lower() if known else name


def measures() -> str:
    """The landmarks of a curve that a template may name."""
    dates = [entry.spec for entry in MEASURES if entry.unit == "date"]
    return "\n".join(f"- {code(one.signature)}: {plain(one.help)}" for one in dates)


def letters() -> str:
    rows = [
        (NOWHERE if letter == NO_DATE else f"**{letter}**", title, plain(help))
        for letter, (title, help) in LETTERS.items()
    ]
    return table((tr("Letter"), "", tr("What it means")), rows)


def codes() -> str:
    rows = []
    for one in CODES.values():
        undated = one.bars[0][1] == NO_DATE
        bars = (
            tr("No date.")
            if undated
            else one.told or tr("At best {grades}.", grades=one.bars[0][1])
        )
        rows.append((code(one.name), plain(one.title), plain(one.help), plain(bars)))
    return table((tr("Code"), "", tr("What it means"), tr("Letter")), rows)
