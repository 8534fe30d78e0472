"""Under the kit: a worker allocates malloc memory in pieces, frees all but a last small one, and waits; it says what became of it.

Prints a JSON line: the worker's pid, its anonymous bytes with the memory, right after it was freed, and once it has shrunk by four fifths of that,
or a time has passed: the deadline only ends a failing test.
"""
import ctypes
import json
import os
import time

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def anonymous():
    with open("/proc/self/status") as status:
        return [int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon:")][0]


def work():
    pieces = [libc.malloc(50000) for _ in range(1000)]
    for piece in pieces:
        ctypes.memset(piece, 1, 50000)
    libc.malloc(50000)  # between them and the top, which malloc gives back by itself
    held = anonymous()
    for piece in pieces:
        libc.free(piece)
    freed = anonymous()
    deadline = time.monotonic() + 60
    while anonymous() > held - 40000000 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.write(tell, json.dumps({"held": held, "freed": freed, "last": anonymous()}).encode())
    os.read(0, 1)
    os._exit(0)


told, tell = os.pipe()
pid = os.fork()
if pid == 0:
    work()
os.write(1, json.dumps(dict(json.loads(os.read(told, 1000)), worker=pid)).encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
