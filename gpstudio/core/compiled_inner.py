"""Compiled functions that only compiled functions call: optimised, but without machine code.

A kernel is made of a dozen small functions, each compiled when numba first meets it in the one
that calls it. numba makes machine code of every one, with an entrance from Python and one from C,
and then once more inside the caller, which holds copies of all it calls. A third of the time of
compiling goes into code that nobody enters. Here a function that is met inside another one stops at
LLVM's optimised code, which is all that the caller takes; machine code follows if Python ever
calls it.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]


def without_needless_code(kernel: Any) -> None:
    """Have ``kernel`` make machine code for calls from Python alone."""
    kernel._compiler = _Compiler(
        kernel.py_func,
        kernel.targetdescr,
        kernel.targetoptions,
        kernel.locals,
        kernel._compiler.pipeline_class,
    )
    insert, compile_ = kernel.add_overload, kernel.compile

    def add_overload(result: Any) -> None:
        if _is_inner(result):
            # where compiled code looks, not where Python does
            kernel.overloads[tuple(result.signature.args)] = result
        else:
            insert(result)

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def compile_for(signature: Any) -> Any:
        arguments = tuple(sigutils.normalize_signature(signature)[0])
        if not _Compiler.depth and _is_inner(kernel.overloads.get(arguments)):
            del kernel.overloads[arguments]
        return compile_(signature)

    kernel.add_overload, kernel.compile = add_overload, compile_for


def is_inside() -> bool:
    """Whether what is compiled now is for another function that is being compiled."""
    return _Compiler.depth > 0


class _Library(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Code to be taken over by callers' libraries; the engine never hears of it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    depth = 0
    """How many functions are being compiled for each other; changed under numba's one lock."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        compile_ = self._inner if _Compiler.depth else super()._compile_core
        _Compiler.depth += 1
        try:
            result = compile_(args, return_type)
        finally:
            _Compiler.depth -= 1
        if not _Compiler.depth:
            # what the functions inside need of Python has its place only now
            for environment in result._find_referenced_environments():
                result.library.codegen.set_env(environment.env_name, environment)
        return result

    def _inner(self, args: Any, return_type: Any) -> Any:
        flags, target = compiler.Flags(), self.targetdescr.target_context
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        result = compiler.compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=_Library(target.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )
        # callers find the code by this
        result = result._replace(entry_point=object())
        target.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


def _is_inner(result: Any) -> bool:
    return result is not None and isinstance(result.library, _Library)
