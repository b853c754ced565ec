"""What the manual says of everything that can be chosen, from the specs."""

from __future__ import annotations

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.kernels import KERNELS, MODELS
from gpstudio.core.learning import LEARNERS
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.means import MEANS
from gpstudio.core.recipe import SLOTS
from gpstudio.core.scales import SCALES
from gpstudio.core.solvers import SOLVERS
from gpstudio.gui.help.markdown import code, entries, plain, table
from gpstudio.session.presets import offered
from gpstudio.translation import tr


def slots() -> str:
    rows = [
        (f"**{slot.title}**", plain(slot.help), str(len(slot.registry)), code(slot.name))
        for slot in SLOTS
    ]
    return table((tr("Part"), tr("What it says"), tr("Choices"), tr("Written")), rows)


def presets() -> str:
    rows = [(f"**{plain(one.title)}**", plain(one.help), code(one.text)) for one in offered()]
    return table((tr("Start"), tr("What for"), tr("Written")), rows)


def kernels() -> str:
    return entries(KERNELS.specs)


def models() -> str:
    return entries(MODELS.specs)


def means() -> str:
    return entries(MEANS.specs)


def likelihoods() -> str:
    return entries(LIKELIHOODS.specs)


def scales() -> str:
    return entries(SCALES.specs)


def approximations() -> str:
    return entries(APPROXIMATIONS.specs)


def solvers() -> str:
    return entries(SOLVERS.specs)


def learners() -> str:
    return entries(LEARNERS.specs)


def rivals() -> str:
    from gpstudio.phenology.rivals import METHODS

    return entries(METHODS.specs)


def degree_days() -> str:
    from gpstudio.phenology.thermal import METHODS

    return "\n".join(f"- **{plain(s.title)}**: {plain(s.help)}" for s in METHODS.specs)


def diagnostics() -> str:
    from gpstudio.gui.plots import PLOTS

    return "\n\n".join(f"## {plain(spec.title)}\n\n{plain(spec.help)}" for spec in PLOTS.specs)


def studies() -> str:
    from gpstudio.lab import STUDIES

    return entries(STUDIES.specs)
