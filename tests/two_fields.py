"""A small table as somebody in Europe exports it."""

from __future__ import annotations

SEASON = """plot;date;ndvi;note
North;03.04.2021;0,21;
North;19.04.2021;0,28;
North;05.05.2021;;cloud
North;21.05.2021;0,55;
North;06.06.2021;0,78;
North;22.06.2021;0,86;
North;08.07.2021;0,81;
North;;0,70;no date
North;09.08.2021;0,42;
North;25.08.2021;0,30;
South;03.04.2021;0,20;
South;19.04.2021;0,25;
South;21.05.2021;0,45;
South;06.06.2021;0,70;
South;22.06.2021;0,80;
South;08.07.2021;bright;
South;24.07.2021;0,60;
South;25.08.2021;0,28;
"""
"""Two fields, a decimal comma, and three rows that cannot be used."""
