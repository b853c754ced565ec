"""The one door to numba: a decorator that keeps a function's type and our manners.

Every compiled function releases the GIL, so that the window answers while it runs; is cached on
disk, so that only the first start pays for compiling; and divides by zero as numpy does. Nobody
else imports numba's decorators, because numba would erase the signature that mypy checks, and
because one forgotten ``nogil`` freezes the window for as long as the kernel runs.
"""

from __future__ import annotations

import gc
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast, overload

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, njit, types
from numba.core import cgutils, event
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic

from gpstudio.core.generations import compile_for_generation
from gpstudio.core.kept_code import KeptCode, Places

compile_for_generation()

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

SAFE_FASTMATH = frozenset({"reassoc", "contract", "arcp", "nsz", "afn"})
"""What LLVM may be allowed to do. Not ``nnan`` and ``ninf``: they promise it that no value is ever
missing or infinite, and with that promise it removes the very checks that find such values."""

_NAMED_BY = " of code "
"""Between a kernel's own name and the digest that makes its machine code's name its own."""


class _NothingCollected(event.Listener):  # type: ignore[misc]  # numba has no types
    """Looking for dead objects among all that a compiler makes is a tenth of its time.

    Told of by the thread that holds numba's one lock, from the first function to the last inside.
    """

    depth, was_on = 0, False

    def on_start(self, event: Any) -> None:
        if not self.depth:
            self.was_on = gc.isenabled()
            gc.disable()
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if not self.depth and self.was_on:
            gc.enable()


event.register("numba:compile", _NothingCollected())

_ONE_AT_A_TIME = RLock()
"""Held while a parallel kernel runs. Numba's ``workqueue`` threads, the only ones on some systems,
abort the process when two threads enter; and two parallel kernels only fight for the same cores."""


@overload
def compiled(function: Callable[Parameters, Result], /) -> Callable[Parameters, Result]: ...


@overload
def compiled(
    *, parallel: bool = False, fastmath: Iterable[str] | None = None, inline: bool = False
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]: ...


def compiled(
    function: Callable[..., Any] | None = None,
    /,
    *,
    parallel: bool = False,
    fastmath: Iterable[str] | None = None,
    inline: bool = False,
) -> Callable[..., Any]:
    """Compile ``function`` on its first call, for each set of argument types.

    Use it bare (``@compiled``) or with options. ``parallel`` runs ``prange`` loops on all cores;
    such a function may be called from Python only, one call at a time. ``fastmath`` names the
    liberties LLVM may take, out of ``SAFE_FASTMATH``; ``{"reassoc", "contract"}`` lets it vectorise
    a sum, where the loop writes nothing: which version of a loop that writes is run depends on how
    arrays lie in memory, and versions may then differ in the last digit. ``inline`` puts the code
    into every compiled caller, whatever its length: for the small pieces of a loop, which then
    keeps its numbers in registers. A function made inside another one may use the outer one's
    numbers and compiled functions: each set of them is compiled, and cached, as a function of its
    own.
    """
    flags = frozenset(fastmath or ())
    if not flags <= SAFE_FASTMATH:
        raise ValueError(
            f"fastmath flags {sorted(flags - SAFE_FASTMATH)} are not allowed: "
            f"choose from {sorted(SAFE_FASTMATH)}"
        )

    def compile_(python: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        decorate = njit(
            nogil=True,
            error_model="numpy",
            parallel=parallel,
            fastmath=set(flags) or False,
            forceinline=inline,
            no_cfunc_wrapper=True,  # for callers in C: there are none
        )
        kernel = decorate(python)
        # with NUMBA_DISABLE_JIT, for debugging, numba hands the function back as it is
        if isinstance(kernel, Dispatcher):
            cast("Any", kernel)._cache = _Cache(kernel)
        typed = cast("Callable[Parameters, Result]", kernel)
        return _one_at_a_time(typed, python) if parallel else typed

    return compile_ if function is None else compile_(function)


def local_numbers(size: int) -> Callable[[Any], Any]:
    """A function for compiled code: room for ``size`` numbers on the stack, indexed from zero.

    Its one argument is not looked at. What is made so lives until the function that asked for it
    returns, starts with whatever was there, and cannot leave compiled code. Where loops over it are
    short and of constant length, LLVM turns it into registers: that makes small matrices two or
    three times faster than numpy's, which always live in memory.
    """
    if config.DISABLE_JIT:
        return lambda like: np.zeros(size)

    def numbers(typing: Any, like: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            room = cgutils.alloca_once(builder, ir.ArrayType(ir.DoubleType(), size))
            return builder.bitcast(room, ir.DoubleType().as_pointer())

        return types.CPointer(types.float64)(like), codegen

    numbers.__name__ = numbers.__qualname__ = f"local_{size}_numbers"
    return cast("Callable[[Any], Any]", intrinsic(numbers))


def address(array: Any) -> Any:
    """For compiled code: where the entries of a contiguous array lie, indexed flat from zero.

    An array counts who holds it, each time it is passed on; in a loop of some ten operations that
    counting is most of the time. A place does not: somebody else must hold the array meanwhile.
    """
    return array.reshape(-1)


def _place_of(typing: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), codegen


if not config.DISABLE_JIT:
    address = intrinsic(_place_of)


def _one_at_a_time(
    kernel: Callable[Parameters, Result], python: Callable[Parameters, Result]
) -> Callable[Parameters, Result]:
    @wraps(python)
    def guarded(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with _ONE_AT_A_TIME:
            return kernel(*args, **kwargs)

    return guarded


class _Cache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """numba's cache on disk, with a key that knows all the code behind a kernel, and no other.

    numba looks only at the kernel's own file and at its outer variables as bytes. Two things go
    wrong with that. A kernel keeps its old numbers when a compiled function or a constant it takes
    from another file changes. And a kernel whose outer variables include a compiled function is
    never found again, because those bytes differ in every process, while its files multiply.
    ``KeptCode`` finds what has the same key, in whatever clone or version it was compiled.

    Nor does numba give machine code a name that holds beyond one process: it numbers functions as
    it meets them. Where code from several processes is loaded, a kernel may then call another's
    helper of the same name and number, and write where it should not. So each kernel is named
    after all the code behind it before it is compiled.
    """

    _impl_class = Places

    def __init__(self, kernel: Any) -> None:
        function = kernel.py_func
        super().__init__(function)
        self._kernel = kernel
        module = function.__module__.rpartition(".")[2]
        self._cache_file = KeptCode(self.cache_path, f"{module}.{function.__qualname__}")

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        digest = hashlib.sha256(_HOW)
        for piece in _everything_behind(self._kernel, set()):
            digest.update(piece)
            digest.update(b"\0")
        self._kernel.py_func.__qualname__ = (
            f"{_plain_name(self._kernel.py_func)}{_NAMED_BY}{digest.hexdigest()[:24]}"
        )
        return (sig, codegen.magic_tuple(), _NAMED_BY, digest.hexdigest())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            # whatever a damaged file raises, the kernel can be compiled again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:
            # a full disk costs the next start some seconds, it must not cost this fit
            return


def _plain_name(function: FunctionType) -> str:
    """The function's own name, without what ``_Cache`` adds to it."""
    return function.__qualname__.partition(_NAMED_BY)[0]


def _everything_behind(value: Any, seen: set[int]) -> Iterator[bytes]:
    """Bytes that change whenever the machine code made from ``value`` would."""
    if isinstance(value, Dispatcher):
        for name, option in sorted(value.targetoptions.items()):
            yield f"{name} {_ordered(option)}".encode()
        yield from _everything_behind(value.py_func, seen)
    elif isinstance(defined := getattr(value, "_defn", None), FunctionType):  # of an intrinsic
        yield from _everything_behind(defined, seen)
    elif isinstance(value, FunctionType):
        if id(value) in seen:
            return
        seen.add(id(value))
        yield _plain_name(value).encode()
        yield from _everything_behind(value.__defaults__, seen)
        for cell in value.__closure__ or ():
            yield from _everything_behind(cell.cell_contents, seen)
        yield from _code_and_globals(value.__code__, value.__globals__, seen)
    elif isinstance(value, tuple | list):
        yield f"{len(value)} {getattr(value, '_fields', ())}".encode()
        for item in value:
            yield from _everything_behind(item, seen)
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype.str}{value.shape}".encode()
        yield value.tobytes()
    elif isinstance(value, bool | int | float | complex | str | bytes | np.generic | None):
        yield f"{type(value).__name__} {value!r}".encode()
    else:
        # classes, numpy's functions and the like: their name is all that matters to a kernel
        known_as = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        fields = getattr(value, "_fields", ())
        speaks = getattr(type(value), "__repr__", None)
        has_words = speaks is not object.__repr__  # else it would tell an address
        told = known_as or (repr(value) if has_words else "")
        yield f"{type(value).__name__} {told} {fields}".encode()


def _code_and_globals(
    code: CodeType, global_names: dict[str, Any], seen: set[int]
) -> Iterator[bytes]:
    yield code.co_code
    yield " ".join(code.co_names).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_and_globals(constant, global_names, seen)
        else:
            yield _ordered(constant).encode()
    for name in code.co_names:
        value = global_names.get(name)
        if isinstance(value, ModuleType) and not value.__name__.startswith("numpy"):
            for attribute in code.co_names:
                yield from _everything_behind(getattr(value, attribute, None), seen)
        elif name in global_names:
            yield from _everything_behind(value, seen)


def _ordered(value: Any) -> str:
    """``repr``, but the same in every process: sets of words have no order of their own."""
    if isinstance(value, set | frozenset):
        return repr(sorted(map(repr, value)))
    return repr(value)


def _manner() -> bytes:
    """What stands in this file decides what becomes of every kernel: part of the key of all that is
    kept. Told from its code, which is the same in a clone and in the frozen program's archive."""
    digest = hashlib.sha256()
    for piece in _code_and_globals(sys._getframe(1).f_code, {}, set()):
        digest.update(piece)
    return digest.digest()


_HOW = _manner()
