"""The pages of the manual, in their order, and what fills them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gpstudio.gui.curve.keys import HELP as PLOT_KEYS
from gpstudio.gui.help import of_choices, of_files, of_program, of_stages
from gpstudio.gui.help.glossary import REPORT, Term, terms
from gpstudio.gui.help.markdown import code, plain, table
from gpstudio.gui.settings.declared import SETTINGS
from gpstudio.gui.words import landmarks
from gpstudio.translation import tr, translated


@dataclass(frozen=True)
class ManualPage:
    name: str
    """Also of its file, and how links call it."""
    title: str
    about: str
    """In one sentence, for who only rests the mouse."""


MANUAL_PAGES = (
    ManualPage(
        "first_steps", tr("First steps"), tr("From a table of readings to dates in three clicks.")
    ),
    ManualPage(
        "opening",
        tr("Opening tables"),
        tr("What was understood of the file, and what was set aside."),
    ),
    ManualPage(
        "fields", tr("The list of fields"), tr("Every field of the table and how it stands.")
    ),
    ManualPage(
        "curve",
        tr("The curve"),
        tr("Readings, curve, bands and stages; how to move and mend them."),
    ),
    ManualPage(
        "seasons", tr("Seasons"), tr("Every stretch of the curve, and why it is a season or none.")
    ),
    ManualPage("stages", tr("Stages"), tr("The dates of the shown field, with their intervals.")),
    ManualPage(
        "quality", tr("Quality of a date"), tr("What the letters and codes beside a date mean.")
    ),
    ManualPage(
        "crops", tr("Crops"), tr("What dates the stages of each crop, and how far to trust it.")
    ),
    ManualPage(
        "observed",
        tr("Observed dates and calibration"),
        tr("What was seen in the field, and its use."),
    ),
    ManualPage(
        "files", tr("Files beside the readings"), tr("Sowing dates, observed dates, temperatures.")
    ),
    ManualPage("calendar", tr("Calendar"), tr("The stages of all fields at once, along the year.")),
    ManualPage(
        "across",
        tr("Fields and stages"),
        tr("A line a field and season: what can be used, and what to look at."),
    ),
    ManualPage(
        "season_map",
        tr("Map of seasons"),
        tr("All fields' years as points: what ran alike lies near."),
    ),
    ManualPage(
        "model", tr("The model"), tr("What is believed of the curve before readings are seen.")
    ),
    ManualPage(
        "kernels", tr("Kernels"), tr("What makes two readings similar, and how readings scatter.")
    ),
    ManualPage(
        "computing", tr("How it is computed"), tr("Approximations, solvers and ways of learning.")
    ),
    ManualPage("report", tr("Report"), tr("How the result was made, in words and numbers.")),
    ManualPage("diagnostics", tr("Diagnostics"), tr("Plots that show how far to trust the fit.")),
    ManualPage(
        "tryout", tr("Try numbers"), tr("Turn the kernel's numbers while the curve follows.")
    ),
    ManualPage(
        "fits",
        tr("Fits"),
        tr("Every fit of the field that is kept, side by side and over the plot."),
    ),
    ManualPage(
        "classes", tr("Classes"), tr("Which class a row is of, with probabilities to believe.")
    ),
    ManualPage("compare", tr("Compare"), tr("Other kernels on the same readings, side by side.")),
    ManualPage("rivals", tr("Rivals"), tr("Other ways to draw the curve, on readings left out.")),
    ManualPage(
        "exports", tr("Exports"), tr("Tables, figures and reports, and what stands in them.")
    ),
    ManualPage(
        "projects", tr("Projects"), tr("Saving everything in one file, and getting it back.")
    ),
    ManualPage("lab", tr("Studies"), tr("Studies that compare approximations and solvers.")),
    ManualPage("keyboard", tr("Keyboard"), tr("Every key, and what it does.")),
    ManualPage("settings", tr("Settings"), tr("What can be chosen, and is kept.")),
    ManualPage(
        "whats_new", tr("What's new"), tr("What is different in this version and earlier ones.")
    ),
    ManualPage("check", tr("Check"), tr("Versions, and where what you make is kept.")),
    ManualPage("words", tr("What the words mean"), tr("Every word of the window in one sentence.")),
)
BY_NAME: Mapping[str, ManualPage] = {page.name: page for page in MANUAL_PAGES}
FIRST = MANUAL_PAGES[0]


@dataclass(frozen=True)
class Key:
    """One shortcut, as it is at present."""

    menu: str
    title: str
    keys: str
    help: str


_GAP = re.compile(r"\{\{(\w+)\}\}")
Fill = Callable[[], str]
_DECLARED: Mapping[str, Fill] = {
    "landmarks": landmarks,
    "stages": of_stages.stages,
    "crops": of_stages.crop_pages,
    "measures": of_stages.measures,
    "letters": of_stages.letters,
    "codes": of_stages.codes,
    "degree_days": of_choices.degree_days,
    "roles": of_files.roles,
    "observed": of_files.observed,
    "sowing": of_files.sowing,
    "fields": of_files.fields,
    "exports": of_files.exports,
    "slots": of_choices.slots,
    "presets": of_choices.presets,
    "kernels": of_choices.kernels,
    "models": of_choices.models,
    "means": of_choices.means,
    "likelihoods": of_choices.likelihoods,
    "scales": of_choices.scales,
    "approximations": of_choices.approximations,
    "solvers": of_choices.solvers,
    "learners": of_choices.learners,
    "diagnostics": of_choices.diagnostics,
    "rivals": of_choices.rivals,
    "studies": of_choices.studies,
    "plot_keys": lambda: plain(PLOT_KEYS),
    "words": lambda: _told(sorted(terms().values(), key=lambda term: term.key)),
    "settings": lambda: _told([Term(one.title, one.help) for one in SETTINGS]),
    "changes": of_program.changes,
    "versions": of_program.versions,
    "places": of_program.places,
    "report_terms": lambda: _told(REPORT),
}
"""What stands in double braces, by its name."""


def text_of(page: ManualPage, keys: Sequence[Key] = ()) -> str:
    """The page as Markdown; ``keys`` are the shortcuts as they are at present."""
    written = _as_written(page.name)
    return _GAP.sub(lambda gap: _filled(gap.group(1), keys), written)


@lru_cache(maxsize=64)
def _as_written(name: str) -> str:
    return translated("help", f"{name}.md").read_text(encoding="utf-8")


def _filled(gap: str, keys: Sequence[Key]) -> str:
    return _keys(keys) if gap == "keys" else _declared(gap)


@lru_cache(maxsize=64)
def _declared(gap: str) -> str:
    return _DECLARED[gap]()


def _keys(keys: Sequence[Key]) -> str:
    rows = [(code(key.keys), plain(key.title), plain(key.help)) for key in keys if key.keys]
    return table((tr("Keys"), "", tr("What it does")), rows)


def _told(listed: Sequence[Term]) -> str:
    return "\n\n".join(f"**{plain(term.name)}**: {plain(term.meaning)}" for term in listed)
