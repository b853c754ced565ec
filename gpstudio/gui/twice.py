"""What is asked for by one key and cannot be taken back: it is done when it is asked for again."""

from __future__ import annotations

import time

from gpstudio.translation import tr

SECONDS = 10.0
"""Within which a second press is the answer to the question that the first one led to."""
LONG = 60.0
"""Seconds of work that nobody wants to lose by a key."""
ASK_AGAIN = tr("This has run for more than a minute: press Esc again to stop it.")


class AskedTwice:
    def __init__(self) -> None:
        self._asked = -SECONDS

    def again(self) -> bool:
        """Whether it was asked for a moment ago already; if not, it is now."""
        now = time.monotonic()
        is_answer = now - self._asked < SECONDS
        self._asked = -SECONDS if is_answer else now
        return is_answer
