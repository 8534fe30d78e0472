"""malloc.trim-idle: what malloc keeps free is given back in an idle moment, once a worker's memory has grown.

malloc_trim(3) walks every arena and holds its lock meanwhile. How long that took is noted where it took longer than before.
"""
import os
import time

from lowtide_kit.idle import each_worker
from lowtide_kit.memory import anonymous_bytes
from lowtide_kit.notes import note

_floor = [0]
_grown_bytes = [16 << 20]
_longest = [0.0]


def apply():
    import ctypes
    program = ctypes.CDLL(None)
    if not hasattr(program, "malloc_trim") or not hasattr(program, "gnu_get_libc_version"):
        raise RuntimeError("this C library has no malloc_trim")
    if not _library_serves(ctypes, program):
        raise RuntimeError("another malloc serves than the C library's")
    _grown_bytes[0] = int(os.environ.get("LOWTIDE_TRIM_IDLE_MIB") or 16) << 20
    each_worker(_begin, _has_grown, lambda: _trim(program.malloc_trim))


def _library_serves(ctypes, program, size=100000):
    """Whether what the program allocates is in the C library's own count (mallinfo(3)); a program's malloc may be a stub's address."""
    library = ctypes.CDLL("libc.so.6")
    library.mallinfo.argtypes, library.mallinfo.restype = [], type(
        "Mallinfo", (ctypes.Structure,), {"_fields_": [("field%d" % each, ctypes.c_int) for each in range(10)]})
    program.malloc.restype, program.malloc.argtypes, program.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]

    def in_use():
        counts = library.mallinfo()
        return counts.field4 + counts.field7  # hblkhd, what is mapped by itself (MALLOC_MMAP_THRESHOLD_), and uordblks

    before = in_use()
    piece = program.malloc(size)
    after = in_use()
    program.free(piece)
    return after - before >= size


def _begin():
    _floor[0] = anonymous_bytes()


def _has_grown():
    return anonymous_bytes() - _floor[0] >= _grown_bytes[0]


def _trim(malloc_trim):
    before, begin = anonymous_bytes(), time.monotonic()
    malloc_trim(0)
    took, _floor[0] = time.monotonic() - begin, anonymous_bytes()
    if took > _longest[0]:
        _longest[0] = took
        note("trim", "%.6f" % took, before - _floor[0])
