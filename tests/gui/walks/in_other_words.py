"""The walk for words, where all have other letters: the language is chosen before the program is
loaded, so this is a process of its own. Prints the faults as a list."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..bench import Bench
from .walk import Visit, walk

VISITS = (Visit(1360, 860, "light", ("words",)),)


def main(folder: str) -> None:
    bench = Bench(Path(folder))
    try:
        print(json.dumps(walk(bench, VISITS)["words"]))
    finally:
        bench.close()


if __name__ == "__main__":
    main(sys.argv[1])
