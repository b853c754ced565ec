"""Every surface of the window, by name, and how to bring it up.

A new panel is one line here, with its function in ``showing`` where one is needed: the walks for
names, tab order, room and contrast then go over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from gpstudio.core.recipe import SLOTS
from gpstudio.gui.commands.menus import MENUS
from gpstudio.gui.help.pages import MANUAL_PAGES
from gpstudio.gui.pages import PAGES
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.tour.steps import STEPS
from gpstudio.lab import STUDIES

from . import showing
from .bench import Bench


@dataclass(frozen=True)
class Surface:
    name: str
    show: Callable[[Bench], QWidget]
    """Brings it up and gives the widget that holds it all."""

    def __str__(self) -> str:
        return self.name


def _rows() -> Iterator[Surface]:
    yield Surface("empty window", showing.empty)
    yield Surface("welcome", showing.welcome)
    yield Surface("welcome over fields", showing.welcome_back)
    for kind in PAGES:
        yield Surface(f"tab {kind.title}", partial(showing.tab, kind))
    for name in PLOTS.names:
        yield Surface(f"plot {name}", partial(showing.plot, name))
    yield Surface("trial of numbers", showing.trial)
    yield Surface("rivals on the plot", showing.ticked_rivals)
    yield Surface("curve with all layers", showing.all_layers)
    yield Surface("curve as of a day", showing.as_of)
    yield Surface("field without a fit", showing.unfitted)
    yield Surface("fields by farm", partial(showing.filtered, "farm", ""))
    yield Surface("fields found", partial(showing.filtered, "none", "lower"))
    yield Surface("no field found", partial(showing.filtered, "none", "nowhere"))
    yield Surface("kernel with a mistake", showing.wrong_kernel)
    yield Surface("kernel builder", showing.terms)
    yield Surface("season of wheat", showing.wheat)
    yield Surface("season with mistakes", showing.wrong_season)
    yield Surface("season folded", showing.folded_season)
    yield Surface("calendar of a day", showing.day_calendar)
    yield Surface("model folded", showing.folded_model)
    yield Surface("message of a file", showing.written_file)
    yield Surface("message", partial(showing.said, "info"))
    yield Surface("error", partial(showing.said, "error"))
    yield Surface("notices", showing.notice)
    yield Surface("question before leaving", showing.question)
    yield Surface("import", showing.import_fields)
    yield Surface(
        "import with a question", partial(showing.import_of, "days.csv", showing.AMBIGUOUS)
    )
    yield Surface("import read differently", partial(showing.import_of, "few.csv", showing.BROKEN))
    yield Surface("adding readings", partial(showing.adding, showing.MORE))
    yield Surface("adding with a question", partial(showing.adding, showing.STORED))
    yield Surface("figure", partial(showing.figure, "shown"))
    yield Surface("figure of another size", partial(showing.figure, "own"))
    yield Surface("settings", showing.settings)
    yield Surface("shortcuts", showing.shortcuts)
    yield Surface("about", showing.about)
    yield Surface("palette", partial(showing.palette, ""))
    yield Surface("palette finds", partial(showing.palette, "export"))
    yield Surface("palette finds nothing", partial(showing.palette, "qqqqqq"))
    for page in MANUAL_PAGES:
        yield Surface(f"manual {page.name}", partial(showing.manual, page.name))
    for place, step in enumerate(STEPS):
        yield Surface(f"tour {step.name}", partial(showing.tour, place))
    yield from _menus()
    for slot in SLOTS:
        for spec in slot.specs:
            yield Surface(f"{slot.name} {spec.name}", partial(showing.choice, slot.name, spec.name))
    for tab, title in enumerate(("figures", "seasons", "summary")):
        yield Surface(f"classes' {title}", partial(showing.classes, tab))
    for name in STUDIES.names:
        yield Surface(f"study {name}", partial(showing.study, name))
    yield Surface("study with a mistake", showing.wrong_study)
    for tab, title in enumerate(("figures", "summary", "measurements")):
        yield Surface(f"study's {title}", partial(showing.results, tab))


def _menus() -> Iterator[Surface]:
    for menu in MENUS:
        yield Surface(f"menu {menu.title.replace('&', '')}", partial(showing.menu, menu.title))
    yield Surface("menu of recent files", showing.recent_menu)
    yield Surface("menu of exports", showing.export_menu)
    yield Surface("menu of the list", showing.arrange_menu)
    yield Surface("menu of a field", showing.fields_menu)
    yield Surface("menu of the calendar", showing.calendar_menu)
    yield Surface("menu of the plot", showing.plot_menu)
    for name in ("terms_presets", "terms_add", "terms_change"):
        yield Surface(f"menu {name}", partial(showing.terms_menu, name))


SURFACES = tuple(_rows())


def brought_up(surface: Surface, bench: Bench) -> QWidget:
    """The widget that holds it, once it stands still."""
    root = surface.show(bench)
    bench.spin()
    return root
