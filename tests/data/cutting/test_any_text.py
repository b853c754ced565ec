"""Whatever a text holds, it is cut or refused in one sentence, and cut alike when asked again."""

from __future__ import annotations

import pytest
from data.cutting.cutting import cut
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gpstudio.core.errors import InputError

PIECES = st.sampled_from(
    "date ndvi A 2020-01-01 2020-01-09 17/03/2021 0.5 0,5 1,807 -9999 NA - -- [m] # % // ! sep= "
    "Total TOA5 20200101 1960 1961 yyyy-mm-dd ( ° \ufeff".split()
) | st.sampled_from([",", ";", "\t", "|", " ", "  ", '"', '""', "'", "\n", "\r\n", "\r", "\n\n"])
TEXTS = st.lists(PIECES, max_size=60).map("".join)
LINES = st.lists(st.lists(PIECES, min_size=1, max_size=4).map("".join), min_size=2, max_size=4)


@settings(max_examples=200, deadline=2000)
@given(TEXTS)
def test_that_any_text_is_cut_or_refused_in_a_sentence(text):
    try:
        table = cut(text)
    except InputError as error:
        assert "\n" not in str(error)
        return
    assert len(set(table.names)) == len(table.names)
    assert all(len(row) == len(table.names) for row in table.rows)
    assert table.seen.size > 0
    # What was found is what is found when it is said.
    answers = {about: table.decision(about) for about in ("delimiter", "encoding")}
    assert cut(text, **answers).rows == table.rows


@settings(max_examples=150, deadline=2000)
@given(LINES, st.sampled_from(",;|\t"), st.integers(2, 5), st.integers(3, 30))
def test_that_no_reading_below_any_preamble_is_lost(above, mark, width, rows):
    # Whatever stands above, the readings themselves all come out.
    texts = [line.translate(dict.fromkeys(map(ord, '"\r\n'))) for line in above]
    assume(not any(text.lstrip().startswith("sep=") for text in texts))  # it names another mark
    lines = [mark.join(["date", *(f"v{column}" for column in range(1, width))])]
    lines += [
        mark.join([f"2021-05-{row + 1:02d}", *(f"{row}.{column}5" for column in range(1, width))])
        for row in range(rows)
    ]
    try:
        table = cut("\n".join([*texts, *lines]) + "\n")
    except InputError:
        return
    assert table.rows[-rows:] == [tuple(line.split(mark)) for line in lines[1:]]


@pytest.mark.parametrize("answer", ["none", "1 row", "2 rows"])
@settings(max_examples=100, deadline=2000)
@given(text=TEXTS)
def test_that_any_answer_about_the_header_is_obeyed_or_refused(answer, text):
    try:
        table = cut(text, header=answer)
    except InputError:
        return
    assert table.decision("header") == answer
