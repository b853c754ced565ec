"""What a command of the window is: one record, declared beside the function that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gpstudio.gui.commands.needs import Need

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

Work: TypeAlias = "Callable[[Window], None]"


@dataclass(frozen=True, eq=False)
class WindowCommand:
    """Called with a window it is done, whether its need is met or not."""

    name: str
    title: str
    help: str
    work: Work
    needs: Need
    keys: str = ""
    icon: str = ""
    brief: str = ""
    """A word beside its icon, where there is room for one."""
    group: str = ""
    """Commands of one group exclude each other and can be ticked."""
    ticks: bool = False
    """Whether it is on or off, whatever the others are."""
    ticked_now: Callable[[], bool] | None = None
    """Whether it is on, where a setting says so."""
    title_now: Callable[[Window], str] | None = None
    """The title, where it says what the command would be done to."""

    def __call__(self, window: Window) -> None:
        self.work(window)


def window_command(
    title: str,
    help: str,
    keys: str = "",
    *,
    needs: Need,
    icon: str = "",
    brief: str = "",
    group: str = "",
    ticks: bool = False,
    ticked_now: Callable[[], bool] | None = None,
    title_now: Callable[[Window], str] | None = None,
) -> Callable[[Work], WindowCommand]:
    """Makes a command of a function, whose name becomes the command's."""

    def made(work: Work) -> WindowCommand:
        return WindowCommand(
            work.__name__, title, help, work, needs, keys, icon, brief, group, ticks, ticked_now,
            title_now,
        )  # fmt: skip

    return made
