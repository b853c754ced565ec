"""How a field stands: not fitted, fitted, outdated, in need of a look, or impossible to fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpstudio.data.series import Series
from gpstudio.gui.words import sentence, stage_title
from gpstudio.phenology.quality.looks import standing_of
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.together import is_as_asked
from gpstudio.translation import tr

FAILED, LOOK, OUTDATED, WAITING, FITTED = "failed", "look", "outdated", "waiting", "fitted"
KINDS: Mapping[str, tuple[str, str, str]] = {
    FAILED: (tr("could not be fitted"), tr("Could not be fitted"), "✕"),
    LOOK: (tr("needs a look"), tr("Needs a look"), "▲"),
    OUTDATED: (tr("outdated"), tr("Outdated"), "◐"),
    WAITING: (tr("not fitted"), tr("Not fitted"), "○"),
    FITTED: (tr("fitted"), tr("Fitted"), "●"),
}
"""What each is called in a line, as a title, and its sign; in the order of who needs a person."""
POOR = "D"


@dataclass(frozen=True)
class FieldStanding:
    kind: str
    reason: str = ""
    """Why it is so, in words; empty where the kind says it all."""

    @property
    def words(self) -> str:
        return KINDS[self.kind][0]

    @property
    def sign(self) -> str:
        """A shape of its own, so that no eye depends on colour."""
        return KINDS[self.kind][2]

    @property
    def place(self) -> int:
        return tuple(KINDS).index(self.kind)

    @property
    def sentence(self) -> str:
        return sentence(f"{self.words}: {self.reason}" if self.reason else self.words)


NOT_FITTED, IS_FITTED = FieldStanding(WAITING), FieldStanding(FITTED)


class Standings:
    """Of every field of a document; what was found of a fit is kept while it is the same."""

    def __init__(self) -> None:
        self._document = Document()
        self._unfitted: Mapping[str, str] = {}
        self._looks: dict[str, tuple[Fit, FieldStanding]] = {}

    def show(self, document: Document, unfitted: Mapping[str, str]) -> None:
        if document.table is not self._document.table:
            self._looks = {g: look for g, look in self._looks.items() if g in document.fits}
        self._document, self._unfitted = document, unfitted

    def of(self, series: Series) -> FieldStanding:
        fit = self._document.fits.get(series.group)
        if series.group in self._unfitted and (fit is None or fit.series is not series):
            return FieldStanding(FAILED, self._unfitted[series.group])
        if fit is None:
            return NOT_FITTED
        old = self._outdated(fit, series)
        if old:
            return FieldStanding(OUTDATED, old)
        known = self._looks.get(series.group)
        if known is None or known[0] is not fit:
            known = (fit, look_of(fit))
            self._looks[series.group] = known
        return known[1]

    def _outdated(self, fit: Fit, series: Series) -> str:
        """What was changed since; empty where nothing was."""
        document = self._document
        state = document.state_of(series.group)
        if state == "current":
            return ""
        if state == "other dates":
            return why_outdated(document, fit)
        if fit.recipe != document.recipe:
            return tr("the model was changed")
        if not fit.is_of(series):
            return tr("its readings were changed")
        if not document.is_weighed_as_now(fit):
            return tr("the population is another one now")
        return tr("it was fitted for other times")


def why_outdated(document: Document, fit: Fit) -> str:
    """Why dates are to be made anew."""
    if is_as_asked(fit, document.request, document.facts_of(fit.series.group)):
        return tr("its dates are made anew with what was learnt from other fields")
    return tr("its dates are made anew for another crop, index or day")


def look_of(fit: Fit) -> FieldStanding:
    """Whether a person should look at what came of a field."""
    if not fit.request.wants_stages:
        return IS_FITTED
    seasons = fit.seasons
    if not seasons:
        return FieldStanding(LOOK, fit.dates.findings.reason.rstrip(".") or tr("no season"))
    newest = seasons[-1].name
    mine = [stage for stage in fit.stages if stage.season == newest]
    dated = [stage for stage in mine if stage.date is not None]
    if mine and not dated:
        return FieldStanding(
            LOOK, tr("no date in season {season}: {reason}", season=newest, reason=mine[0].reason)
        )
    poor = [stage for stage in dated if stage.grade is not None and stage.grade.letter == POOR]
    if standing_of([stage.grade for stage in dated]).look:
        named = ", ".join(stage_title(stage.stage).lower() for stage in poor)
        return FieldStanding(
            LOOK,
            tr("most dates of season {season} are poor: {stages}", season=newest, stages=named),
        )
    return IS_FITTED
