"""What to know of a stage date besides its numbers, in one cell of a table."""

from __future__ import annotations

from gpstudio.data.series import Clock, iso_day, own_day
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr


def remark_of(stage: StageDate, clock: Clock) -> str:
    """Why there is no date, or what speaks against it; other seasons; what was observed."""
    remarks = stage.remark, _beside_other_seasons(stage, clock), _beside_observed(stage, clock)
    *before, last = [remark for remark in remarks if remark] or [""]
    return "; ".join([*(remark.removesuffix(".") for remark in before), last])


def _beside_other_seasons(stage: StageDate, clock: Clock) -> str:
    """How it stands to the field's other seasons, and to what they alone would say."""
    if stage.usual is None:
        return ""
    if stage.date is None:
        return _usual(stage.usual, clock)
    words = _usual(stage.usual, clock) if stage.days_late is None else _late(stage.days_late)
    if stage.prior is None:
        return words
    lower, date, upper = (iso_day(day, clock) for day in stage.prior)
    alone = tr(
        "earlier seasons alone say {date} ({lower} to {upper})", date=date, lower=lower, upper=upper
    )
    return f"{words}; {alone}"


def _usual(usual: tuple[float, float], clock: Clock) -> str:
    day, std = usual
    return tr("other seasons: {day} ± {days:.0f} d", day=iso_day(day, clock), days=std)


def _late(days_late: float) -> str:
    days = round(days_late)
    if days > 0:
        return tr("{days} d later than the median of the other seasons", days=days)
    if days < 0:
        return tr("{days} d earlier than the median of the other seasons", days=-days)
    return tr("as usual in other seasons")


def _beside_observed(stage: StageDate, clock: Clock) -> str:
    """The day that was observed, and how far the date beside it is off."""
    if stage.observed is None:
        return ""
    seen = iso_day(stage.observed)
    if stage.date is None:
        return tr("observed on {day}", day=seen)
    days = int(own_day(stage.date, clock) - own_day(stage.observed))
    if days == 0:
        return tr("observed on {day}, the same day", day=seen)
    if days > 0:
        return tr("observed on {day}, {days} d before it", day=seen, days=days)
    return tr("observed on {day}, {days} d after it", day=seen, days=-days)
