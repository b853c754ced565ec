"""Calibration: what dates observed in the field teach a crop's template."""

from gpstudio.phenology.calibration.applying import calibrated
from gpstudio.phenology.calibration.calibration import Calibration, LearntAnchor, StageLearnt
from gpstudio.phenology.calibration.cases import CalibrationCase
from gpstudio.phenology.calibration.learning import calibrate
from gpstudio.phenology.calibration.pooling import Offset, Pooled, Residual
from gpstudio.phenology.calibration.record import calibration_of, record_of

__all__ = [
    "Calibration",
    "CalibrationCase",
    "LearntAnchor",
    "Offset",
    "Pooled",
    "Residual",
    "StageLearnt",
    "calibrate",
    "calibrated",
    "calibration_of",
    "record_of",
]
