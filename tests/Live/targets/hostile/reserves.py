"""A server that reserves address space, and touches little of it.

    reserves.py BYTES [WORKERS] [--no-access]

It says {"pids": [...], "at": ..., "touched": [...]}, addresses of the reservation and of its touched pages, and ends with its input.
"""
import ctypes
import json
import mmap
import os
import sys

NO_RESERVE = 0x4000  # sys/mman.h: no swap is set aside, so that far more than the machine has can be mapped

size, workers = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] != "--no-access" else 0
access = 0 if sys.argv[-1] == "--no-access" else mmap.PROT_READ | mmap.PROT_WRITE
reserved = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE, prot=access)
touched = [0, size // 2, size - mmap.PAGESIZE] if access else []  # far apart
for place in touched:
    reserved[place] = 1
at = ctypes.addressof(ctypes.c_char.from_buffer(reserved)) if access else None
pids = [os.getpid()]
for _ in range(workers):
    pid = os.fork()
    if pid == 0:
        sys.stdin.read()
        os._exit(0)
    pids.append(pid)
print(json.dumps({"pids": pids, "at": at, "touched": [at + place for place in touched]}), flush=True)
sys.stdin.read()
