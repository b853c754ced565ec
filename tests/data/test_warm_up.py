"""Warming up loads and compiles, and leaves nothing to compile for the tables that follow."""

from __future__ import annotations

from gpstudio import read_table
from gpstudio.core.task import Task
from gpstudio.data.warm_up import warm_up

CALLED = set(
    "cut_rows read_cells code_cells hash_cells fill_table cut_stamps count deal"
    " unsorted flag_odd advances merge end_of_letters spell".split()
)
"""The compiled functions that Python calls."""


class Watched(Task):
    def __init__(self) -> None:
        self.said: list[str] = []

    def report(self, status: str, fraction: float | None = None) -> None:
        self.said.append(status)


def kernels():
    """How many sets of argument types each compiled function of the room knows."""
    import sys

    modules = [module for name, module in sys.modules.items() if name.startswith("gpstudio.data")]
    return {
        f"{module.__name__}.{name}": len(thing.signatures)
        for module in modules
        for name, thing in vars(module).items()
        if hasattr(thing, "signatures")
    }


def test_that_a_table_has_nothing_left_to_compile(file_of):
    task = Watched()
    warm_up(task)
    assert task.said[0] == "compiling, once on this machine"
    warm = kernels()
    called = {name.rpartition(".")[2] for name, known in warm.items() if known}
    assert called >= CALLED
    rows = [f'"é{k // 10}";{2020 - k % 10:04d}-03-17;0,5{k}\n' for k in range(500)]
    table = read_table(file_of("field;date;ndvi\n" + "".join(rows)))
    assert table.rows_used == len(rows)
    assert kernels() == warm
