"""Machine code only for functions that Python calls; everything that they call stays LLVM IR until it is linked in.

Numba optimises, emits and wraps every function of a call tree by itself, although it then links callees as IR into
each caller and optimises them there again. It also compiles a function once for every literal number in a call. Here a
callee is optimised, but gets no wrapper and no machine code, and literals and narrow signed integers are passed as
int64. Compiling takes about 0.6 of the time and a fifth of the space. Giving callees only the cheap passes takes 0.45
of the time, but random play becomes up to an eighth slower.

This relies on internals of numba, so `compile_cache` uses it only with versions that the tests have seen.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numba.core.registry  # imports what is used of numba.core below

from tablee.engine.faults import compile_fault

core: Any = numba.core
types, CPUContext = core.types, core.cpu.CPUContext
CPUCodeLibrary, JITCodeLibrary = core.codegen.CPUCodeLibrary, core.codegen.JITCodeLibrary
Dispatcher, FunctionCompiler = core.dispatcher.Dispatcher, core.dispatcher._FunctionCompiler

WHOLE_ERRORS = "TABLEE_WHOLE_ERRORS"  # the environment variable with which numba's own reports are shown


def lean_njit(function: Callable[..., Any], **how: Any) -> Any:
    """Compile `function` on first use, with the options of `numba.njit`."""
    jitted = _LeanDispatcher(function, targetoptions={"nopython": True, "boundscheck": None, **how})
    jitted._compiler.is_ours = True
    return jitted


class IrOnly:
    """The entry point, which nobody can call, of a function without machine code: callers find its IR by it."""


class _LeanDispatcher(core.registry.CPUDispatcher):  # type: ignore[misc]
    """A compiled function of ours."""

    def compile(self, sig: Any) -> Any:
        with core.compiler_lock.global_compiler_lock:
            if _compiling:
                return super().compile(sig)
            arguments = tuple(core.sigutils.normalize_signature(sig)[0])
            if arguments in self.overloads and isinstance(self.overloads[arguments].entry_point, IrOnly):
                del self.overloads[arguments]  # only compiled functions called it so far; now Python does
            try:
                with _lean_numba(self._compiler):
                    return super().compile(sig)
            except Exception as error:  # numba's own words fill pages and seldom name the place
                if WHOLE_ERRORS in os.environ:
                    raise
                raise compile_fault(error, _functions_near(self.py_func, arguments)) from None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widened, args)), {key: _widened(kws[key]) for key in kws})


def _functions_near(function: Any, arguments: tuple[Any, ...]) -> list[Any]:
    """The function and the compiled functions of the game whose state it gets: those that may be at fault."""
    from tablee.engine.contract import modules_of_type  # it imports this module

    records = (getattr(one, "dtype", one) for one in arguments)
    modules = [module for record in records for module in modules_of_type(record)]
    return [function, *(one.py_func for module in modules for one in vars(module).values() if hasattr(one, "py_func"))]


def _widened(argument: Any) -> Any:
    """Arithmetic in numba turns every signed integer into int64 anyway; unsigned ones would change their meaning."""
    plain = types.unliteral(argument) if isinstance(argument, types.IntegerLiteral) else argument
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


# ---- numba, while it compiles one of our functions -----------------------------------------------------------

_compiling: list[Any] = []
"""The function that Python has called, while it is compiled."""

_add_overload, _get_executable = Dispatcher.add_overload, CPUContext.get_executable
_get_pointer, _customize_flags = JITCodeLibrary.get_pointer_to_function, FunctionCompiler._customize_flags


@contextmanager
def _lean_numba(compiler: Any) -> Iterator[None]:
    """Let numba keep callees as IR. Nobody else compiles meanwhile: the caller holds numba's lock."""
    usual = [(owner, name, getattr(owner, name)) for owner, name, _ in _LEAN]
    _compiling.append(compiler)
    for owner, name, method in _LEAN:
        setattr(owner, name, method)
    try:
        yield
    finally:
        for owner, name, method in usual:
            setattr(owner, name, method)
        _compiling.clear()


def _flags_without_wrappers(self: Any, flags: Any) -> Any:
    """Leave out wrappers of callees, but not of a function that somebody else compiles with numba, and may call."""
    flags = _customize_flags(self, flags)
    if getattr(self, "is_ours", False) or self.py_func.__module__.startswith("numba."):
        flags.no_cfunc_wrapper = True
        flags.no_cpython_wrapper = self is not _compiling[0]
    return flags


def _link(self: Any) -> None:
    """Link the callees of a library into it and optimise it; in place of `CPUCodeLibrary.finalize`."""
    self._raise_if_finalized()
    for library in dict.fromkeys(self._linking_libraries):
        self._reload_init.update(library._reload_init)
        self._final_module.link_in(library._get_module_for_linking(), preserve=True)
    self._optimize_final_module()
    self._finalized = self._is_ir_only = True


def _emit(library: Any) -> None:
    """Turn a linked library into machine code."""
    if not library.__dict__.pop("_is_ir_only", False):
        return
    library._final_module.verify()
    library._finalize_final_module()
    for variable in library._final_module.global_variables:
        if (environment := core.environment.lookup_environment(variable.name)) is not None:
            library._codegen.set_env(variable.name, environment)


def _pointer(self: Any, name: str) -> Any:
    self._ensure_finalized()
    _emit(self)
    return _get_pointer(self, name)


def _executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """A function without a wrapper cannot be called by Python and needs no machine code."""
    library._ensure_finalized()
    is_ir_only = getattr(library, "_is_ir_only", False)
    if is_ir_only and all(one.name != fndesc.llvm_cpython_wrapper_name for one in library._final_module.functions):
        return IrOnly()
    return _get_executable(self, library, fndesc, env)


def _keep_overload(self: Any, result: Any) -> None:
    if isinstance(result.entry_point, IrOnly):
        self.overloads[tuple(result.signature.args)] = result
    else:
        _add_overload(self, result)


_LEAN: tuple[tuple[type, str, Callable[..., Any]], ...] = (
    (FunctionCompiler, "_customize_flags", _flags_without_wrappers),
    (CPUCodeLibrary, "finalize", _link),
    (JITCodeLibrary, "get_pointer_to_function", _pointer),
    (CPUContext, "get_executable", _executable),
    (Dispatcher, "add_overload", _keep_overload),
)
