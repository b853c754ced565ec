"""What was learnt from observed dates: a frozen value that can be read, kept and left parts out of.

It holds the residuals of every anchor rather than a fitted number, because what follows from them
depends on who asks: a field whose weather was seen is better known than another year.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from gpstudio.phenology.anchors import OBSERVED
from gpstudio.phenology.calibration.pooling import Offset, Pooled, Residual
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True)
class LearntAnchor:
    """One anchor of the template and how far off it was; ``OBSERVED`` is the day of the year."""

    stage: str
    key: str
    scale: float
    """How far off the template says that it may be, in days."""
    rows: tuple[Residual, ...]
    origin: float = 0.0
    """The day of the year from which residuals count; only for ``OBSERVED``, like the next."""
    after_middle: float = 0.0
    """How long after the middle of its season the stage usually is."""

    def offset(self, group: str, season: str) -> Offset:
        return _pooled(self).another(group, season)


@dataclass(frozen=True)
class StageLearnt:
    """What a calibration says of one stage."""

    stage: str
    shift: Offset
    """Observed minus what the template alone says, on average over the seasons seen."""
    fields: int
    seasons: int
    error: float | None
    """RMSE in days of dates whose season was left out, or whose field where there is but one
    season; None where there is nothing to leave out."""
    widened_season: float = 1.0
    """What intervals of a season that was not seen are widened by, as leaving one out says."""
    widened_field: float = 1.0
    """The same for another field of a season that was."""

    def widened(self, seen: bool) -> float:
        return self.widened_field if seen else self.widened_season

    @property
    def words(self) -> str:
        moved = tr(
            "{stage}: {days} d ± {spread:.1f}, from {fields} in {seasons}",
            stage=self.stage,
            days=_signed(self.shift.days),
            spread=self.shift.sd,
            fields=tr_count(self.fields, "{n} field", "{n} fields"),
            seasons=tr_count(self.seasons, "{n} season", "{n} seasons"),
        )
        return f"{moved}; {self._error_words}"

    @property
    def _error_words(self) -> str:
        if self.error is None:
            return tr("one date cannot tell the error")
        if self.seasons > 1:
            return tr("leaving one season out the error is {error:.1f} d", error=self.error)
        return tr(
            "leaving one field out the error is {error:.1f} d, and of another season nothing "
            "is known",
            error=self.error,
        )


@dataclass(frozen=True)
class Calibration:
    """For one crop; ``aside`` says in words which dates were not used."""

    crop: str
    anchors: tuple[LearntAnchor, ...]
    stages: tuple[StageLearnt, ...] = ()
    aside: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(stage.words for stage in self.stages)

    def of_stage(self, name: str) -> tuple[LearntAnchor, ...]:
        return tuple(anchor for anchor in self.anchors if anchor.stage == name)

    def learnt(self, name: str) -> StageLearnt | None:
        return next((stage for stage in self.stages if stage.stage == name), None)

    def has_seen(self, stage: str, season: str) -> bool:
        return any(row.season == season for a in self.of_stage(stage) for row in a.rows)

    def without(self, group: str | None = None, season: str | None = None) -> Calibration:
        """What is learnt when dates of a field, of a season, or of a field in a season are left
        out; so a date can be compared with one that it had no part in."""

        def stays(row: Residual) -> bool:
            return (group is not None and row.group != group) or (
                season is not None and row.season != season
            )

        kept = [replace(a, rows=tuple(filter(stays, a.rows))) for a in self.anchors]
        return replace(self, anchors=tuple(anchor for anchor in kept if anchor.rows))


@lru_cache(maxsize=64)
def _pooled(anchor: LearntAnchor) -> Pooled:
    return Pooled(anchor.rows, anchor.scale, loose=anchor.key == OBSERVED)


def _signed(days: float) -> str:
    return f"{days:+.1f}".replace("-", "−")
