"""cpython.fast-exit: the interpreter ends without taking itself apart.

What Py_FinalizeEx does before it stays as it was: non-daemon threads are waited for, exit handlers run, standard output
is flushed, and whoever called it then ends the process with its own status. Only what makes it slow and writes to
every page finds nothing to do: modules are out of its reach, and nothing is collected any more.
"""
import atexit
import builtins
import gc
import io
import sys
import weakref

_files = weakref.WeakSet()


class _Open(object):
    """open() that remembers what can be written to: a file's own end, which would flush it, never comes.

    An object rather than a function, which would become a method where a class keeps it as an attribute.
    """
    def __init__(self, real):
        self._real = real
        self.__doc__, self.__name__, self.__module__ = real.__doc__, real.__name__, real.__module__
        self.__wrapped__ = real

    def __call__(self, *args, **kwargs):
        file = self._real(*args, **kwargs)
        if file.writable():
            _files.add(file)
        return file


def apply():
    if not _is_main_interpreter():
        return  # it ends while the process lives on, and what it held must be freed
    io.open = builtins.open = _Open(open)
    atexit.register(_leave)  # the first to be registered is the last to run


def _leave():
    for file in list(_files):
        try:
            file.flush()
        except Exception:  # closed, or its disk is full: as silent as the end of a file is
            pass
    gc.disable()  # the final PyGC_Collect then returns at once
    builtins._ = _HideModules()


class _HideModules(object):
    """Acts when finalize_modules (Python/pylifecycle.c) takes builtins._ away, which is its first act.

    By then all exit handlers have run, those too that a .pth file registered before this one. The modules that it would
    clear next are held by a frozen cycle, which nothing frees.
    """
    def __del__(self, sys=sys, gc=gc):
        kept = [dict(sys.modules)]
        kept.append(kept)
        gc.freeze()
        sys.modules.clear()


def _is_main_interpreter():
    for name in ("_interpreters", "_xxsubinterpreters"):  # 3.13 and later; to 3.12
        try:
            interpreters = __import__(name)
        except ImportError:
            continue
        return interpreters.get_current() == interpreters.get_main()
    return True
