"""The left side of the lab: which study, with which settings, from where and to where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os.path import exists
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.core.spec import Spec
from gpstudio.gui.cards import lay_above_foot
from gpstudio.gui.fields import LineField, describe, label, restyle
from gpstudio.gui.icons import icon
from gpstudio.gui.lab.folder_field import FolderField
from gpstudio.gui.lab.outlook import Outlook
from gpstudio.gui.lab.presets import at_first, quick, thesis
from gpstudio.gui.lab.study_form import StudyForm
from gpstudio.gui.lab.wish import StudyWish
from gpstudio.gui.lab.words import choice_words
from gpstudio.gui.literal import tip
from gpstudio.gui.tab_order import in_order
from gpstudio.gui.theme import Theme
from gpstudio.lab import STUDIES
from gpstudio.lab.book import STUDY, read_study
from gpstudio.translation import tr

DATA_KEY = "lab_data"
RUN = (
    tr("Run"),
    tr("Measure what is not measured yet (F5). Times are measured too: leave the machine alone."),
)
STOP = (
    tr("Stop"),
    tr("Stop measuring (Esc); what was measured stays, and Run goes on from there."),
)
DATA_HELP = tr("Where the files of data sets are that do not come with GP Studio.")
OUT_HELP = tr(
    "Where measurements, figures and summary go; one that holds a study opens it. Empty: a new "
    "folder among your documents."
)


class StudyPanel(QWidget):
    """Holds what a person wants; whether it can be run is told to it."""

    wished = Signal(object)
    """A ``StudyWish``, or None while something is written wrongly."""
    run_asked = Signal()
    stop_asked = Signal()
    said = Signal(str)
    """What could not be done, in a sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("study_panel")
        self._theme = theme
        self._running = False
        self._out: dict[str, Path | None] = {}
        self.forms: dict[str, StudyForm] = {}
        self.list = self._study_list()
        self.help = label(rank="quiet", wrap=True)
        self.help.setObjectName("study_help")
        self.quick = self._preset(
            tr("Quick look"),
            tr("Few repeats, few samples and small data: every figure within a minute."),
            quick,
        )  # fmt: skip
        self.thesis = self._preset(
            tr("Full size"),
            tr("All data sets, repeats and samples, those of the thesis where it has them: hours."),
            thesis,
        )  # fmt: skip
        self.data = FolderField("lab_data", tr("Data folder"), DATA_HELP, "none")
        self.out = FolderField("lab_out", tr("Results in"), OUT_HELP, tr("a new folder"))
        self.outlook = label(wrap=True)
        self.outlook.setObjectName("lab_outlook")
        self.run = QPushButton(RUN[0])
        self.run.setObjectName("lab_run")
        self.run.setProperty("primary", True)
        self.settings = QWidget()
        self._lay_out()
        self._connect()
        written = str(QSettings().value(DATA_KEY, ""))
        self.data.show_path(Path(written) if written else None)
        self.list.setCurrentRow(0)
        self.show_running(False)

    def _study_list(self) -> QListWidget:
        made = QListWidget()
        made.setObjectName("study_list")
        made.setProperty("choices", True)
        describe(made, tr("Studies"), tr("Choose which study is run."))
        for spec in STUDIES.specs:
            row = QListWidgetItem(spec.title)
            row.setData(Qt.ItemDataRole.UserRole, spec.name)
            row.setToolTip(tip(spec.help))
            made.addItem(row)
        made.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.ensurePolished()
        made.setFixedHeight(made.sizeHintForRow(0) * max(1, made.count()) + 4)
        return made

    def _preset(
        self, words: str, help: str, values: Callable[[Spec], Mapping[str, object]]
    ) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(f"preset_{values.__name__}")
        describe(button, words, help)
        button.clicked.connect(lambda: self.show_settings(values(self.form.spec)))
        return button

    def _lay_out(self) -> None:
        presets = QHBoxLayout()
        presets.setSpacing(6)
        presets.addWidget(self.quick)
        presets.addWidget(self.thesis)
        presets.addStretch(1)
        self._place = QVBoxLayout()
        inside = QVBoxLayout(self.settings)
        inside.setContentsMargins(14, 12, 14, 8)
        inside.setSpacing(9)
        inside.addWidget(label(tr("Study"), "heading"))
        inside.addWidget(self.list)
        inside.addWidget(self.help)
        inside.addLayout(presets)
        inside.addLayout(self._place)
        inside.addWidget(self.data)
        inside.addWidget(self.out)
        inside.addStretch(1)
        lay_above_foot(self, self.settings, (self.outlook, self.run))

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _: self._show_study())
        self.run.clicked.connect(
            lambda: self.stop_asked.emit() if self._running else self.run_asked.emit()
        )
        self.data.chosen.connect(self._take_data)
        self.out.chosen.connect(self._take_out)

    @property
    def name(self) -> str:
        return str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))

    @property
    def form(self) -> StudyForm:
        return self.forms[self.name]

    @property
    def wish(self) -> StudyWish | None:
        settings = self.form.settings()
        if settings is None:
            return None
        return StudyWish(self.name, settings, self.data.path, self._out.get(self.name), home())

    def choose(self, study: str) -> None:
        self.list.setCurrentRow(STUDIES.names.index(study))

    def show_settings(self, values: Mapping[str, object]) -> None:
        self.form.show_settings(values)
        self._tell()

    def show_outlook(self, outlook: Outlook | None) -> None:
        """None while it is looked up, or while something is written wrongly."""
        wrong = outlook is not None and bool(outlook.problem)
        self.outlook.setText("" if outlook is None else outlook.told)
        restyle(self.outlook, rank="error" if wrong else "")
        if outlook is not None:
            self.out.show_path(outlook.folder)
        if not self._running:
            self.run.setEnabled(outlook is not None and outlook.can_run)

    def show_running(self, running: bool, stopping: bool = False) -> None:
        """While a study runs its settings stand fast."""
        self._running = running
        self.settings.setEnabled(not running)
        title, help = STOP if running else RUN
        self.run.setText(tr("Stopping…") if stopping else title)
        describe(self.run, title, help)
        self.run.setEnabled(running and not stopping)
        restyle(self.run, working=running)
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        colour = theme.text if self._running else theme.on_accent
        self.run.setIcon(icon("stop" if self._running else "play", colour, theme.quiet))

    def take_typed(self) -> None:
        """Take what was typed as meant, also under the cursor."""
        for line in self.settings.findChildren(LineField):
            line.take_typed()

    def _show_study(self) -> None:
        spec = STUDIES[self.name].spec
        if self.name not in self.forms:
            form = self.forms[self.name] = StudyForm(spec, choice_words)
            form.show_settings(at_first(spec, self.data.path))
            form.changed.connect(self._tell)
            self._place.addWidget(form)
            in_order(self.thesis, *form.stops())
        for name, form in self.forms.items():
            form.setVisible(name == self.name)
        self.help.setText(spec.help)
        self.out.line.show_text("")
        self._tell()

    def _take_data(self, folder: Path | None) -> None:
        QSettings().setValue(DATA_KEY, "" if folder is None else str(folder))
        self._tell()

    def _take_out(self, folder: Path | None) -> None:
        """A folder that holds a study brings its settings along, so that it can be gone on with."""
        try:
            if folder is not None and exists(folder / STUDY):
                record = read_study(folder)
                study = STUDIES[str(record.get("study"))].spec.name
                self._out[study] = folder
                self.choose(study)
                self.form.show_settings(record.get("settings", {}))
            self._out[self.name] = folder
        except (InputError, OSError) as error:
            self.said.emit(str(error))
        self._tell()

    def _tell(self) -> None:
        self.wished.emit(self.wish)


def home() -> Path:
    """Where studies go that were given no folder: among the person's documents, and beside those of
    earlier versions where there are any."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QStandardPaths.writableLocation(documents) or Path.home())
    earlier = folder / "GP Studio lab"
    return earlier if earlier.is_dir() else folder / tr("GP Studio studies")
