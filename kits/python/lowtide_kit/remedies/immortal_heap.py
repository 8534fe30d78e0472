"""cpython.immortal-heap: what is loaded before the first fork gets immortal reference counts, so that reading it writes nothing.

Once, in the master, right before its first fork. From 3.12 on (PEP 683) a count that is immortal is never written; there is no
supported way to give one to an object that is in use, so the count is set in memory (Include/refcount.h, Include/object.h).
Garbage goes first: whatever is there now stays for good.
"""
import ctypes
import gc
import os
import platform
import sys
import types

from lowtide_kit.refusals import refuse_freeze_that_writes, refuse_uwsgi

# What a running thread changes or takes apart by itself.
_PASSING = (types.FrameType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, types.TracebackType)

_done = []


def apply():
    if not (3, 12) <= sys.version_info < (3, 15) or platform.python_implementation() != "CPython":
        raise RuntimeError("it writes reference counts as CPython 3.12 to 3.14 have them, and this is another")
    refuse_uwsgi()
    if hasattr(sys, "_is_gil_enabled") and "free-threading" in sys.version:
        raise RuntimeError("free-threaded builds count references otherwise")
    refuse_freeze_that_writes()
    os.register_at_fork(before=_before_fork)


def _before_fork(collect=gc.collect, freeze=gc.freeze):
    if _done:
        return
    _done.append(True)
    collect()
    immortalise()
    freeze()


def immortalise():
    # 3.14 takes 3 << 30 and more for immortal when it counts up. More: one that is let go of meanwhile may lose a count.
    count, kind = (13 << 28, ctypes.c_uint32) if sys.version_info >= (3, 14) else (0xFFFFFFFF, ctypes.c_uint64)
    waiting = [each for each in gc.get_objects() if not isinstance(each, _PASSING)]
    seen = set(map(id, waiting))
    seen.update((id(waiting), id(seen)))
    at = 0
    while at < len(waiting):
        for other in gc.get_referents(waiting[at]):
            if id(other) not in seen and not isinstance(other, _PASSING):
                seen.add(id(other))
                waiting.append(other)
        at += 1
    own = {id(waiting), id(seen)}
    place = kind.from_address
    for each in waiting:
        if type(each) is str:
            hash(each)  # kept in the string when it is first asked for
        if id(each) not in own and not ctypes.c_int32.from_address(id(each)).value < 0:
            place(id(each)).value = count
