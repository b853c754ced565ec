"""The form of one study: a field for each of its settings, made from its spec."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.core.errors import InputError
from gpstudio.core.spec import Spec
from gpstudio.gui.fields import label
from gpstudio.gui.lab.several_fields import Words, fields_of
from gpstudio.lab import Settings


class StudyForm(QWidget):
    """Says when a setting was changed; a wrong one is marked and told beneath the form."""

    changed = Signal()

    def __init__(self, spec: Spec, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"study_{spec.name}")
        self.spec = spec
        self.fields = fields_of(spec.parameters, words)
        self.error = label(rank="error", wrap=True)
        self.error.setObjectName("study_error")
        self.error.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for field in self.fields.values():
            field.changed.connect(self.changed)
            column.addWidget(field)
        column.addWidget(self.error)

    def show_settings(self, values: Mapping[str, object]) -> None:
        """Without telling anybody; what is not among them keeps the spec's default."""
        settings = Settings.of(self.spec, **values)
        for name, shown in settings.values:
            self.fields[name].show_values(shown)
            self.fields[name].mark_wrong(False)
        self.error.hide()

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        return [stop for field in self.fields.values() for stop in field.stops()]

    def settings(self) -> Settings | None:
        """What stands in the form; None, and a sentence beneath it, where that is wrong."""
        given: dict[str, object] = {}
        sentence = ""
        for name, field in self.fields.items():
            problem = self._read(name, given)
            field.mark_wrong(bool(problem))
            sentence = sentence or problem
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))
        return None if sentence else Settings.of(self.spec, **given)

    def _read(self, name: str, given: dict[str, object]) -> str:
        """Put the setting with what is given; the sentence where it does not fit."""
        try:
            value = self.fields[name].values()
            if value is not None:
                Settings.of(self.spec, **{name: value})
                given[name] = value
        except InputError as error:
            return str(error)
        return ""
