"""Compiling once for each function that Python calls, instead of once for each function.

Numba makes every compiled function native alone, together with all that it calls: the functions deep down
of a twin are optimised hundreds of times, and Python never calls most of them. Here a function
that is compiled because another one calls it is a *part*: typed, lowered, ready to be linked, nothing more.
What Python calls is *whole*: it links its parts, all of them, is optimised once, made native and kept in the
cache. A part that Python calls later becomes whole then. The code is the same, only made fewer times. What
Numba brings itself for lists, arrays and words is compiled by the same dispatcher while one of ours is.

This is built on classes of Numba that are no public interface (a dispatcher, a code library), so it is used
only with versions it was checked with (`FITS`); with others everything is compiled Numba's way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core import sigutils
from numba.core.caching import FunctionCache, NullCache
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.environment import Environment
from numba.core.registry import CPUDispatcher
from numba.core.target_extension import CPU, dispatcher_registry
from numba.core.typed_passes import AnnotateTypes

from kritzel.fast.cache import locked

CHECKED = "0.68."
"""The versions of Numba this was checked with begin like this."""
FITS = numba.__version__.startswith(CHECKED)

COMPILED = "_ZN"
"""How names of compiled functions begin."""
ENVIRONMENT = "_ZN08NumbaEnv"
"""How names of environments begin: what compiled code knows of Python while it runs."""


# Libraries -------------------------------------------------------------------------------------------
class PartLibrary(JITCodeLibrary):
    """The code of a function that compiled code calls: linked into whatever is whole, not native itself.

    One that calls itself is native all the same: it looks for its own address.
    """

    native = False

    def finalize(self) -> None:
        """Get ready for linking: the library that links this one links what it calls, too."""
        if any(each.name.startswith(RuntimeLinker.PREFIX) for each in self._final_module.global_variables):
            self.native = True
            super().finalize()
            return
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0 where it is not native: no caller needs its address."""
        self._ensure_finalized()
        return int(super().get_pointer_to_function(name)) if self.native else 0

    @property
    def codegen(self) -> Any:
        """Environments belong to native code: a whole function sets those of its parts."""
        return self._codegen if self.native else _NoEnvironments(self._codegen)

    def _get_module_for_linking(self) -> Any:
        """For a library of Numba's own, which links only what it calls itself: with everything."""
        if self.native:
            return super()._get_module_for_linking()
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in _dependencies(self):
                module.link_in(_module(library), preserve=True)
            self._shared_module = module
        return self._shared_module


class WholeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with all its parts."""

    def finalize(self) -> None:
        """Link, optimise and make native, once."""
        called = _dependencies(self)
        self._linking_libraries = [library for library in called if not _is_open(library)]
        for library in filter(_is_open, called):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._final_module, preserve=True)
        super().finalize()
        codegen: Any = self._codegen
        for name in [each.name for each in self._final_module.global_variables]:
            if name.startswith(ENVIRONMENT) and (environment := Environment._memo.get(name)) is not None:
                codegen.set_env(name, environment)

    def _verify_declare_only_symbols(self) -> None:
        """Nothing that we compile may be missing: a call of it would go nowhere."""
        missing = [each.name for each in self._final_module.functions if each.is_declaration]
        assert not any(name.startswith(COMPILED) for name in missing), missing


class _NoEnvironments:
    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Not here."""


def _dependencies(library: JITCodeLibrary) -> list[Any]:
    """All libraries that a library needs: what it calls, and what parts among them call.

    Callers come first: linking leaves out a library that nothing linked before calls.
    """
    seen, ended = {library}, []

    def visit(caller: Any) -> None:
        for called in caller._linking_libraries:
            if called not in seen:
                seen.add(called)
                if _is_open(called):
                    visit(called)
                ended.append(called)

    visit(library)
    return ended[::-1]


def _is_open(library: Any) -> bool:
    """Whether what it calls is still to be linked."""
    return isinstance(library, PartLibrary) and not library.native


def _module(library: Any) -> Any:
    return library._final_module if _is_open(library) else library._get_module_for_linking()


# Compiling -------------------------------------------------------------------------------------------
_stack: list[Any] = []
"""The functions that are being compiled, each because of the one before. Numba's lock guards it."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _ChooseLibrary(LoweringPass):
    """What is compiled for another function is a part, without a way in from Python."""

    _name = "kritzel_choose_library"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        kind = PartLibrary if len(_stack) > 1 else WholeLibrary
        if kind is PartLibrary:
            state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


class _Compiler(CompilerBase):
    """Numba's own, with libraries that we choose."""

    def define_pipelines(self) -> list[Any]:
        passes: Any = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_ChooseLibrary, AnnotateTypes)
        passes.finalize()
        return [passes]


class _LockedCache(FunctionCache):
    """Numba numbers its files by an index that it reads and writes again: one process at a time."""

    def save_overload(self, sig: Any, data: Any) -> None:
        with locked(Path(self.cache_path)):
            super().save_overload(sig, data)


class Once(CPUDispatcher):
    """A compiled function."""

    def __init__(
        self,
        py_func: Any,
        locals: Any = None,  # noqa: A002
        targetoptions: Any = None,
        pipeline_class: type[CompilerBase] = CompilerBase,
    ) -> None:
        """As Numba makes its own; the pipeline is always ours."""
        super().__init__(py_func, locals, targetoptions, _Compiler)
        self._parts: list[Any] = []  # native code that has them goes on using their environments

    def enable_caching(self) -> None:
        """In a cache that several processes may write to."""
        self._cache: Any = _LockedCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """For this signature: as a part where another function needs it, whole where Python does."""
        with global_compiler_lock, self._compiling():
            args = tuple(sigutils.normalize_signature(sig)[0])
            if len(_stack) == 1 and args in self.overloads and _is_part(self.overloads[args]):
                self._parts.append(self.overloads.pop(args))
            return super().compile(sig)

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """Parts are not kept in the cache: they are in what is whole. Numba's own become parts, too."""
        _stack.append(self)
        kept, theirs = self._cache, dispatcher_registry[CPU]
        if len(_stack) > 1:
            self._cache = NullCache()
        dispatcher_registry.update({CPU: Once})
        try:
            yield
        finally:
            self._cache = kept
            dispatcher_registry.update({CPU: theirs})
            _stack.pop()

    def add_overload(self, cres: Any) -> None:
        """Python's calls never find a part."""
        if _is_part(cres):
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)


def _is_part(compiled: Any) -> bool:
    return isinstance(compiled.library, PartLibrary)


def once(function: Callable[..., Any], *, cache: bool, nogil: bool) -> Any:
    """What `numba.njit` would make of it."""
    made = Once(function, targetoptions={"nopython": True, "nogil": nogil, "boundscheck": None})
    if cache:
        made.enable_caching()
    return made
