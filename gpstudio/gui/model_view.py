"""The right panel: the model in one line, which unfolds into all its forms."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.core.binding import bind
from gpstudio.core.inference.report import Report
from gpstudio.core.language import parse
from gpstudio.core.recipe import SLOTS, Recipe, Slot
from gpstudio.core.spec import Spec
from gpstudio.data.series import Series
from gpstudio.gui.fields import describe, label, restyle
from gpstudio.gui.folding import FoldTitle
from gpstudio.gui.forms import WRITTEN, SlotForm
from gpstudio.gui.literal import tip
from gpstudio.gui.model_words import calls_in, model_line
from gpstudio.gui.parameter_field import Units
from gpstudio.gui.terms import TermsEditor
from gpstudio.gui.theme import Theme
from gpstudio.gui.upright import Upright
from gpstudio.gui.words import in_short, kernel_text, sentence
from gpstudio.session.commands import automatic
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.scales import Scaled
from gpstudio.translation import tr, tr_count


class ModelView(QWidget):
    """All forms of a recipe."""

    chosen = Signal(str, str)
    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("model_view")
        self.forms = {slot.name: SlotForm(slot, line=slot.name == "kernel") for slot in SLOTS}
        self.reason = label(wrap=True)
        self.reason.setObjectName("reason")
        self._reason_box = QFrame()
        self._reason_box.setObjectName("reason_box")
        box = QVBoxLayout(self._reason_box)
        box.setContentsMargins(10, 8, 10, 8)
        box.addWidget(self.reason)
        restyle(self._reason_box, banner="info")
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(14, 4, 14, 14)
        column.setSpacing(14)
        for form in self.forms.values():
            form.chosen.connect(self._choose)
            column.addWidget(form)
            if form.slot.name == "kernel":
                column.addWidget(self._terms_panel())
        column.addStretch()
        self.area = Upright(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 4, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(self._heading())
        whole.addLayout(self._in_short())
        whole.addWidget(self.area, 1)
        self._document = Document()
        self.title.folded.connect(self._fold)
        self.why.toggled.connect(self._reason_box.setVisible)
        self._reason_box.hide()
        self._fold(self.title.is_folded)

    def _heading(self) -> QHBoxLayout:
        """With the way back from whatever was chosen."""
        help = tr("Kernel, noise and how they are learnt; press to fold away.")
        self.title = FoldTitle("model", tr("Model"), help, folded_at_first=True)
        self.automatic = QPushButton(tr("Back to automatic"))
        self.automatic.setObjectName("automatic_button")
        self.automatic.setProperty("link", True)
        describe(
            self.automatic, tr("Back to automatic"),
            tr("Leave every line of the model to the data again, as it was at first."),
        )  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 10, 0)
        row.addWidget(self.title, 1)
        row.addWidget(self.automatic)
        return row

    def _in_short(self) -> QVBoxLayout:
        """What the model is, and one click away why."""
        self.line = label(wrap=True)
        self.line.setObjectName("model_line")
        self.why = QPushButton(tr("Why?"))
        self.why.setObjectName("why_button")
        self.why.setProperty("link", True)
        self.why.setCheckable(True)
        describe(self.why, tr("Why?"), tr("What the readings said for each choice."))
        column = QVBoxLayout()
        column.setContentsMargins(14, 0, 14, 10)
        column.setSpacing(6)
        column.addWidget(self.line)
        column.addWidget(self.why, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._reason_box)
        return column

    def _fold(self, folded: bool) -> None:
        """Folded it is as high as its line; the forms stay as they were left."""
        self.area.setHidden(folded)
        self.folded.emit(folded)

    def unfold(self) -> None:
        self.title.setChecked(True)

    def _terms_panel(self) -> QWidget:
        """The kernel builder, folded away until somebody wants it or a kernel has terms."""
        panel = QWidget()
        self.terms_button = QPushButton(tr("Edit terms…"))
        self.terms_button.setObjectName("edit_terms")
        self.terms_button.setProperty("link", True)
        self.terms_button.setCheckable(True)
        describe(
            self.terms_button,
            tr("Edit terms"),
            tr("Build the kernel from terms: add, multiply, move."),
        )
        self.terms = TermsEditor()
        self.terms.hide()
        column = QVBoxLayout(panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self.terms_button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.terms)
        self._were_terms = False
        self.terms_button.toggled.connect(self._fold_terms)
        self.terms.chosen.connect(lambda text: self._choose("kernel", text))
        self.terms.wrong.connect(self.forms["kernel"].show_error)
        self.terms.taken_back.connect(lambda: self.forms["kernel"].show_error(""))
        return panel

    def _fold_terms(self, wanted: bool) -> None:
        self.terms_button.setText(tr("Hide terms") if wanted else tr("Edit terms…"))
        self.terms.setVisible(wanted)
        self.forms["kernel"].show_fields_elsewhere(wanted)

    def set_theme(self, theme: Theme) -> None:
        self.terms.set_theme(theme)

    def close_work(self) -> bool:
        """End what runs for this panel."""
        return self.terms.close_work()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_work()
        super().closeEvent(event)

    def show_document(self, document: Document, fit: Fit | None) -> None:
        self._document = document
        is_chosen = document.recipe != automatic(document.recipe)
        self.automatic.setEnabled(is_chosen)
        self.automatic.setVisible(is_chosen)
        current = fit is not None and fit.recipe == document.recipe
        used = fit.learned.written if fit is not None and current else document.recipe
        units = units_of(document.series, used)
        if document.series is not None:
            self.forms["scale"].offer(Scaled.of(automatic(document.recipe), document.series).recipe)
        for form in self.forms.values():
            form.show_recipe(document.recipe, units)
            if fit is not None and current:
                numbers = learnt_numbers(fit.report, form.slot, form.spec)
                form.show_outcome(outcome(fit, form.slot), numbers)
            else:
                form.show_outcome("", {})
        self._show_terms(document, fit if current else None, units)
        self.line.setText(model_line(document, fit if current else None))
        self.reason.setText(_reason(fit, current))
        whole = sentence(fit.report.reason) if fit is not None and current else ""
        self.reason.setToolTip(tip(whole))

    def _show_terms(self, document: Document, fit: Fit | None, units: Units) -> None:
        """Opened by itself when the kernel becomes one that no single form can show."""
        report = fit.report if fit is not None else None
        self.terms.show_kernel(document.recipe.kernel, report, document.series, units)
        are_terms = self.forms["kernel"].spec is WRITTEN
        if are_terms and not self._were_terms:
            self.terms_button.setChecked(True)
        self._were_terms = are_terms

    def show_error(self, slot: str, sentence: str) -> None:
        self.unfold()
        self.forms[slot].show_error(sentence)

    def forget(self) -> None:
        """Let go of wrong words, so that the forms show the recipe again."""
        self.terms.forget()
        for form in self.forms.values():
            form.forget()

    def take_typed(self) -> str:
        """Take what was typed as meant; the sentence of the first wrong form, or nothing."""
        self.terms.take_typed()
        for form in self.forms.values():
            if not form.take_typed():
                return f"{form.slot.title}: {form.error.text()}"
        return ""

    def _choose(self, slot: str, text: str) -> None:
        self.chosen.emit(slot, text)


LONGEST_UNIT = 12
"""Letters of a unit: a longer column name would push the form beyond its panel."""


PER_INPUT = (("value²/input", ""), ("value²/input²", "²"), ("value²/input³", "³"))
"""Variances per power of the input."""
VARIANCES = ("value²", *(unit for unit, _ in PER_INPUT))


def units_of(series: Series | None, recipe: Recipe) -> Units:
    """What the units of the specs are called for these data; variances on a scale that bends have
    none."""
    if series is None:
        return dict.fromkeys(("input", "1/input", "value", *VARIANCES), "")
    time = tr("days") if series.dated else series.time_name
    one = "day" if series.dated else time
    value = series.value_name if len(series.value_name) <= LONGEST_UNIT else "value"
    square = f"{value}²" if value and Scaled.of(recipe, series).scale.is_identity else ""
    return {
        "input": time,
        "1/input": f"1/{one}" if one else "",
        "value": value,
        "value²": square,
        **{unit: f"{square}/{one}{power}" if square and one else "" for unit, power in PER_INPUT},
    }


def outcome(fit: Fit, slot: Slot) -> str:
    """What a fit used in this slot, as people call it."""
    if slot.name == "kernel":
        return kernel_text(fit.report.kernel)
    taught_by = fit.report.taught_by
    if slot.name == "learning" and taught_by:
        return tr_count(
            taught_by, "Learnt together from {n:,} field", "Learnt together from {n:,} fields"
        )
    used = fit.learned.written.text(slot.name)
    return slot.registry[used].spec.title if used in slot.registry else used


def learnt_numbers(report: Report, slot: Slot, spec: Spec) -> dict[str, float]:
    """The numbers that a fit found for one choice, where they can be told apart."""
    # a mean may be called as a kernel is: only a slot's own form reads what was used there
    said = {"kernel": report.kernel, "likelihood": report.likelihood}.get(slot.name)
    written = calls_in(parse(said)) if said else ()
    calls = [call for call in written if call.name == spec.name]
    if len(calls) == 1:
        groups, _ = bind(spec, calls[0])
        names = [parameter.name for parameter in spec.parameters if parameter.learnt]
        pairs = zip(names, groups, strict=True)
        return {name: group[0].value for name, group in pairs if group[0].value is not None}
    if spec.parameter("noise") is not None:
        return {"noise": report.noise}
    return {}


def _reason(fit: Fit | None, current: bool) -> str:
    if fit is None:
        return tr(
            "Leave everything on automatic and press Fit. The reason for each choice comes here."
        )
    if not current:
        return tr("This curve is of the model before: press Fit (F5) to see the new one.")
    return in_short(fit.report.reason)
