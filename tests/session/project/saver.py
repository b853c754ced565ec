"""A process that saves and autosaves until it is killed.

python saver.py save PROJECT FOLDER SEED     for ever; says which states are safe
python saver.py die PROJECT FOLDER EVENT     saves once and ends itself at the nth step of it
python saver.py hold PROJECT FOLDER 0        opens the project and waits
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[3]), str(HERE.parents[2])]

from session.project.states import number_of, state  # noqa: E402

from gpstudio.session.project.autosave import Autosave  # noqa: E402
from gpstudio.session.project.project import Project  # noqa: E402

STEPS = {"open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}
STEPS |= {"sqlite3.connect", "os.truncate"}
"""What Python tells of before it does it; a process that ends there has done all before it."""


def say(*words: object) -> None:
    """In one write: a kill cuts no line in two."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def save_for_ever(path: Path, folder: Path, seed: int) -> None:
    rng = random.Random(seed)
    with Project.open(path) as project:
        autosave = Autosave(folder, project.path, pause=0.005)
        number = number_of(project.contents)
        say("ready", number)
        while True:
            number += 1
            now = number
            if rng.random() < 0.5:
                autosave.hand_over(lambda now=now: state(now))
                time.sleep(rng.random() * 0.02)
                if rng.random() < 0.3 and autosave.flush():
                    say("kept", number)
            else:
                autosave.hand_over(lambda now=now: state(now))
                notes = autosave.notes
                project.save(state(number), notes)
                say("saved", number)
                autosave.saved(notes)


def die_at(path: Path, folder: Path, event: int) -> None:
    with Project.open(path) as project:
        number = number_of(project.contents) + 1
        seen = 0

        def count(name: str, _: tuple[object, ...]) -> None:
            nonlocal seen
            if name in STEPS:
                seen += 1
                if seen == event:
                    os._exit(9)

        sys.addaudithook(count)
        project.save(state(number))
        say("saved", number)


def hold(path: Path, folder: Path, _: int) -> None:
    with Project.open(path) as project:
        say("read-only" if project.read_only else "held")
        sys.stdin.read()


if __name__ == "__main__":
    what, path, folder, number = sys.argv[1:]
    ways = {"save": save_for_ever, "die": die_at, "hold": hold}
    ways[what](Path(path), Path(folder), int(number))
