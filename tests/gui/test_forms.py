"""The forms that are made from the specs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpstudio.core.binding import bind
from gpstudio.core.choices import AUTO
from gpstudio.core.errors import InputError
from gpstudio.core.language import parse, print_expression
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.recipe import SLOTS, Recipe, Slot
from gpstudio.core.scales import SCALES
from gpstudio.core.solvers.krylov.preconditioners import PRECONDITIONERS
from gpstudio.core.spec import Parameter, Setting, Spec, choice, integer
from gpstudio.gui.fields import recipe_word
from gpstudio.gui.forms import WRITTEN, SlotForm
from gpstudio.gui.learnt_field import LearntField
from gpstudio.gui.literal import tip
from gpstudio.gui.main import make_application
from gpstudio.gui.model_view import ModelView
from gpstudio.gui.parameters import ChoiceField, OptionField, field_for
from gpstudio.gui.window import Window
from gpstudio.session.document import Document
from gpstudio.session.kernel_edits import blank

from .conftest import Find

CHOICES = [(slot, spec) for slot in SLOTS for spec in slot.specs]
DAYS = {"input": "days", "value²": "ndvi²"}


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    make_application()


@pytest.fixture
def model(qtbot: QtBot) -> ModelView:
    made = ModelView()
    made.unfold()
    made.show_document(Document(), None)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def forms(model: ModelView) -> dict[str, SlotForm]:
    return model.forms


def part(form: QWidget, kind: type[QWidget], name: str) -> QWidget:
    found = form.findChild(kind, name)
    assert found is not None, f"there is no '{name}'"
    return found


def line(form: QWidget, name: str) -> QLineEdit:
    found = part(form, QLineEdit, name)
    assert isinstance(found, QLineEdit)
    return found


def pick(form: SlotForm, spec: Spec) -> None:
    form.choice.setCurrentIndex(form.choice.findData(spec.name))
    form.choice.activated.emit(form.choice.currentIndex())


def write(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    """Go there, type and press Enter, as a person does."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def scroll(widget: QWidget) -> None:
    here = QPointF(widget.rect().center())
    wheel = QWheelEvent(
        here,
        widget.mapToGlobal(here),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(widget, wheel)


@pytest.mark.parametrize(
    ("slot", "spec"), CHOICES, ids=[f"{slot.name}-{spec.name}" for slot, spec in CHOICES]
)
def test_that_every_choice_of_every_slot_round_trips_through_the_recipe(
    forms: dict[str, SlotForm], slot: Slot, spec: Spec
) -> None:
    form = forms[slot.name]
    row = form.choice.findData(spec.name)
    item = form.choice.model().item(row)
    if not item.isEnabled():
        with pytest.raises(InputError) as refused:
            Recipe().with_choice(slot.name, print_expression(blank(spec)))
        assert form.choice.itemData(row, Qt.ItemDataRole.ToolTipRole) == tip(str(refused.value))
        return
    told: list[str] = []
    form.chosen.connect(lambda slot, text: told.append(text))
    pick(form, spec)
    recipe = Recipe().with_choice(slot.name, told[-1])
    assert recipe.text(slot.name) == told[-1]
    if any(parameter.kind == "kernel" for parameter in spec.parameters):
        form.show_recipe(recipe, DAYS)
        assert form.spec is WRITTEN  # its kernels are terms
        return
    text = form.text()
    form.show_recipe(recipe, DAYS)
    assert form.choice.currentData() == spec.name
    assert form.text() == text
    assert form.help.text() == spec.help


@pytest.mark.parametrize(
    ("slot", "spec"),
    [(slot, spec) for slot, spec in CHOICES if any(p.learnt for p in spec.parameters)],
    ids=lambda thing: thing.name,
)
def test_that_every_learnt_number_can_be_written_kept_and_bounded(
    forms: dict[str, SlotForm], slot: Slot, spec: Spec
) -> None:
    needed = {"kernel": "matern32", "functions": "x"}
    lead = "".join(f"{needed[p.kind]}, " for p in spec.parameters if p.kind in needed)
    number = next(p.name for p in spec.parameters if p.learnt)
    written = [
        f"{spec.name}({lead}{number}={text})"
        for text in ("12", "held(0.25)", "between(30, 10, 90)")
    ]
    form = forms[slot.name]
    for text in written:
        try:
            recipe = Recipe().with_choice(slot.name, text)
        except InputError:
            assert spec.name == "white"  # noise alone is no kernel
            continue
        form.show_recipe(recipe, DAYS)
        assert bind(spec, parse(form.text())) == bind(spec, parse(text))


@pytest.fixture
def matern(forms: dict[str, SlotForm]) -> SlotForm:
    form = forms["kernel"]
    form.show_recipe(Recipe.of(kernel="matern32"), DAYS)
    return form


def test_that_typing_a_start_and_ticking_keep_writes_a_held_number(
    matern: SlotForm, qtbot: QtBot
) -> None:
    heard: list[str] = []
    matern.chosen.connect(lambda slot, text: heard.append(text))
    keep = part(matern, QCheckBox, "length_keep")
    assert not keep.isEnabled()  # nothing to keep while the data decide
    write(qtbot, line(matern, "length_start"), "45")
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton, pos=QPoint(8, keep.height() // 2))
    assert heard == ["matern32(45)", "matern32(held(45))"]


def test_that_bounds_are_one_click_away(matern: SlotForm, qtbot: QtBot) -> None:
    heard: list[str] = []
    matern.chosen.connect(lambda slot, text: heard.append(text))
    assert not line(matern, "length_low").isVisible()
    qtbot.mouseClick(part(matern, QPushButton, "length_bounds"), Qt.MouseButton.LeftButton)
    assert line(matern, "length_low").isVisible()
    write(qtbot, line(matern, "length_start"), "30")
    write(qtbot, line(matern, "length_low"), "10")
    assert "both bounds" in matern.error.text()
    write(qtbot, line(matern, "length_high"), "90")
    assert heard == ["matern32(30)", "matern32(between(30, 10, 90))"]
    assert matern.error.isHidden()


@pytest.mark.parametrize("written", ["12,5", "12.5", " 12.50 "])
def test_that_numbers_take_a_comma_or_a_point(matern: SlotForm, qtbot: QtBot, written: str) -> None:
    write(qtbot, line(matern, "length_start"), written)
    assert matern.text() == "matern32(12.5)"


@pytest.mark.parametrize("written", ["abc", "1,2,3", "1e999", "nan"])
def test_that_what_is_no_number_is_told_beneath_and_not_passed_on(
    matern: SlotForm, qtbot: QtBot, written: str
) -> None:
    heard: list[str] = []
    matern.chosen.connect(lambda slot, text: heard.append(text))
    write(qtbot, line(matern, "length_start"), written)
    assert heard == []
    assert matern.error.isVisible()
    assert f"'{written}' is not a number" in matern.error.text()


def test_that_the_unit_of_a_length_is_days_where_times_are_dates(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    form = window.model.forms["kernel"]
    pick(form, next(spec for spec in form.slot.specs if spec.name == "matern32"))
    field = part(form, LearntField, "parameter_length")
    assert isinstance(field, LearntField)
    assert field.unit == "days"


def test_that_scrolling_changes_no_value(window: Window, qtbot: QtBot) -> None:
    form = window.model.forms["likelihood"]
    pick(form, Gaussian.spec)
    write(qtbot, line(form, "noise_start"), "0.01")
    before = window.desk.document.recipe
    for widget in [*window.findChildren(QComboBox), *window.findChildren(QLineEdit)]:
        if widget.isEnabled():
            widget.setFocus()
            text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            scroll(widget)
            after = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            assert after == text
    assert window.desk.document.recipe == before


def test_that_a_bad_expression_is_told_with_place_and_nearest_name_and_keeps_the_recipe(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    before = window.desk.document
    write(qtbot, find(QLineEdit, "kernel_line"), "0.4 * mattern(60) + rbf")
    told = find(QLabel, "kernel_error")
    assert told.isVisible()
    assert "did you mean 'matern'" in told.text()
    assert "place 7" in told.text()
    assert window.desk.document is before
    assert find(QLineEdit, "kernel_line").text() == "0.4 * mattern(60) + rbf"


def test_that_the_scale_begins_with_the_index_s_limits_and_refuses_others_beside_its_fields(
    window: Window, opened: Callable[[Path], None], sample: Path, qtbot: QtBot, find: Find
) -> None:
    """The window's form: limits that a reading contradicts are told where they were typed."""
    opened(sample)
    form = window.model.forms["scale"]
    pick(form, SCALES["logit"].spec)
    assert window.desk.document.recipe.text("scale") == "logit(-0.1, high=1.05)"
    write(qtbot, line(form, "high_value"), "0.5")
    told = find(QLabel, "scale_error")
    assert told.isVisible()
    assert "ends at -0.1 and 0.5" in told.text()
    assert window.desk.document.recipe.text("scale") == "logit(-0.1, high=1.05)"
    write(qtbot, line(form, "high_value"), "1.2")
    assert not told.isVisible()
    assert window.desk.document.recipe.text("scale") == "logit(-0.1, high=1.2)"
    pick(form, SCALES["log"].spec)
    assert window.desk.document.recipe.text("scale") == "log"
    pick(form, AUTO)
    assert window.desk.document.recipe == Recipe()


def test_that_escape_takes_a_bad_expression_back(window: Window, qtbot: QtBot, find: Find) -> None:
    expression = find(QLineEdit, "kernel_line")
    write(qtbot, expression, "mattern(60)")
    qtbot.keyClick(expression, Qt.Key.Key_Escape)
    assert expression.text() == "auto"
    assert not find(QLabel, "kernel_error").isVisible()


def test_that_a_single_family_in_the_line_is_shown_in_the_fields(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    write(qtbot, find(QLineEdit, "kernel_line"), "matern32(between(30, 10, 90))")
    form = window.model.forms["kernel"]
    assert form.choice.currentText() == "Matérn 3/2"
    shown = [line(form, f"length_{name}").text() for name in ("start", "low", "high")]
    assert shown == ["30", "10", "90"]


def test_that_sums_and_products_are_shown_as_written(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    write(qtbot, find(QLineEdit, "kernel_line"), "0.4*matern32(60)+rbf(9)")
    assert window.desk.document.recipe.text("kernel") == "0.4 * matern32(60) + rbf(9)"
    assert find(QLineEdit, "kernel_line").text() == "0.4 * matern32(60) + rbf(9)"
    assert window.model.forms["kernel"].choice.currentText() == "As written"


def test_that_the_cursor_stays_in_its_field_while_the_model_changes(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    write(qtbot, find(QLineEdit, "kernel_line"), "matern32(20)")
    start = line(window.model.forms["kernel"], "length_start")
    start.setFocus()
    write(qtbot, start, "25")
    assert window.desk.document.recipe.text("kernel") == "matern32(25)"
    assert line(window.model.forms["kernel"], "length_start") is start
    assert window.focusWidget() is start


def test_that_fit_uses_a_number_whose_field_still_has_the_cursor(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path,
    qtbot: QtBot, find: Find,
) -> None:  # fmt: skip
    opened(season)
    pick(window.model.forms["likelihood"], Gaussian.spec)
    start = line(window.model.forms["likelihood"], "noise_start")
    start.setFocus()
    qtbot.keyClicks(start, "0,004")
    fitted()
    fit = window.desk.document.fit
    assert fit is not None
    assert fit.recipe.text("likelihood") == "gaussian(0.004)"


def test_that_fit_waits_until_a_mistake_is_mended(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    expression = find(QLineEdit, "kernel_line")
    expression.setFocus()
    expression.selectAll()
    qtbot.keyClicks(expression, "mattern")
    window.commands["fit"].trigger()
    assert not window.desk.is_busy
    assert "The model has a mistake" in find(QLabel, "message").text()


def test_that_after_a_fit_the_forms_say_what_was_chosen_and_learnt(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> None:
    opened(season)
    fitted()
    forms = window.model.forms
    assert "matern32" in forms["kernel"].help.text()
    assert forms["solver"].help.text() == "Chosen: Kalman"
    assert forms["likelihood"].help.text() in ("Chosen: Gaussian", "Chosen: Clear or clouded")
    pick(forms["likelihood"], Gaussian.spec)
    fitted()
    noise = line(forms["likelihood"], "noise_start")
    assert noise.text() == ""
    assert noise.placeholderText().startswith("learnt: ")


def test_that_a_choice_stands_under_its_title_with_the_recipe_s_word_beside(qtbot: QtBot) -> None:
    known = PRECONDITIONERS["pivoted_cholesky"].spec
    field = field_for(PRECONDITIONERS.choice("preconditioner", "Preconditioner", "Which."), {})
    assert isinstance(field, ChoiceField)
    qtbot.addWidget(field)
    field.show_value("pivoted_cholesky")
    box = field.choice
    assert box.currentText() == known.title != known.name
    assert field.value() == known.name
    place = box.model().index(box.currentIndex(), 0)
    option = QStyleOptionViewItem()
    with_word = box.itemDelegate().sizeHint(option, place).width()
    assert with_word > QStyledItemDelegate().sizeHint(option, place).width()
    assert recipe_word("Automatic", "automatic") == ""
    assert recipe_word("Matérn 3/2", "matern32") == "matern32"


def test_that_every_choice_of_every_form_has_words_of_its_own() -> None:
    for slot in SLOTS:
        for spec in slot.specs:
            for parameter in spec.parameters:
                titles = [parameter.title_of(word) for word in parameter.choices]
                assert len(set(titles)) == len(titles)
                assert [title for title in titles if title in parameter.choices] == []


def test_that_each_kind_of_parameter_has_its_field(qtbot: QtBot) -> None:
    whole = field_for(integer("rank", "Rank", "How many.", 500, 1, 9_999), {})
    word = field_for(choice("kind", "Kind", "Which kind.", ["plain", "orthogonal"]), {})
    learnt = field_for(Parameter("length", "Length", "How far.", role="length"), {})
    for field, kind in ((whole, OptionField), (word, ChoiceField), (learnt, LearntField)):
        qtbot.addWidget(field)
        assert isinstance(field, kind)
        field.show_value(None)
    assert (whole.value(), word.value(), learnt.value()) == (500, "plain", Setting())
    whole.line.setText("2,5")  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="whole number"):
        whole.value()
