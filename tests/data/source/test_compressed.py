"""Packed tables are read as if they were not packed; damage and bombs are one sentence each."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tracemalloc
import zipfile

import pytest
from data.source.alike import PACKED, as_csv, check_alike, zipped

from gpstudio import read_table
from gpstudio.data.source import open_source

CSV = as_csv().encode()
BOMB = b"date,ndvi\n" + b"2021-03-01,0.5\n" * 300_000


@pytest.mark.parametrize("packer", PACKED)
def test_that_a_packed_table_is_read_as_the_table_itself(file_of, packer):
    table = read_table(file_of(PACKED[packer](CSV), name="readings.csv"))
    check_alike(table)
    assert packer.split()[-1 if "zip" in packer.split()[-1] else 0].replace("lzma", "xz") in (
        table.sentence
    )


@pytest.mark.parametrize("packer", PACKED)
def test_that_the_text_can_be_read_again_and_says_how_far_it_is(file_of, packer):
    source = open_source(file_of(PACKED[packer](CSV)), {})
    for _ in range(2):
        with source.open() as handle:
            assert handle.read() == CSV
            assert source.share_read(handle) == pytest.approx(1.0, abs=0.6)


def test_that_the_share_read_grows_with_the_packed_bytes(file_of):
    rows = "".join(f"2021-03-01,{i / 7919 % 1:.12f}\n" for i in range(60_000))
    source = open_source(file_of(gzip.compress(rows.encode())), {})
    with source.open() as handle:
        shares = []
        while handle.read(100_000):
            shares.append(source.share_read(handle))
    assert shares == sorted(shares)
    assert shares[0] < 0.2
    assert shares[-1] == 1.0


@pytest.mark.parametrize("packer", PACKED)
def test_that_what_is_cut_off_is_said_to_be(file_of, complaint, packer):
    whole = PACKED[packer](CSV)
    path = file_of(whole[: len(whole) * 2 // 3], name="cut.csv")
    message = complaint(path)
    assert "ends before its packed content does" in message or "incomplete" in message
    assert "again" in message


@pytest.mark.parametrize("packer", PACKED)
@pytest.mark.parametrize("place", [0.3, 0.5, 0.8])
def test_that_a_flipped_byte_never_changes_the_table_in_silence(file_of, complaint, packer, place):
    damaged = bytearray(PACKED[packer](CSV))
    damaged[int(len(damaged) * place)] ^= 0x10
    path = file_of(bytes(damaged), name="damaged.csv")
    if packer == "lzma":  # that format has no checksum: only what does not unpack can be known
        return
    try:
        check_alike(read_table(path))
    except AssertionError:
        raise
    except ValueError:
        complaint(path)


@pytest.mark.parametrize("packer", ["gzip", "bzip2", "xz", "zip", "bzip2 zip"])
def test_that_a_bomb_is_refused_before_it_goes_off(file_of, complaint, packer, tight):
    path = file_of(PACKED[packer](BOMB), name="bomb.csv")
    tracemalloc.start()
    assert "more than 200 times its size" in complaint(path)
    assert tracemalloc.get_traced_memory()[1] < 12 << 20
    tracemalloc.stop()


def test_that_a_table_that_repeats_itself_is_no_bomb(file_of):
    rows = "".join(
        f"{f},2021-{m:02}-{d:02},0.5\n" for f in range(90) for m in (3, 4) for d in (1, 9)
    )
    many = ("field,date,ndvi\n" + rows * 300).encode()
    packed = gzip.compress(many)
    assert len(many) / len(packed) > 30
    assert read_table(file_of(packed)).rows_in == 90 * 4 * 300


def test_that_only_the_one_table_of_an_archive_is_read(file_of):
    content = zipped(
        ("export/", b""),
        ("export/readme.txt", b"Readings of 2021.\nAsk the station, or its keeper, for more.\n"),
        ("export/readings.csv", CSV),
        ("export/map.png", b"\x89PNG\r\n\x1a\n" + bytes(40)),
        ("__MACOSX/export/._readings.csv", b"\0\5\26\7"),
        ("export/.DS_Store", b"\0\0\0\1Bud1"),
    )
    table = read_table(file_of(content, name="export.zip"))
    check_alike(table)
    decision = next(d for d in table.decisions if d.about == "member")
    assert decision.chosen == "export/readings.csv"
    assert decision.choices == ("export/readme.txt", "export/readings.csv", "export/map.png")
    assert "the only table among 3 files" in decision.why


def test_that_several_tables_in_an_archive_are_a_question(file_of, complaint):
    other = b"date,temperature\n2021-03-01,4.5\n2021-03-02,5.5\n"
    content = zipped(("a.csv", CSV), ("b.csv", other), ("licence.txt", b"Free.\n"))
    path = file_of(content, name="two.zip")
    open_table = read_table(path)
    (question,) = open_table.questions
    assert question.about == "member"
    assert question.choices == ("a.csv", "b.csv")
    assert not open_table.series
    check_alike(read_table(path, answers={"member": "a.csv"}))
    (series,) = read_table(path, answers={"member": "b.csv"}).series
    assert series.value.tolist() == [4.5, 5.5]
    assert "did you mean 'a.csv'?" in complaint(path, answers={"member": "a.cvs"})


@pytest.mark.parametrize(
    ("names", "likely"), [(("North", "Mühle"), "one field each"), (("2020", "2021"), "one table")]
)
def test_that_files_that_look_alike_may_be_read_together(file_of, names, likely):
    """Each as it was written: with a mark before it or in another encoding, cut by other marks."""
    first = "date,NDVI,note\n" + "".join(f"2020-05-{day:02},0.{day},\n" for day in range(10, 20))
    other = first.replace(",", ";").replace("2020", "2021").replace("note", "Note")
    other = other.replace("0.19;", '0.19;"mown\tor\nhaül"')
    files = zip(names, (b"\xef\xbb\xbf" + first.encode(), other.encode("cp1252")), strict=True)
    content = zipped(*((f"export/{name}.csv", text) for name, text in files), ("a.txt", b"Read.\n"))
    path = file_of(content, name="farm.zip")
    (question,) = read_table(path).questions
    assert question.about == "member"
    assert question.choices[0] == likely
    found = {way: read_table(path, answers={"member": way}) for way in question.choices}
    assert [len(one) for one in found["one table"].series] == [20]
    each = {one.group: one for one in found["one field each"].series}
    assert {name: len(one) for name, one in each.items()} == dict.fromkeys(names, 10)
    (alone,) = found[f"export/{names[1]}.csv"].series
    assert alone.value.tolist() == each[names[1]].value.tolist()


def test_that_the_question_comes_before_what_is_wrong_with_its_first_choice(file_of, complaint):
    crops = b"crop,plots\nwheat,30\nrye,12\n"
    path = file_of(zipped(("crops.csv", crops), ("readings.csv", CSV)), name="two.zip")
    message = complaint(path)
    assert message.startswith("Which file of 'two.zip' holds the readings: 'crops.csv' or")
    assert "Answer about 'member'; 'crops.csv' was tried, and: 'two.zip' has no" in message
    check_alike(read_table(path, answers={"member": "readings.csv"}))


def test_that_an_archive_without_a_table_says_what_it_holds(file_of, complaint):
    parts = [(f"field.{end}", b"\0\0\x27\x0a" + bytes(60)) for end in ("shp", "shx", "dbf")]
    message = complaint(file_of(zipped(*parts), name="field.zip"))
    assert "None of the 3 files" in message
    assert "'field.shp'" in message
    assert "without a file" in complaint(file_of(zipped(), name="empty.zip"))


def test_that_an_archive_with_a_password_is_said_to_have_one(file_of, complaint):
    content = bytearray(zipped(("readings.csv", CSV)))
    directory = content.rfind(b"PK\x01\x02")
    content[6] |= 1
    content[directory + 8] |= 1
    assert "has a password; unpack it" in complaint(file_of(bytes(content), name="locked.zip"))


def test_that_an_unusual_way_of_packing_is_said(file_of, complaint):
    content = bytearray(zipped(("readings.csv", CSV)))
    directory = content.rfind(b"PK\x01\x02")
    content[directory + 10 : directory + 12] = struct.pack("<H", 9)  # Deflate64
    assert "rarely used; unpack it" in complaint(file_of(bytes(content), name="big.zip"))


@pytest.mark.parametrize(
    "nested",
    [
        gzip.compress(gzip.compress(CSV)),
        gzip.compress(zipped(("a.csv", CSV))),
        zipped(("a.zip", zipped(("a.csv", CSV)))),
        zipped(("a.csv.gz", gzip.compress(CSV))),
        bz2.compress(lzma.compress(CSV)),
    ],
)
def test_that_an_archive_in_an_archive_is_not_unpacked(file_of, complaint, nested):
    assert "packed twice over; unpack it" in complaint(file_of(nested, name="nested.gz"))


def test_that_a_tar_archive_is_named_within_its_packing(file_of, complaint):
    import tarfile

    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        member = tarfile.TarInfo("a.csv")
        member.size = len(CSV)
        archive.addfile(member, io.BytesIO(CSV))
    message = complaint(file_of(held.getvalue(), name="a.tar.gz"))
    assert "holds a tar archive, not a table; unpack it" in message


def test_that_an_endless_list_of_members_is_not_read(file_of, complaint):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.csv", CSV)
    content = bytearray(held.getvalue())
    end = content.rfind(b"PK\x05\x06")
    content[end + 12 : end + 16] = struct.pack("<L", 1 << 30)
    assert "lists more files than" in complaint(file_of(bytes(content), name="many.zip"))


def test_that_of_a_thousand_files_one_has_to_be_chosen_outside(file_of, complaint):
    many = zipped(*((f"{i}.csv", b"date,ndvi\n") for i in range(1_001)))
    assert "holds 1,001 files; unpack it and choose one" in complaint(file_of(many, name="a.zip"))


def test_that_an_xz_dictionary_beyond_measure_is_refused(file_of, complaint):
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}]
    small = lzma.compress(CSV, filters=filters)
    said = complaint(file_of(small, name="wide.xz"))
    assert "'wide.xz' is packed so that unpacking it takes more than 256 MB of memory" in said
    assert "pack it again with xz -9" in said
    usual = lzma.compress(CSV)
    broken = usual[:30] + b"xxxx" + usual[34:]
    assert "damaged" in complaint(file_of(broken, name="broken.xz"))


def test_that_an_empty_packed_file_is_empty(file_of, complaint):
    assert "is empty; choose" in complaint(file_of(gzip.compress(b""), name="empty.gz"))


def test_that_text_that_begins_like_a_packer_is_text(file_of):
    table = read_table(file_of("BZh1,date\n0.5,2021-03-01\n0.6,2021-03-02\n"))
    assert table.series[0].value.tolist() == [0.5, 0.6]
