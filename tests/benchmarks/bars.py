"""What is measured beside what must be reached: a line each, and which were missed."""

from __future__ import annotations

missed: list[str] = []


def held(name: str, said: str, bar: bool) -> None:
    print(f"  {name}: {said}{'' if bar else '  MISSED'}", flush=True)
    if not bar:
        missed.append(name)
