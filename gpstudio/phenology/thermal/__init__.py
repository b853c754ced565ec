"""Thermal time: degree days from daily temperatures, and dates from targets in °Cd."""

from gpstudio.phenology.thermal.clock import ThermalClock, make_clock
from gpstudio.phenology.thermal.dating import ThermalDates, Weather, thermal_dates
from gpstudio.phenology.thermal.methods import METHODS, DegreeDayMethod
from gpstudio.phenology.thermal.response import Response, capped, through, triangle
from gpstudio.phenology.thermal.temperature import (
    TemperatureSeries,
    temperatures_from_extremes,
    temperatures_from_means,
)

__all__ = [
    "METHODS",
    "DegreeDayMethod",
    "Response",
    "TemperatureSeries",
    "ThermalClock",
    "ThermalDates",
    "Weather",
    "capped",
    "make_clock",
    "temperatures_from_extremes",
    "temperatures_from_means",
    "thermal_dates",
    "through",
    "triangle",
]
