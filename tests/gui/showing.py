"""How each surface of the window is brought up; the table of them all is ``surfaces``."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from gpstudio.gui.commands.tables import add_path
from gpstudio.gui.figure_dialog import FigureDialog
from gpstudio.gui.help.about import AboutWindow
from gpstudio.gui.lab.view import LabView
from gpstudio.gui.messages import Message
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.projects.notices import Answer
from gpstudio.gui.projects.question import SaveQuestion
from gpstudio.lab import STUDIES
from gpstudio.phenology.places import Place
from gpstudio.session.commands import SelectField, SetChoice
from gpstudio.session.field_commands import NoteSowing, SetCrop, SetRequest
from gpstudio.session.request import Request

from .bench import Bench

TINY = {"sets": ("road", "flat"), "sigmas": (3.0,), "rows": 60}
"""Two measurements of the study ``spectrum``."""
TERMS = "matern32 + 0.5 * rbf(20) * periodic(1, period=365.25)"
AMBIGUOUS = "date,ndvi,evi\n03/04/2021,0.2,0.1\n04/04/2021,0.3,0.2\n05/05/2021,0.4,0.2\n"
BROKEN = "date;value;name\n03.04.2021;0,21;North\n19.04.2021;0,28;North\n05.05.2021;;North\n"
LONG = (
    "This sentence is as long as those that tell of a file whose rows cannot be read, name the "
    "line and the word in it that is wrong, and say what can be done about it."
)

STORED = "field,date,ndvi\nHill 7,2023-05-01,4100\nHill 7,2023-05-02,5200\nHill 7,2023-05-03,6100\n"
"""Of the fields of the bench; the table has shares."""
MORE = "field,date,ndvi\nHill 7,2023-05-01,0.41\nHill 8,2023-05-01,0.52\nHill 8,2023-05-02,0.61\n"


# the window before anything is open


def empty(bench: Bench) -> QWidget:
    bench.until(
        lambda: bench.window.pages.findChild(QTabBar, "pages_dates").tabToolTip(0)
    )  # words get their meanings a moment later
    return bench.window


def welcome(bench: Bench) -> QWidget:
    bench.window.commands["show_welcome"].trigger()
    return bench.window


def welcome_back(bench: Bench) -> QWidget:
    bench.field()
    return welcome(bench)


# the fields' side


def tab(page: type[Page], bench: Bench) -> QWidget:
    window = bench.field()
    window.pages.turn_to(page)
    if page in (ComparePage, RivalsPage):
        _wait_for_lists(bench)
    return window


def _wait_for_lists(bench: Bench) -> None:
    compare, rivals = bench.window.pages[ComparePage].view, bench.window.pages[RivalsPage].view
    bench.until(
        lambda: compare.kernels.shown if compare.isVisible() else rivals.model.rivals[0].line
    )


def plot(name: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.pages.turn_to(DiagnosticsPage)
    window.pages[DiagnosticsPage].view.show_plot(name)
    view = window.pages[DiagnosticsPage].view.views[name]
    bench.until(lambda: view.getPlotItem().items or view.trouble)
    return window.pages[DiagnosticsPage].view


def trial(bench: Bench) -> QWidget:
    window = bench.field()
    window.pages.turn_to(TryNumbersPage)
    slider = window.pages[TryNumbersPage].view.sliders[0].slider
    slider.setValue(slider.value() + 40)
    bench.until(lambda: window.desk.trial is not None)
    return window.pages[TryNumbersPage].view


def ticked_rivals(bench: Bench) -> QWidget:
    window = tab(RivalsPage, bench)
    model = bench.window.pages[RivalsPage].view.model
    for place in (0, 1):
        model.tick(place)
    return window


def all_layers(bench: Bench) -> QWidget:
    window = bench.field()
    for name in ("show_residuals", "show_earlier", "show_draws"):
        if not window.commands[name].isChecked():
            window.commands[name].trigger()
    bench.spin()
    return window.curve


def unfitted(bench: Bench) -> QWidget:
    window = bench.field()
    window.desk.do(SelectField(bench.names.fields[2]))
    return window


def filtered(arranged: str, text: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.fields.filter.setText(text)
    window.fields.arrange.actions_of["group", arranged].trigger()
    return window.fields


def fields_menu(bench: Bench) -> QWidget:
    window = bench.field()
    window.fields.view.selectRow(1)
    return _popped(window.fields.menu())


def choice(slot: str, spec: str, bench: Bench) -> QWidget:
    form = bench.field().model.forms[slot]
    form.choice.setCurrentIndex(form.choice.findData(spec))
    form.choice.activated.emit(form.choice.currentIndex())
    return form


def wrong_kernel(bench: Bench) -> QWidget:
    window = bench.field()
    window.model.forms["kernel"].show_error(LONG)
    return window.model


def terms(bench: Bench) -> QWidget:
    window = bench.field()
    window.desk.do(SetChoice("kernel", TERMS))
    window.model.terms_button.setChecked(True)
    return window.model


def terms_menu(name: str, bench: Bench) -> QWidget:
    terms(bench)
    button = bench.window.findChild(QToolButton, name)
    assert button is not None
    return _popped(button.menu())


def wheat(bench: Bench) -> QWidget:
    window = bench.field()
    place = Place(46.73, -117.18, 770.0)
    window.desk.do(SetRequest(Request(stages="wheat", index=None, place=place), "the crop"))
    window.desk.do(SetCrop(bench.names.fields[0], "barley"))
    window.desk.do(NoteSowing(bench.names.fields[0], 18_200.0))
    return window


def wrong_season(bench: Bench) -> QWidget:
    wheat(bench)
    season = bench.window.season
    season.form.show_error(LONG)
    season.field.show_error(LONG)
    return season


def day_calendar(bench: Bench) -> QWidget:
    field = bench.field().season.form.as_of
    field.pick()
    assert field.calendar is not None
    return field.calendar


def folded_model(bench: Bench) -> QWidget:
    window = bench.field()
    window.model.title.setChecked(False)
    window.model.why.setChecked(True)
    return window.model


def written_file(bench: Bench) -> QWidget:
    window = bench.field()
    window.messages.show_message(Message.saved("/folder/stages.csv", bench.folder / "stages.csv"))
    return window.messages


def folded_season(bench: Bench) -> QWidget:
    wheat(bench)
    bench.window.season.title.setChecked(False)
    return bench.window.season


def said(kind: str, bench: Bench) -> QWidget:
    window = bench.field()
    window.messages.show_message(Message.error(LONG) if kind == "error" else Message.info(LONG))
    return window


def notice(bench: Bench) -> QWidget:
    window = bench.field()
    answers = [
        Answer(f"answer_{place}", title, "What it does.", lambda: None)
        for place, title in enumerate(("Recover", "Discard", "Open an earlier version"))
    ]
    window.projects.notices.show_notice("walk", LONG, answers)
    window.projects.notices.show_notice("walk_error", LONG, answers[:1], "error")
    return window


def question(bench: Bench) -> QWidget:
    window = bench.field()
    words = window.projects.holding.question(window.desk.document)
    question = SaveQuestion(words, ("the crop", "one fit"), lambda _: None, window)
    question.open()
    return question


# windows of their own


def import_of(name: str, text: str, bench: Bench) -> QWidget:
    bench.field()
    dialog = bench.understood(bench.written(name, text))
    dialog.account.unfold.setChecked(True)
    return dialog


def import_fields(bench: Bench) -> QWidget:
    bench.field()
    return bench.understood(bench.folder / bench.names.file)


def adding(text: str, bench: Bench) -> QWidget:
    """What a file would add to the three fields."""
    window, path = bench.field(), bench.folder / "more.csv"
    path.write_text(text, encoding="utf-8")
    add_path(window, path)
    adder = window.adder
    bench.until(lambda: adder.dialog and adder.dialog.isVisible() and adder.dialog.addition)
    assert adder.dialog is not None
    return adder.dialog


def figure(size: str, bench: Bench) -> QWidget:
    """How a figure is to be written; with a mistake where its size is its own."""
    window = bench.field()
    window.commands["export_figure"].trigger()
    dialog = window.findChild(FigureDialog)
    assert dialog is not None
    dialog.size_of.setCurrentIndex(dialog.size_of.findData(size))
    dialog.size_of.activated.emit(dialog.size_of.currentIndex())
    if size == "own":
        dialog.sides.setText("wide")
    return dialog


def as_of(bench: Bench) -> QWidget:
    window = bench.field()
    if not window.commands["show_as_of"].isChecked():
        window.commands["show_as_of"].trigger()
    return window.curve


def settings(bench: Bench) -> QWidget:
    bench.field().commands["open_settings"].trigger()
    settings = bench.window.helpers.settings
    assert settings is not None
    return settings


def shortcuts(bench: Bench) -> QWidget:
    bench.field().commands["edit_shortcuts"].trigger()
    settings = bench.window.helpers.settings
    assert settings is not None
    return settings


def about(bench: Bench) -> QWidget:
    window = bench.field()
    window.commands["about"].trigger()
    shown = window.findChild(AboutWindow)
    assert shown is not None
    return shown


def palette(typed: str, bench: Bench) -> QWidget:
    bench.field().commands["find_command"].trigger()
    palette = bench.window.helpers.palette
    assert palette is not None
    palette.line.setText(typed)
    return palette


def manual(page: str, bench: Bench) -> QWidget:
    bench.field().helpers.open_manual(page)
    manual = bench.window.helpers.manual
    assert manual is not None
    return manual


def tour(place: int, bench: Bench) -> QWidget:
    bench.field().commands["begin_tour"].trigger()
    tour = bench.window.helpers.tour
    assert tour is not None
    for _ in range(place):
        tour.callout.next.click()
    return tour.callout


def menu(title: str, bench: Bench) -> QWidget:
    return _popped(bench.field().commands.menu(title))


def recent_menu(bench: Bench) -> QWidget:
    return _popped(bench.field().recent_menu)


def export_menu(bench: Bench) -> QWidget:
    return _popped(bench.field().tools.export_button.menu())


def arrange_menu(bench: Bench) -> QWidget:
    return _popped(bench.field().fields.arrange.menu())


def calendar_menu(bench: Bench) -> QWidget:
    window = tab(CalendarPage, bench)
    assert window is bench.window
    stages = bench.window.pages[CalendarPage].view.stages
    bench.until(lambda: stages.menu().actions())
    return _popped(stages.menu())


def plot_menu(bench: Bench) -> QWidget:
    plot = bench.field().plot
    middle = plot.box.viewRect().center()
    menu = plot.menu.open(QPointF(middle), plot.mapToGlobal(QPoint(40, 40)))
    assert menu is not None
    return menu


def _popped(menu: QMenu) -> QMenu:
    menu.popup(QPoint(10, 10))
    return menu


# the side of classes


KINDS = "kind,greenest\n" + "".join(f"{'ab'[n % 2]},{n % 2 + 0.1 * n:.1f}\n" for n in range(10))


def classes(tab: int, bench: Bench) -> QWidget:
    bench.field()
    bench.window.commands["show_classes"].trigger()
    view = bench.window.sides.classes
    assert view is not None
    if view.results.drawn is None:
        view.take_rows(bench.written("kinds.csv", KINDS))
        view.panel.label_box.setCurrentText("kind")
        view.panel.form.fields["inference"].show_values("laplace")
        view.panel.form.fields["folds"].show_values(2)
        view.learn()
        bench.until(lambda: not view.is_busy and view.results.drawn is not None)
    view.results.tabs.setCurrentIndex(tab)
    return bench.window


# the lab's side


def open_lab(bench: Bench) -> LabView:
    bench.field()
    bench.window.commands["show_lab"].trigger()
    lab = bench.window.sides.lab
    assert lab is not None
    bench.until(lab.panel.outlook.text)
    return lab


def study(name: str, bench: Bench) -> QWidget:
    lab = open_lab(bench)
    lab.panel.choose(name)
    bench.until(lab.panel.outlook.text)
    return bench.window


def wrong_study(bench: Bench) -> QWidget:
    lab = open_lab(bench)
    lab.panel.choose(STUDIES.names[0])
    lab.panel.form.error.setText(LONG)
    lab.panel.form.error.show()
    return lab.panel


def results(tab: int, bench: Bench) -> QWidget:
    lab = open_lab(bench)
    lab.panel.choose("spectrum")
    lab.panel.show_settings(TINY)
    bench.until(lambda: lab.panel.run.isEnabled())
    if lab.results.drawn is None or lab.results.drawn.results.study.spec.name != "spectrum":
        lab.panel.run.click()
        bench.until(lambda: not lab.is_busy and lab.results.drawn is not None)
    lab.results.tabs.setCurrentIndex(tab)
    return bench.window
