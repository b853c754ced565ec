"""Every surface of the window, by name, and how to bring it up.

A new panel is one line here: the walks for names, tab order, room and contrast then go over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from gpstudio.core.recipe import SLOTS
from gpstudio.gui.actions import ACTS
from gpstudio.gui.help.pages import PAGES
from gpstudio.gui.lab.view import LabView
from gpstudio.gui.messages import Message
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.projects.notices import Answer
from gpstudio.gui.projects.question import Question
from gpstudio.gui.tour.steps import STEPS
from gpstudio.gui.window import COMPARE, DIAGNOSTICS, RIVALS, TABS, TRYOUT
from gpstudio.lab import STUDIES
from gpstudio.session.commands import SelectField, SetChoice
from gpstudio.session.field_commands import NoteSowing, SetCrop, SetRequest
from gpstudio.session.request import Request

from .bench import FIELDS, Bench

TINY = {"sets": ("road", "flat"), "sigmas": (3.0,), "rows": 60}
"""Two measurements of the study ``spectrum``."""
TERMS = "matern32 + 0.5 * rbf(20) * periodic(1, period=365.25)"
AMBIGUOUS = "date,ndvi,evi\n03/04/2021,0.2,0.1\n04/04/2021,0.3,0.2\n05/05/2021,0.4,0.2\n"
BROKEN = "date;value;name\n03.04.2021;0,21;North\n19.04.2021;0,28;North\n05.05.2021;;North\n"
LONG = (
    "This sentence is as long as those that tell of a file whose rows cannot be read, name the "
    "line and the word in it that is wrong, and say what can be done about it."
)


@dataclass(frozen=True)
class Surface:
    name: str
    show: Callable[[Bench], QWidget]
    """Brings it up and gives the widget that holds it all."""

    def __str__(self) -> str:
        return self.name


# the window before anything is open


def _empty(bench: Bench) -> QWidget:
    return bench.window


def _welcome(bench: Bench) -> QWidget:
    bench.window.acts["show_welcome"].trigger()
    return bench.window


def _welcome_back(bench: Bench) -> QWidget:
    bench.field()
    return _welcome(bench)


# the fields' side


def _tab(place: int, bench: Bench) -> QWidget:
    window = bench.field()
    window.tabs.setCurrentIndex(place)
    if place in (COMPARE, RIVALS):
        _wait_for_lists(bench)
    return window


def _wait_for_lists(bench: Bench) -> None:
    compare, rivals = bench.window.compare, bench.window.rivals
    bench.until(
        lambda: compare.kernels.shown if compare.isVisible() else rivals.model.rivals[0].line
    )


def _plot(name: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.tabs.setCurrentIndex(DIAGNOSTICS)
    window.diagnostics.show_plot(name)
    view = window.diagnostics.views[name]
    bench.until(lambda: view.getPlotItem().items or view.trouble)
    return window.diagnostics


def _trial(bench: Bench) -> QWidget:
    window = bench.field()
    window.tabs.setCurrentIndex(TRYOUT)
    slider = window.tryout.sliders[0].slider
    slider.setValue(slider.value() + 40)
    bench.until(lambda: window.desk.trial is not None)
    return window.tryout


def _ticked_rivals(bench: Bench) -> QWidget:
    window = _tab(RIVALS, bench)
    model = bench.window.rivals.model
    for place in (0, 1):
        model.tick(place)
    return window


def _all_layers(bench: Bench) -> QWidget:
    window = bench.field()
    for name in ("show_residuals", "show_earlier", "show_draws"):
        if not window.acts[name].isChecked():
            window.acts[name].trigger()
    bench.spin()
    return window.curve


def _unfitted(bench: Bench) -> QWidget:
    window = bench.field()
    window.desk.do(SelectField(FIELDS[2]))
    return window


def _filtered(arranged: str, text: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.fields.filter.setText(text)
    window.fields.arrange.actions_of["group", arranged].trigger()
    return window.fields


def _fields_menu(bench: Bench) -> QWidget:
    window = bench.field()
    window.fields.view.selectRow(1)
    return _popped(window.fields.menu())


def _choice(slot: str, spec: str, bench: Bench) -> QWidget:
    form = bench.field().model.forms[slot]
    form.choice.setCurrentIndex(form.choice.findData(spec))
    form.choice.activated.emit(form.choice.currentIndex())
    return form


def _wrong_kernel(bench: Bench) -> QWidget:
    window = bench.field()
    window.model.forms["kernel"].show_error(LONG)
    return window.model


def _terms(bench: Bench) -> QWidget:
    window = bench.field()
    window.desk.do(SetChoice("kernel", TERMS))
    window.model.terms_button.setChecked(True)
    return window.model


def _terms_menu(name: str, bench: Bench) -> QWidget:
    _terms(bench)
    button = bench.window.findChild(QToolButton, name)
    assert button is not None
    return _popped(button.menu())


def _wheat(bench: Bench) -> QWidget:
    window = bench.field()
    window.desk.do(SetRequest(Request(stages="wheat", index=None), "the crop"))
    window.desk.do(SetCrop(FIELDS[0], "barley"))
    window.desk.do(NoteSowing(FIELDS[0], 18_200.0))
    return window


def _wrong_season(bench: Bench) -> QWidget:
    _wheat(bench)
    season = bench.window.season
    season.form.show_error(LONG)
    season.field.show_error(LONG)
    return season


def _folded_season(bench: Bench) -> QWidget:
    _wheat(bench)
    bench.window.season.title.setChecked(False)
    return bench.window.season


def _said(kind: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.messages.show_message(Message.error(LONG) if kind == "error" else Message.info(LONG))
    return window


def _notice(bench: Bench) -> QWidget:
    window = bench.field()
    answers = [
        Answer(f"answer_{place}", title, "What it does.", lambda: None)
        for place, title in enumerate(("Recover", "Discard", "Open an earlier version"))
    ]
    window.projects.notices.show_notice("walk", LONG, answers)
    window.projects.notices.show_notice("walk_error", LONG, answers[:1], "error")
    return window


def _question(bench: Bench) -> QWidget:
    window = bench.field()
    question = Question("a project.gpstudio", ("the crop", "one fit"), lambda _: None, window)
    question.open()
    return question


# windows of their own


def _import(name: str, text: str, bench: Bench) -> QWidget:
    bench.field()
    dialog = bench.understood(bench.written(name, text))
    dialog.account.unfold.setChecked(True)
    return dialog


def _import_fields(bench: Bench) -> QWidget:
    bench.field()
    return bench.understood(bench.folder / "three fields.csv")


def _settings(bench: Bench) -> QWidget:
    bench.field().acts["open_settings"].trigger()
    settings = bench.window.aids.settings
    assert settings is not None
    return settings


def _shortcuts(bench: Bench) -> QWidget:
    bench.field().acts["edit_shortcuts"].trigger()
    settings = bench.window.aids.settings
    assert settings is not None
    return settings


def _palette(typed: str, bench: Bench) -> QWidget:
    bench.field().acts["find_command"].trigger()
    palette = bench.window.aids.palette
    assert palette is not None
    palette.line.setText(typed)
    return palette


def _manual(page: str, bench: Bench) -> QWidget:
    bench.field().aids.open_manual(page)
    manual = bench.window.aids.manual
    assert manual is not None
    return manual


def _tour(place: int, bench: Bench) -> QWidget:
    bench.field().acts["begin_tour"].trigger()
    tour = bench.window.aids.tour
    assert tour is not None
    for _ in range(place):
        tour.callout.next.click()
    return tour.callout


def _menu(title: str, bench: Bench) -> QWidget:
    return _popped(bench.field().acts.menu(title))


def _export_menu(bench: Bench) -> QWidget:
    return _popped(bench.field().tools.export_button.menu())


def _arrange_menu(bench: Bench) -> QWidget:
    return _popped(bench.field().fields.arrange.menu())


def _calendar_menu(bench: Bench) -> QWidget:
    window = _tab(TABS.index("Calendar"), bench)
    assert window is bench.window
    stages = bench.window.calendar.stages
    bench.until(lambda: stages.menu().actions())
    return _popped(stages.menu())


def _plot_menu(bench: Bench) -> QWidget:
    plot = bench.field().plot
    middle = plot.box.viewRect().center()
    menu = plot.menu.open(QPointF(middle), plot.mapToGlobal(QPoint(40, 40)))
    assert menu is not None
    return menu


def _popped(menu: QMenu) -> QMenu:
    menu.popup(QPoint(10, 10))
    return menu


# the lab's side


def _lab(bench: Bench) -> LabView:
    bench.field()
    bench.window.acts["show_lab"].trigger()
    lab = bench.window.sides.lab
    assert lab is not None
    bench.until(lab.panel.outlook.text)
    return lab


def _study(name: str, bench: Bench) -> QWidget:
    lab = _lab(bench)
    lab.panel.choose(name)
    bench.until(lab.panel.outlook.text)
    return bench.window


def _wrong_study(bench: Bench) -> QWidget:
    lab = _lab(bench)
    lab.panel.choose(STUDIES.names[0])
    lab.panel.form.error.setText(LONG)
    lab.panel.form.error.show()
    return lab.panel


def _results(tab: int, bench: Bench) -> QWidget:
    lab = _lab(bench)
    lab.panel.choose("spectrum")
    lab.panel.show_settings(TINY)
    bench.until(lambda: lab.panel.run.isEnabled())
    if lab.results.drawn is None or lab.results.drawn.results.study.spec.name != "spectrum":
        lab.panel.run.click()
        bench.until(lambda: not lab.is_busy and lab.results.drawn is not None)
    lab.results.tabs.setCurrentIndex(tab)
    return bench.window


def _rows() -> Iterator[Surface]:
    yield Surface("empty window", _empty)
    yield Surface("welcome", _welcome)
    yield Surface("welcome over fields", _welcome_back)
    for place, title in enumerate(TABS):
        yield Surface(f"tab {title}", partial(_tab, place))
    for name in PLOTS.names:
        yield Surface(f"plot {name}", partial(_plot, name))
    yield Surface("trial of numbers", _trial)
    yield Surface("rivals on the plot", _ticked_rivals)
    yield Surface("curve with all layers", _all_layers)
    yield Surface("field without a fit", _unfitted)
    yield Surface("fields by farm", partial(_filtered, "farm", ""))
    yield Surface("fields found", partial(_filtered, "none", "lower"))
    yield Surface("no field found", partial(_filtered, "none", "nowhere"))
    yield Surface("kernel with a mistake", _wrong_kernel)
    yield Surface("kernel builder", _terms)
    yield Surface("season of wheat", _wheat)
    yield Surface("season with mistakes", _wrong_season)
    yield Surface("season folded", _folded_season)
    yield Surface("message", partial(_said, "info"))
    yield Surface("error", partial(_said, "error"))
    yield Surface("notices", _notice)
    yield Surface("question before leaving", _question)
    yield Surface("import", _import_fields)
    yield Surface("import with a question", partial(_import, "days.csv", AMBIGUOUS))
    yield Surface("import read differently", partial(_import, "few.csv", BROKEN))
    yield Surface("settings", _settings)
    yield Surface("shortcuts", _shortcuts)
    yield Surface("palette", partial(_palette, ""))
    yield Surface("palette finds", partial(_palette, "export"))
    yield Surface("palette finds nothing", partial(_palette, "qqqqqq"))
    for page in PAGES:
        yield Surface(f"manual {page.name}", partial(_manual, page.name))
    for place, step in enumerate(STEPS):
        yield Surface(f"tour {step.name}", partial(_tour, place))
    yield from _menus()
    for slot in SLOTS:
        for spec in slot.specs:
            yield Surface(f"{slot.name} {spec.name}", partial(_choice, slot.name, spec.name))
    for name in STUDIES.names:
        yield Surface(f"study {name}", partial(_study, name))
    yield Surface("study with a mistake", _wrong_study)
    for tab, title in enumerate(("figures", "summary", "measurements")):
        yield Surface(f"study's {title}", partial(_results, tab))


def _menus() -> Iterator[Surface]:
    for title in dict.fromkeys(act.menu for act in ACTS):
        yield Surface(f"menu {title.replace('&', '')}", partial(_menu, title))
    yield Surface("menu of exports", _export_menu)
    yield Surface("menu of the list", _arrange_menu)
    yield Surface("menu of a field", _fields_menu)
    yield Surface("menu of the calendar", _calendar_menu)
    yield Surface("menu of the plot", _plot_menu)
    for name in ("terms_presets", "terms_add", "terms_change"):
        yield Surface(f"menu {name}", partial(_terms_menu, name))


SURFACES = tuple(_rows())
MAIN = tuple(s for s in SURFACES if s.name.startswith(("tab ", "empty", "kernel builder")))


def brought_up(surface: Surface, bench: Bench) -> QWidget:
    """The widget that holds it, once it stands still."""
    root = surface.show(bench)
    bench.spin()
    QApplication.processEvents()
    return root
