"""The walk for words, where all have other letters: the language is chosen before the program is
loaded, so this is a process of its own. Its table has names that look like markup, so that the
same walk finds where they are taken for it. Prints the faults by kind, and names never met."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..bench import Bench
from .literal import NAMES, SIGNS, met
from .walk import Visit, walk

KINDS = ("words", "literal")
VISITS = (Visit(1360, 860, "light", KINDS),)


def main(folder: str) -> None:
    bench = Bench(Path(folder), NAMES)
    try:
        found = walk(bench, VISITS)
        told = {kind: found[kind] for kind in KINDS}
        print(json.dumps({**told, "never met": sorted(set(SIGNS) - met)}))
    finally:
        bench.close()


if __name__ == "__main__":
    main(sys.argv[1])
