"""Run in the frozen program before anything else: modules that others import and nobody uses are
there, and empty.

pyqtgraph imports ``QtOpenGL`` for one kind of picture that nobody draws here: 10 MB, and a tenth of
a second of every start. scipy takes all that numpy has, also ``f2py``, a compiler of Fortran.
"""

import sys
from importlib.machinery import ModuleSpec

LEFT_OUT = {"PySide6.QtOpenGL", "numpy.f2py"}


class Empty:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return ModuleSpec(name, Empty) if name in LEFT_OUT else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


sys.meta_path.insert(0, Empty)
