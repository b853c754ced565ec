"""Columns that find room, and how wide they are."""

from __future__ import annotations

from gpstudio.gui.shared_room import WantedRoom, shared

NAME, DATE = WantedRoom(100, 60), WantedRoom(50)
NOTE, MORE = WantedRoom(80, 40, gives_way=1), WantedRoom(30, gives_way=2)
ALL = (NAME, NOTE, DATE, MORE)


def test_that_all_have_what_they_want_where_there_is_room() -> None:
    assert shared(260, ALL) == [100, 80, 50, 30]
    assert shared(1000, ALL) == [100, 80, 50, 30]


def test_that_columns_shrink_before_they_go_and_the_first_gets_what_is_left() -> None:
    assert shared(200, ALL) == [80, 40, 50, 30]
    assert shared(190, ALL) == [70, 40, 50, 30]


def test_that_columns_go_by_their_order_and_a_narrow_one_may_stay_for_a_wide_one() -> None:
    assert shared(179, ALL) == [89, 40, 50, 0]
    assert shared(145, ALL) == [65, 0, 50, 30]
    assert shared(120, ALL) == [70, 0, 50, 0]


def test_that_what_never_goes_stays_as_narrow_as_it_can_be() -> None:
    assert shared(30, ALL) == [60, 0, 50, 0]
    assert shared(30, ()) == []
