"""States of a project that show by themselves whether they are whole."""

from __future__ import annotations

import numpy as np

from gpstudio.session.project.codec.arrays import array_of, array_part
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

STEADY = array_part("steady", np.random.default_rng(7).normal(size=40_000))
"""The same in every state, as a table is in every state of a session."""
SIZES = (0, 1, 700, 9_000, 30_000)


def state(number: int) -> tuple[Part, ...]:
    """All of its parts say which state they are of; their sizes change from one to the next."""
    rng = np.random.default_rng(number)
    size = SIZES[number % len(SIZES)]
    return (
        json_part("number", {"number": number}),
        STEADY,
        array_part("numbers", np.concatenate([[float(number)], rng.normal(size=size)])),
        array_part("flags", rng.random(50 + size // 10) < 0.5),
    )


def number_of(contents: Contents) -> int:
    """Which state it is; raises ``AssertionError`` where it is none, or not all of one."""
    assert not contents.problems, contents.problems
    number = int(json_of(contents, "number")["number"])
    wanted = {part.name: part for part in state(number)}
    assert set(contents.parts) == set(wanted)
    for name, part in wanted.items():
        assert bytes(contents.parts[name].content) == bytes(part.content), name
    assert array_of(contents, "numbers")[0] == number
    return number
