"""What the hand types: keys, and texts that fields may not expect."""

from __future__ import annotations

from PySide6.QtCore import Qt

from .pointing import NO_KEYS

Keys, Mod = Qt.Key, Qt.KeyboardModifier
KEYS = (
    *(Keys.Key_Tab, Keys.Key_Backtab, Keys.Key_Return, Keys.Key_Space, Keys.Key_Escape) * 3,
    *(Keys.Key_Up, Keys.Key_Down, Keys.Key_Left, Keys.Key_Right) * 3,
    Keys.Key_Home, Keys.Key_End, Keys.Key_PageUp, Keys.Key_PageDown, Keys.Key_Delete,
    Keys.Key_Backspace, Keys.Key_F1, Keys.Key_F2, Keys.Key_F5, Keys.Key_F10, Keys.Key_Menu,
    Keys.Key_A, Keys.Key_X, Keys.Key_5, Keys.Key_Plus, Keys.Key_Minus, Keys.Key_Slash,
)  # fmt: skip
MODIFIERS = (*(NO_KEYS,) * 6, Mod.ShiftModifier, Mod.ControlModifier, Mod.AltModifier,
             Mod.ControlModifier | Mod.ShiftModifier)  # fmt: skip
TEXTS = (
    "0", "1", "-1", "0.5", "0,5", "3e-4", "1e308", "1e-320", "nan", "inf", "-0", "12 345,6", "١٢",
    "30", "365", "2021-06-15", "15.06.2021", "31/02/2021", "0000-00-00", "9999-12-31", "today",
    "matern32(60)", "matern32(30) + white(0.01)", "periodic(1, period=365.25) * matern52(400)",
    "rbf(", "linear()*", "matern23(3)", "nystrom(rank=20)", "cg(tolerance=1e-6)", "held(30)",
    "between(30, 10, 90)", "fourier(features=64)", "", " ", "é ß 漢 🌾", "<b>bold</b>", "&&", "%s",
    "=1+1", "'; DROP", "~nobody here", "a" * 300, "maize", "wheat", "ndvi", "\t", "field 3", "fit",
)  # fmt: skip
KERNELS = (
    "auto", "matern32", "matern52(40) + white(0.01)", "rbf(between(30; 10; 90))", "linear() + rbf",
    "periodic(1, period=365.25) * matern52(400)", "0,4 * matern32(60)",
)  # fmt: skip
