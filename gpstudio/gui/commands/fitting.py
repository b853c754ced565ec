"""Fitting, stopping, and taking changes of the document back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import (
    CHANGE,
    CHANGE_TAKEN_BACK,
    CHOICE,
    READINGS,
    RUNNING_WORK,
    SHARED_FIELDS,
)
from gpstudio.gui.literal import in_entry
from gpstudio.gui.messages import Message
from gpstudio.gui.twice import ASK_AGAIN, LONG
from gpstudio.session.commands import BackToAutomatic
from gpstudio.session.field_commands import SetRequest
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


def _undo_title(window: Window) -> str:
    undo_title = in_entry(window.desk.history.undo_title or "")
    return tr("&Undo {undo_title}", undo_title=undo_title).strip()


def _redo_title(window: Window) -> str:
    redo_title = in_entry(window.desk.history.redo_title or "")
    return tr("&Redo {redo_title}", redo_title=redo_title).strip()


@window_command(
    tr("&Undo"), tr("Take the last change back."), "Ctrl+Z",
    needs=CHANGE, icon="undo", title_now=_undo_title,
)  # fmt: skip
def undo(window: Window) -> None:
    _forget_typed(window)
    window.desk.undo()


@window_command(
    tr("&Redo"), tr("Make the change again."), "Ctrl+Shift+Z",
    needs=CHANGE_TAKEN_BACK, icon="redo", title_now=_redo_title,
)  # fmt: skip
def redo(window: Window) -> None:
    _forget_typed(window)
    window.desk.redo()


def _forget_typed(window: Window) -> None:
    """Forms show the document again, whatever wrong words stand in them."""
    window.season.forget()
    window.model.forget()


@window_command(
    tr("Back to a&utomatic"),
    tr("Leave kernel, noise, approximation, solver and learning to the data again."),
    needs=CHOICE,
)
def back_to_automatic(window: Window) -> None:
    """Also from words that were typed and never were a model."""
    window.model.forget()
    window.desk.do(BackToAutomatic())


@window_command(tr("&Fit"), tr("Fit the shown field."), "F5", needs=READINGS, icon="fit")
def fit(window: Window) -> None:
    """Fit with what is on screen: also with a number whose field still has the cursor."""
    if window.desk.document.series is not None and _all_is_meant(window):
        window.desk.fit()


@window_command(
    tr("Fit any&way"),
    tr("Fit the shown field also where that takes longer than a minute by its estimate."),
    needs=READINGS,
)
def fit_anyway(window: Window) -> None:
    """Also where that takes long by its estimate; the table's other fits then may, too."""
    desk = window.desk
    if desk.document.series is not None and _all_is_meant(window):
        request = replace(desk.document.request, anyway=True)
        desk.do(SetRequest(request, tr("how long a fit may take")))
        desk.fit()


@window_command(
    tr("Fit &all fields"), tr("Fit every field of the table."), "Shift+F5", needs=READINGS
)
def fit_all(window: Window) -> None:
    fit_fields(window, window.fields.all_groups)


@window_command(
    tr("Fit se&lected fields"), tr("Fit the selected fields."), "Ctrl+F5", needs=READINGS
)
def fit_selected(window: Window) -> None:
    fit_fields(window, window.fields.selected_groups)


@window_command(
    tr("Learn the &population anew"),
    tr("Learn again what the fields have in common, and fit every fitted field with it."),
    needs=SHARED_FIELDS,
)
def learn_population(window: Window) -> None:
    if _all_is_meant(window):
        window.desk.learn_anew()


def fit_fields(window: Window, groups: Sequence[str]) -> None:
    """Several fields; each is shown as it arrives."""
    if groups and _all_is_meant(window):
        window.desk.fit_many(groups)


def _all_is_meant(window: Window) -> bool:
    """Whether everything that was typed can be taken as meant; what is wrong is told."""
    wrong = window.model.take_typed()
    if wrong:
        window.desk.said.emit(
            Message.error(tr("The model has a mistake. {mistake}", mistake=wrong))
        )
        return False
    wrong = window.season.take_typed()
    if wrong:
        window.desk.said.emit(
            Message.error(tr("The season has a mistake. {mistake}", mistake=wrong))
        )
        return False
    window.messages.clear()
    return True


@window_command(tr("&Stop"), tr("Stop what is running."), "Esc", needs=RUNNING_WORK, icon="stop")
def stop(window: Window) -> None:
    """What has run for minutes is not lost by one key."""
    desk = window.desk
    if desk.is_busy and desk.seconds > LONG and not window.stopping.again():
        desk.said.emit(Message.info(ASK_AGAIN))
        return
    if window.messages.message == Message.info(ASK_AGAIN):
        window.messages.clear()
    stop_now(window)


def stop_now(window: Window) -> None:
    """By a button that says so."""
    window.desk.stop()
    window.projects.runner.stop()
    window.importer.stop()
    window.adder.stop()
    window.season.reader.stop()
