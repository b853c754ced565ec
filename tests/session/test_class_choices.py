"""What can be chosen of classes, as forms, command line and Python know it."""

from __future__ import annotations

import pytest

from gpstudio.core.classification.asked import INFERENCES, KERNELS, METRICS, WAYS
from gpstudio.core.likelihoods.bernoulli import LINKS
from gpstudio.session.classified.choices import WANTED

KNOWN = {
    "multiclass": WAYS, "kernels": KERNELS, "inference": INFERENCES, "link": tuple(LINKS),
    "metric": METRICS,
}  # fmt: skip


@pytest.mark.parametrize("parameter", WANTED, ids=lambda parameter: parameter.name)
def test_that_forms_offer_what_there_is(parameter) -> None:  # type: ignore[no-untyped-def]
    assert set(parameter.choices) == set(KNOWN[parameter.name])
    assert parameter.default == KNOWN[parameter.name][0]
