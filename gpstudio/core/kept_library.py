"""Machine code of one kernel as it comes back from disk.

numba keeps two things of a kernel: its machine code, and LLVM's form of it, from which others that
call it are compiled. To read that form takes longer than all else about loading a kernel, and
hardly anybody asks for it: those who call it have been kept as well. So it is read when the first
one asks, and of the names in it a list is kept.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

LATER = "form read later"
"""What numba calls "object", with the form read at once."""


def with_names(library: Any, kept: Any) -> tuple[str, str, tuple[bytes, bytes, tuple[str, ...]]]:
    """What numba keeps of a compiled library, and what that defines."""
    name, _, (machine_code, form) = kept
    module = library._get_module_for_linking()
    defined = tuple(
        one.name
        for kind in (module.functions, module.global_variables)
        for one in kind
        if not one.is_declaration
    )
    return name, LATER, (machine_code, form, defined)


class KeptLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """numba's own, but for when the form is read."""

    _form: bytes | None = None

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, data = state
        if kind != LATER:
            return super()._unserialize(codegen, state)
        machine_code, form, defined = data
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(machine_code)
        library._form = form
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(defined)
        return library

    def _get_module_for_linking(self) -> Any:
        if self._form is not None:
            self._shared_module, self._form = llvm.parse_bitcode(self._form), None
        return super()._get_module_for_linking()


JITCPUCodegen._library_class = KeptLibrary
