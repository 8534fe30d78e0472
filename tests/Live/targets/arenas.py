"""Starts as many threads as told that hold malloc memory, says what glibc itself says of its arenas, and waits.

    arenas.py THREADS

Prints one JSON line when ready: "arenas" is the number of <heap> elements of malloc_info(3), the main one included,
or null where this is no glibc.
"""
import ctypes
import json
import os
import sys
import threading

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
ready = threading.Barrier(int(sys.argv[1]) + 1)
end = threading.Event()


def hold():
    for _ in range(1000):
        ctypes.memset(libc.malloc(2000), 1, 2000)
    ready.wait()
    end.wait()


threads = [threading.Thread(target=hold, daemon=True) for _ in range(int(sys.argv[1]))]
for thread in threads:
    thread.start()
ready.wait()


def arenas():
    text, size = ctypes.c_char_p(), ctypes.c_size_t()
    libc.open_memstream.restype = ctypes.c_void_p
    stream = ctypes.c_void_p(libc.open_memstream(ctypes.byref(text), ctypes.byref(size)))
    try:
        libc.malloc_info(0, stream)
    except AttributeError:
        return None
    libc.fclose(stream)
    return text.value.count(b"<heap ")


print(json.dumps({"arenas": arenas()}), flush=True)
os.read(0, 1)
