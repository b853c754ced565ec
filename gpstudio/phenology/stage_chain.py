"""From a crop's template and what is known of a season to draws of the date of every stage.

Stages are dated in their order. Whatever a stage is dated by, its draws stay tied to the joint
draws of the curve, so that a stage that is counted from another one is counted draw by draw. A
combination that prefers some draws to others does so for all stages of the chain: what is seen of
ripening says something of heading too. Landmarks of the curve stay what the curve alone says.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.chance import Random
from gpstudio.core.frozen import changed
from gpstudio.core.quantiles import quantiles_of
from gpstudio.phenology.anchor_dates import (
    AnchorDates,
    Known,
    SeasonAnchors,
    hints,
    needs,
    too_wide,
)
from gpstudio.phenology.anchors import (
    ASSUMED_KIND,
    SOWING,
    CropTemplate,
    CurveAnchor,
    StageTemplate,
)
from gpstudio.phenology.combining import Anchor, Combined, combine
from gpstudio.phenology.indices import is_turned
from gpstudio.phenology.stages import UNDATED, StageDraws
from gpstudio.translation import tr

ALIKE = 0.75
"""Correlation of the errors of one measure of two indices of a field: 0.73 to 0.86 between the
highest days of NDVI, EVI and GCVI about heading, 1,074 fields of the Great Plains."""
UNLIKE = 0.3
"""The same of radar beside an index of light. Assumed: they see another thing of the plants, and
only what is early or late in how a field lags behind its stages is common to both."""
LEAST = 0.05
"""Of the eigenvalues of correlations: less is nearly, or truly, no covariance of anything."""
MOST_TOLD = 60.0
"""Days: a date whose 90 % interval is wider says little that the season does not say."""


class Chain:
    """What has been dated so far; ``order`` is the draw of the curve that each place holds."""

    def __init__(self, draws: int, sowing: Floats | None) -> None:
        self.order: Integers = np.arange(draws, dtype=np.int64)
        self.dates: dict[str, Floats] = {}
        self.moved: dict[str, tuple[str, ...]] = {}
        """For each stage the later ones whose anchors preferred some of its draws to others."""
        if sowing is not None:
            self.dates[SOWING] = np.asarray(sowing, dtype=np.float64)

    def add(self, stage: StageTemplate, said: list[AnchorDates], random: Random) -> Combined:
        """Date the stage by all that its anchors say."""
        anchors = [Anchor(one.anchor.key, one.draws, one.anchor.sd) for one in said]
        combined = combine(anchors, random, _related(stage, said))
        if combined.moved:
            picks = combined.picks
            self.order = self.order[picks]
            self.dates = {name: drawn[picks] for name, drawn in self.dates.items()}
            self.moved = {name: (*by, stage.name) for name, by in self.moved.items()}
        self.dates[stage.name] = combined.dates
        self.moved[stage.name] = ()
        return combined


def _related(stage: StageTemplate, said: list[AnchorDates]) -> Floats | None:
    """Correlations of the anchors' errors; None where there are none: those that observed dates
    tell, and of what several indices of a field show of one thing."""
    keys = [one.anchor.key for one in said]
    indices = {one.index for one in said if one.index}
    if not stage.related and len(indices) < 2:
        return None
    found = np.eye(len(keys))
    for row, column in combinations(range(len(said)), 2):
        found[row, column] = found[column, row] = _alike(said[row], said[column])
    for one, other, correlation in stage.related:
        if one in keys and other in keys:
            places = keys.index(one), keys.index(other)
            found[places] = found[places[::-1]] = correlation
    return _weakened(found)


def _weakened(related: Floats) -> Floats:
    """All weaker by one factor, where together they are correlations of nothing: those that were
    learnt know nothing of those that are assumed."""
    least = float(np.linalg.eigvalsh(related)[0])
    if least >= LEAST:
        return related
    own = np.eye(len(related))
    return np.asarray(own + (1.0 - LEAST) / (1.0 - least) * (related - own))


def _alike(one: AnchorDates, other: AnchorDates) -> float:
    """Correlation of the errors of two anchors of the curves of two indices; of one curve, or of
    two measures, nothing is known."""
    if not (one.index and other.index) or one.index == other.index:
        return 0.0
    if is_turned(one.index) != is_turned(other.index):
        return UNLIKE
    return ALIKE if _measure(one) == _measure(other) else 0.0


def _measure(one: AnchorDates) -> str:
    return one.anchor.measure if isinstance(one.anchor, CurveAnchor) else ""


def date_by_template(
    template: CropTemplate,
    known: Known,
    draws: int,
    random: Random,
    say: Callable[[float], str],
) -> tuple[StageDraws, ...]:
    """Every shown stage of the template, however wide its interval is; ``say`` writes a time for
    people."""
    chain = Chain(draws, known.sowing)
    anchors = SeasonAnchors(template, known, random, say)
    found: list[StageDraws] = []
    for stage in template.stages:
        said = anchors.dates_of(stage, chain.dates, chain.order)
        kinds = tuple(dict.fromkeys(one.anchor.kind for one in said))
        agreement, is_landmark = 1.0, stage.is_landmark(known.index)
        if not said:
            dates = np.full(draws, np.nan)
        elif is_landmark:
            own = next(a for a in stage.curve_anchors(known.index) if a.sd == 0.0)
            dates = known.measures[own.measure] + own.days
        else:
            combined = chain.add(stage, said, random)
            dates, agreement = combined.dates, combined.agreement
        summary = changed(
            UNDATED,
            stage=stage.name,
            crop=template.crop,
            bbch=stage.bbch,
            zadoks=stage.zadoks,
            note=_note(stage, said),
            basis=(*(one.words for one in said), *hints(stage, known, bool(said))),
            reason="" if said else needs(stage, known),
        )
        found.append(StageDraws(stage.what, summary, dates, agreement, kinds, is_landmark))
    return tuple(_as_left(one, chain) for one in found if one.what.shown and _is_told(one))


def _is_told(found: StageDraws) -> bool:
    """Of what a season may have several times, as many as are seen; else the first, which says that
    there is none."""
    return found.what.order <= 1 or bool(np.isfinite(found.dates).any())


def _note(stage: StageTemplate, said: list[AnchorDates]) -> str:
    """With the assumption first, where nothing else of the curve dates the stage."""
    of_curve = [one for one in said if isinstance(one.anchor, CurveAnchor)]
    if not of_curve or not all(one.anchor.kind == ASSUMED_KIND for one in of_curve):
        return stage.note
    words = tr("assumed to show in {index} as in others", index=of_curve[0].index)
    return f"{words}; {stage.note}" if stage.note else words


def told(found: StageDraws, template: CropTemplate, known: Known) -> StageDraws:
    """Without its dates where their interval says no more than the season: then with the words of
    what would tell more."""
    if found.is_landmark or not len(found.reached):
        return found
    low, high = quantiles_of(found.reached, (0.05, 0.95))
    if high - low <= MOST_TOLD:
        return found
    stage = template.stage(found.what.name)
    if stage is None:
        return found
    reason = too_wide(stage, known, high - low)
    untold = changed(found.summary, reason=reason, basis=(), definition="")
    return changed(found, summary=untold, dates=np.full_like(found.dates, np.nan))


def _as_left(found: StageDraws, chain: Chain) -> StageDraws:
    """With the draws that the whole chain has left it, and a word where later stages chose."""
    name = found.what.name
    moved, basis = chain.moved.get(name, ()), found.summary.basis
    if moved:
        basis = (*basis, tr("and by what is seen of {listed}", listed=", ".join(moved)))
    summary = changed(found.summary, basis=basis, definition="; ".join(basis))
    return changed(found, summary=summary, dates=chain.dates.get(name, found.dates))
