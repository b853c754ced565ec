"""Many fields: what one of them cannot does not cost the others."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session import many
from gpstudio.session.request import USUAL


def field(name: str) -> Series:
    time = np.arange(30.0)
    return Series(name, time, np.sin(time / 5.0), "t", "v", dated=False)


@pytest.mark.parametrize("fault", [MemoryError(), InputError("It is too large for the memory.")])
def test_that_a_field_that_needs_too_much_does_not_cost_the_others(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = many.fit_in_steps

    def fit(series: Series, *rest: object) -> object:
        if series.group == "large":
            raise fault
        return before(series, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(many, "fit_in_steps", fit)
    fields = [field(name) for name in ("one", "large", "two")]
    outcome = many.fit_fields(fields, Recipe(), USUAL, {})
    assert [fit.series.group for fit in outcome.fits] == ["one", "two"]
    (left,) = outcome.unfitted
    assert left.group == "large"
    assert "memory" in left.reason
