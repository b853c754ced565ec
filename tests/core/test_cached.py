"""What is made once is kept, and nobody waits for what another thread makes of another object."""

from __future__ import annotations

import threading

from gpstudio.core.cached import cached_property

PATIENCE = 60.0


class Slow:
    def __init__(self, let_go: threading.Event) -> None:
        self.let_go = let_go
        self.begun = threading.Event()
        self.made = 0

    @cached_property
    def number(self) -> int:
        """Takes until it may end."""
        self.begun.set()
        assert self.let_go.wait(PATIENCE)
        self.made += 1
        return 7


def free() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


def test_that_it_is_made_once_and_has_its_words() -> None:
    one = Slow(free())
    assert "number" not in vars(one)
    assert (one.number, one.number, one.made) == (7, 7, 1)
    assert Slow.number.__doc__ == "Takes until it may end."


def test_that_one_object_does_not_wait_for_another() -> None:
    let_go = threading.Event()
    held, other = Slow(let_go), Slow(free())
    asking = threading.Thread(target=lambda: held.number)
    found: list[int] = []
    beside = threading.Thread(target=lambda: found.append(other.number))
    asking.start()
    try:
        assert held.begun.wait(PATIENCE)
        beside.start()
        beside.join(PATIENCE / 10)
        assert found == [7]
    finally:
        let_go.set()
        asking.join(PATIENCE)
        beside.join(PATIENCE)
    assert held.made == 1
