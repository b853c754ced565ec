"""Readings that do not count are kept to be looked at."""

from __future__ import annotations

from gpstudio import read_table
from gpstudio.data.series import iso_from_days

CLOUDY = """field,date,ndvi,summary_qa
A,2020-03-01,0.31,0
A,2020-04-02,0.05,3
A,2020-03-17,0.42,0
A,2020-03-20,0.11,3
A,2020-04-18,0.71,0
A,2020-05-04,-3000,-1
B,2020-03-01,0.33,0
B,2020-03-17,0.44,0
"""


def test_that_cloudy_readings_stay_with_their_field_and_fills_do_not(file_of):
    a, b = read_table(file_of(CLOUDY)).series
    assert a.value.tolist() == [0.31, 0.42, 0.71]
    time, value = a.aside
    assert iso_from_days(time) == ["2020-03-20", "2020-04-02"]
    assert value.tolist() == [0.11, 0.05]
    assert b.aside is None


def test_that_they_are_in_the_unit_of_the_readings(file_of):
    text = CLOUDY.replace("0.", "").replace("31,", "3100,").replace("05,", "500,")
    for short, long in (("42,", "4200,"), ("11,", "1100,"), ("71,", "7100,")):
        text = text.replace(short, long)
    text = text.replace("33,", "3300,").replace("44,", "4400,")
    a = read_table(file_of(text)).series[0]
    assert a.value.tolist() == [0.31, 0.42, 0.71]
    assert a.aside[1].tolist() == [0.11, 0.05]
