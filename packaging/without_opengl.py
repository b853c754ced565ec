"""Run in the frozen program before anything else: pyqtgraph imports ``QtOpenGL`` for one kind of
picture that nobody draws here. It takes 10 MB, and a tenth of a second of every start."""

import sys
from types import ModuleType

sys.modules["PySide6.QtOpenGL"] = ModuleType("PySide6.QtOpenGL")
