"""What keeps work in case of a crash."""

from __future__ import annotations

import threading

from gpstudio.gui.projects.keeping import Keeping
from gpstudio.session.document import Document
from gpstudio.session.project.whole import State


def test_that_nothing_begins_anew_after_the_end() -> None:
    """A change that arrives while the window closes started a thread that nobody ended."""
    keeping = Keeping()
    keeping.close()
    before = {one.name for one in threading.enumerate()}
    keeping.keep(State(Document()), None)
    assert {one.name for one in threading.enumerate()} == before
    assert keeping.notes == {}
