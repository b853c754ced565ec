"""Kernels that other kernels call: made ready to be linked into those, not to be run.

numba gives each of them what a function called from Python needs: a wrapper that unpacks objects,
and machine code. Within a caller neither is used: it takes over the optimised code, inlines what it
likes, and is translated as a whole. Left out, they are made on the first call from Python. That is
a quarter of all compiling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba.core import sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock

_INNER = "inner"


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Code that never comes to the engine that runs it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """There is none: what callers link is all there is."""
        return self.name, _INNER, self._get_module_for_linking().as_bitcode()


class EntryPoint:
    """Stands where a function to be called from Python would: callers ask for code by it."""


def is_inner(result: Any) -> bool:
    return isinstance(result.entry_point, EntryPoint)


def is_kept_inner(reduced: Any) -> bool:
    return bool(reduced[0][1] == _INNER)


def rebuilt(context: Any, reduced: Any) -> Any:
    """What was kept of an inner one."""
    code, fndesc, environment, signature, objectmode, lifted, told, reload, envs = reduced
    name, _, bitcode = code
    library = InnerLibrary(context.codegen(), name)
    library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
    library._finalize_final_module()
    return CompileResult(
        typing_context=context.typing_context, target_context=context, entry_point=EntryPoint(),
        typing_error=None, type_annotation=told, signature=signature, objectmode=objectmode,
        lifted=lifted, fndesc=fndesc, library=library, call_helper=None, environment=environment,
        metadata=None, reload_init=reload, referenced_envs=envs,
    )  # fmt: skip


def inner_result(compiler: Any, args: Any, return_type: Any) -> Any:
    """What ``compiler`` would make of the function, but for what only Python needs."""
    context = compiler.targetdescr.target_context
    flags = Flags()
    compiler.targetdescr.options.parse_as_flags(flags, compiler.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    library = InnerLibrary(context.codegen(), compiler.py_func.__qualname__)
    library.enable_object_caching()
    result = compile_extra(
        compiler.targetdescr.typing_context, context, compiler.py_func, args, return_type,
        flags, compiler.locals, library=library, pipeline_class=compiler.pipeline_class,
    )  # fmt: skip
    entry_point = EntryPoint()
    context.insert_user_function(entry_point, result.fndesc, [library])
    return result._replace(entry_point=entry_point)


def with_environments(result: Any) -> Any:
    """What inner ones may ask for while they run: numba sets the outermost's alone."""
    found = result._find_referenced_environments()
    for each in found:
        result.library.codegen.set_env(each.env_name, each)
    return result._replace(referenced_envs=found)


def let_inner_ones_wait(kernel: Any, within_another: Callable[[], bool]) -> None:
    """Have ``kernel`` compiled for Python only when Python calls it."""
    compiler, compile_it, add = kernel._compiler, kernel.compile, kernel.add_overload
    make, inner = compiler.compile, False

    def made(args: Any, return_type: Any) -> Any:
        if inner:
            return inner_result(compiler, args, return_type)
        return with_environments(make(args, return_type))

    def compiled(signature: Any) -> Any:
        nonlocal inner
        args = tuple(sigutils.normalize_signature(signature)[0])
        with global_compiler_lock:
            before, inner = inner, within_another()
            try:
                if not inner and args in kernel.overloads and is_inner(kernel.overloads[args]):
                    del kernel.overloads[args]
                return compile_it(signature)
            finally:
                inner = before

    def added(result: Any) -> None:
        if is_inner(result):
            kernel.overloads[tuple(result.signature.args)] = result
        else:
            add(result)

    compiler.compile, kernel.compile, kernel.add_overload = made, compiled, added
