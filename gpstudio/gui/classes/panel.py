"""The left side of the classes: what they are learnt from, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.data.series import days_from_dates, iso_day
from gpstudio.gui.cards import lay_above_foot
from gpstudio.gui.fields import TITLE_WIDTH, ChoiceBox, LineField, describe, label, restyle
from gpstudio.gui.forms import SlotForm
from gpstudio.gui.icons import icon
from gpstudio.gui.lab.study_form import StudyForm
from gpstudio.gui.model_view import units_of
from gpstudio.gui.theme import Theme
from gpstudio.session.classified.choices import FORM
from gpstudio.session.classified.choices import SLOTS as OF_RECIPE
from gpstudio.session.wished_classes import ClassWish
from gpstudio.translation import tr

LEARN = (tr("Learn"), tr("Learn the classes, and tell those of what has no label (F5)."))
STOP = (tr("Stop"), tr("Stop learning (Esc)."))
LABEL_HELP = tr("Which word about each field is its class. Fields without it are foretold.")
DAY_HELP = tr(
    "See every season to this day of its growing year only: what is told is what can be known by "
    "then. Empty: whole seasons."
)
MORE = tr("More choices…"), tr("Fewer choices")
MORE_HELP = tr("Mean, approximation, solver and learning of the curves behind the classes.")
ROWS_HELP = tr("Learn from a file with a row a thing: a label, and numbers that may tell it.")


@dataclass(frozen=True)
class Source:
    """What can be learnt from."""

    title: str
    labels: tuple[str, ...]
    """Headings or columns that may name the class."""
    dated: bool
    problem: str = ""
    """Why nothing can be learnt from it."""


class ClassesPanel(QWidget):
    wished = Signal(object)
    """A ``ClassWish`` of what is shown."""
    learn_asked = Signal()
    stop_asked = Signal()
    rows_asked = Signal(object)
    """A path of rows to learn from; None for the window's own fields."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("classes_panel")
        self._theme, self._running = theme, False
        self._source = Source("", (), False)
        self._of_rows = False
        self._of_recipe: dict[str, str] = {}
        """What is wanted of the recipe, where that is not as usual."""
        self.source = label(wrap=True)
        self.source.setObjectName("classes_source")
        self.rows = QPushButton(tr("Rows of a file…"))
        self.rows.setObjectName("classes_rows_file")
        describe(self.rows, tr("Rows of a file"), ROWS_HELP)
        self.label_box = ChoiceBox()
        self.label_box.setObjectName("classes_label")
        describe(self.label_box, tr("Class"), LABEL_HELP)
        self.day = LineField()
        self.day.setObjectName("classes_day")
        self.day.setPlaceholderText(tr("whole seasons"))
        describe(self.day, tr("As of"), DAY_HELP)
        self.form = StudyForm(FORM, lambda parameter, choice: (choice, ""))
        self.form.setObjectName("classes_form")
        slots = {slot.name: slot for slot in SLOTS}
        self.slots = {name: SlotForm(slots[name], name == "kernel") for name in OF_RECIPE}
        self.more = QPushButton(MORE[0])
        self.more.setObjectName("classes_more")
        self.more.setProperty("link", True)
        self.more.setCheckable(True)
        describe(self.more, tr("More choices"), MORE_HELP)
        self.problem = label(rank="error", wrap=True)
        self.problem.setObjectName("classes_problem")
        self.learn = QPushButton(LEARN[0])
        self.learn.setObjectName("classes_learn")
        self.learn.setProperty("primary", True)
        self.settings = QWidget()
        self._lay_out()
        self._connect()
        self.show_running(False)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        for place, (title, field) in enumerate(
            ((tr("Class"), self.label_box), (tr("As of"), self.day))
        ):
            words = label(title)
            words.setBuddy(field)
            grid.addWidget(words, place, 0)
            grid.addWidget(field, place, 1)
        inside = QVBoxLayout(self.settings)
        inside.setContentsMargins(14, 12, 14, 8)
        inside.setSpacing(9)
        inside.addWidget(label(tr("Classes"), "heading"))
        inside.addWidget(label(FORM.help, "quiet", wrap=True))
        inside.addWidget(self.source)
        inside.addWidget(self.rows)
        inside.addLayout(grid)
        inside.addWidget(self.form)
        inside.addWidget(self.slots["kernel"])
        inside.addWidget(self.more, alignment=Qt.AlignmentFlag.AlignLeft)
        for name, form in self.slots.items():
            if name != "kernel":
                inside.addWidget(form)
        self._fold(False)
        inside.addStretch(1)
        lay_above_foot(self, self.settings, (self.problem, self.learn))

    def _connect(self) -> None:
        self.label_box.currentIndexChanged.connect(lambda _: self._tell())
        self.day.settled.connect(self._tell)
        self.form.changed.connect(self._tell)
        self.more.toggled.connect(self._fold)
        for form in self.slots.values():
            form.chosen.connect(self._take_slot)
        self.rows.clicked.connect(self._ask_rows)
        self.learn.clicked.connect(
            lambda: self.stop_asked.emit() if self._running else self.learn_asked.emit()
        )

    def show_source(self, source: Source, wish: ClassWish, of_rows: bool) -> None:
        """What is learnt from, and what is wanted of it; nobody is told."""
        self._source, self._of_rows = source, of_rows
        self.source.setText(source.title)
        self.rows.setText(tr("Back to the fields") if of_rows else tr("Rows of a file…"))
        for field in (self.label_box, self.day, self.form):
            field.blockSignals(True)
        if [self.label_box.itemText(i) for i in range(self.label_box.count())] != [*source.labels]:
            self.label_box.clear()
            self.label_box.addItems(list(source.labels))
        place = source.labels.index(wish.label) if wish.label in source.labels else -1
        self.label_box.setCurrentIndex(place)
        if not self.day.is_pending:
            self.day.show_text("" if wish.as_of is None else iso_day(wish.as_of))
        chosen = dict(wish.chosen)
        self._of_recipe = {name: chosen.pop(name) for name in OF_RECIPE if name in chosen}
        known = {parameter.name for parameter in FORM.parameters}
        self.form.show_settings({name: word for name, word in chosen.items() if name in known})
        recipe = Recipe.of(0, **self._of_recipe)
        for form in self.slots.values():
            form.show_recipe(recipe, units_of(None, recipe))
            form.setEnabled(bool(source.labels))
        if set(self._of_recipe) - {"kernel"}:
            self.more.setChecked(True)
        for field in (self.label_box, self.day, self.form):
            field.blockSignals(False)
        self.day.setEnabled(source.dated and not of_rows)
        self.label_box.setEnabled(bool(source.labels))
        self.form.setEnabled(bool(source.labels))
        self._judge()

    @property
    def wish(self) -> ClassWish | None:
        """None where something is written wrongly; the reason is told."""
        settings = self.form.settings()
        try:
            day = _day(self.day.text())
        except InputError as error:
            self._refuse(str(error))
            return None
        if settings is None or not all(form.error.isHidden() for form in self.slots.values()):
            return None
        usual = {parameter.name: parameter.default for parameter in FORM.parameters}
        chosen = tuple(
            (name, str(value)) for name, value in settings.values if value != usual[name]
        )
        return ClassWish(self.label_box.currentText(), day, (*chosen, *self._of_recipe.items()))

    @property
    def can_learn(self) -> bool:
        return bool(self._source.labels) and self.label_box.currentIndex() >= 0

    def take_typed(self) -> None:
        """Take what was typed as meant, also under the cursor."""
        for line in self.settings.findChildren(LineField):
            line.take_typed()

    def show_running(self, running: bool, stopping: bool = False) -> None:
        """While it is learnt what is wanted stands fast."""
        self._running = running
        self.settings.setEnabled(not running)
        title, help = STOP if running else LEARN
        self.learn.setText(tr("Stopping…") if stopping else title)
        describe(self.learn, title, help)
        restyle(self.learn, working=running)
        self._judge()
        self.learn.setEnabled(not stopping and (running or self.can_learn))
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        colour = theme.text if self._running else theme.on_accent
        self.learn.setIcon(icon("stop" if self._running else "play", colour, theme.quiet))

    def refuse_to_learn(self) -> None:
        """Somebody asked for it: what is to be done first is said as an error now."""
        self._refuse(self._source.problem)

    def _judge(self) -> None:
        self._refuse(self._source.problem, "quiet")
        if not self._running:
            self.learn.setEnabled(self.can_learn)

    def _refuse(self, sentence: str, rank: str = "error") -> None:
        restyle(self.problem, rank=rank)
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def _tell(self) -> None:
        wish = self.wish
        if wish is not None:
            self._judge()
            self.wished.emit(wish)

    def _take_slot(self, slot: str, text: str) -> None:
        try:
            recipe = Recipe().with_choice(slot, text)
        except InputError as error:
            self.slots[slot].show_error(str(error))
            return
        self.slots[slot].show_error("")
        of_recipe = self._of_recipe | {slot: recipe.text(slot)}
        usual = Recipe()
        self._of_recipe = {
            name: of_recipe[name]
            for name in OF_RECIPE
            if name in of_recipe and of_recipe[name] != usual.text(name)
        }
        self._tell()

    def _fold(self, wanted: bool) -> None:
        self.more.setText(MORE[wanted])
        for name, form in self.slots.items():
            form.setVisible(wanted or name == "kernel")

    def _ask_rows(self) -> None:
        if self._of_rows:
            self.rows_asked.emit(None)
            return
        name, _ = QFileDialog.getOpenFileName(self.window(), tr("Open rows with a label"))
        if name:
            self.rows_asked.emit(Path(name))


def _day(text: str) -> float | None:
    return float(days_from_dates([text.strip()])[0]) if text.strip() else None


def headings_of(labels: Mapping[str, Mapping[str, str]]) -> Sequence[str]:
    """Of all words about fields, as they come."""
    return tuple(dict.fromkeys(name for words in labels.values() for name in words))
