"""The text of a file is what Python's own codecs make of it, however it comes in blocks."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpstudio.core.errors import InputError
from gpstudio.data.source import encodings
from gpstudio.data.source.encodings import OtherEncodingError, utf8_blocks
from gpstudio.data.source.source import of_bytes

ENCODINGS = ["utf-8", "utf-8-sig", "windows-1252", "latin-1", "utf-16", "utf-16-le", "utf-16-be"]
BLOCKS = st.integers(len(codecs.BOM_UTF8), 9)
LETTERS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"))


def read(data, encoding, block=encodings.BLOCK):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "BLOCK", block)
        return b"".join(utf8_blocks(of_bytes(Path("x.csv"), data), encoding))


def decoded(data, encoding):
    """What Python makes of it; None where a byte does not fit."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


@given(LETTERS, st.sampled_from(ENCODINGS), BLOCKS)
def test_that_text_comes_back_as_it_was_written(text, encoding, block):
    data = text.encode(encoding, "ignore")
    assert read(data, encoding, block) == data.decode(encoding).encode()


@given(
    st.lists(
        st.sampled_from(
            [
                b"a",
                b"\xc3",
                b"\xa9",
                b"\xe2",
                b"\x82",
                b"\xac",
                b"\xf0",
                b"\x9f",
                b"\x8c",
                b"\xbe",
                b"\xe0",
                b"\xed",
                b"\xa0",
                b"\xf4",
                b"\x90",
                b"\xc0",
                b"\xf5",
                b"\xff",
                b"\xef\xbb\xbf",
                b"\x81",
            ]
        ),
        max_size=8,
    ).map(b"".join),
    st.sampled_from(["utf-8", "utf-8-sig", "windows-1252", "latin-1"]),
    BLOCKS,
)
@example(b"\xef\xbb\xbf\xef\xbb\xbfa", "utf-8-sig", 4)
def test_that_bytes_fit_an_encoding_as_they_fit_it_for_python(data, encoding, block):
    expected = decoded(data, encoding)
    if expected is None:
        with pytest.raises(OtherEncodingError):
            read(data, encoding, block)
    else:
        assert read(data, encoding, block) == expected.encode()


def test_that_every_letter_of_unicode_is_a_letter_and_every_half_is_none():
    letters = [chr(code) for code in range(1, 0x110000) if not 0xD800 <= code < 0xE000]
    whole = "".join(letters).encode()
    assert read(whole, "utf-8") == whole
    for code in (0xD800, 0xDBFF, 0xDC00, 0xDFFF):
        with pytest.raises(OtherEncodingError):
            read(chr(code).encode("utf-8", "surrogatepass"), "utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_that_a_nought_is_no_text(encoding):
    with pytest.raises(InputError, match="not a text file"):
        read("a\0b".encode(encoding), encoding)


@pytest.mark.parametrize("data", [b"a\x00b\x00c", b"\x00\xd8a\x00"])
def test_that_half_a_letter_of_two_bytes_is_no_text(data):
    with pytest.raises(InputError, match="not a text file"):
        read(data, "utf-16-le")
