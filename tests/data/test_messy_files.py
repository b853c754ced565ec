"""Files made messy on purpose, of which the truth is known: read right or asked about."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from data.messy.dates import STYLES
from data.messy.judging import ASKED, MISREAD, NEEDLESS, REFUSED, RIGHT, judged
from data.messy.maker import DELIMITERS, ENCODINGS, FAULTS, make

SAMPLE = range(0, 10_000, 13)
"""Of the numbers that ``tests/benchmarks/messy_files.py`` runs in full."""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, bool, str, str]]:
    folder = tmp_path_factory.mktemp("messy")
    found = []
    for seed in SAMPLE:
        messy = make(seed)
        found.append((seed, bool(messy.ambiguous), *judged(messy, folder)))
    return found


def test_that_no_messy_file_is_misread(verdicts):
    wrong = [(seed, why) for seed, _, verdict, why in verdicts if verdict == MISREAD]
    assert wrong == []


def test_that_unambiguous_files_need_no_question(verdicts):
    counts = Counter(verdict for _, ambiguous, verdict, _ in verdicts if not ambiguous)
    assert counts[RIGHT] >= 0.99 * counts.total(), counts


def test_that_every_ambiguous_file_is_asked_about_and_then_read_right(verdicts):
    counts = Counter(verdict for _, ambiguous, verdict, _ in verdicts if ambiguous)
    assert counts.total() > 20
    assert counts[ASKED] >= 0.99 * counts.total(), counts
    assert counts[NEEDLESS] + counts[REFUSED] + counts[ASKED] == counts.total()


def test_that_the_sample_holds_every_kind_of_file():
    facts = [make(seed).facts for seed in SAMPLE]
    assert {fact["encoding"] for fact in facts} == set(ENCODINGS)
    assert {fact["delimiter"] for fact in facts} == set(DELIMITERS)
    assert {fact["dates"] for fact in facts} == set(STYLES)
    assert {name for fact in facts for name in fact["faults"].split(", ")} >= set(FAULTS)


def test_that_a_number_makes_the_same_file_again(tmp_path: Path):
    assert make(77).data == make(77).data
    assert make(77).series() == make(77).series()
