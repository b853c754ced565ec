"""What a field is called on paper."""

from __future__ import annotations

from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


def title_of(fit: Fit) -> str:
    return fit.series.called or tr("Field")
