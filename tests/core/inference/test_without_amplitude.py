"""Where the kernel's numbers leave nothing of the readings, no factor can be integrated out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.inference.evidence import Trended


@pytest.mark.parametrize("misfit", [0.0, float("nan")])
def test_that_nothing_left_of_the_readings_is_told_and_no_fault(misfit: float) -> None:
    trended = cast(Any, SimpleNamespace(misfit=misfit, log_evidence=0.0))
    with pytest.raises(InputError, match="too large"):
        Trended.without_amplitude(trended, 5.0, 0.0, 0.0)
