"""Takes memory from malloc in the main thread and in others, gives some back, and says what it holds: [address, usable bytes].

    malloc_chunks.py           the heap as malloc left it
    malloc_chunks.py damaged   afterwards the sizes of a hundred chunks are overwritten
"""
import ctypes
import json
import os
import random
import sys
import threading

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc_usable_size.restype = ctypes.c_size_t
libc.malloc_usable_size.argtypes = libc.free.argtypes = [ctypes.c_void_p]
libc.malloc.argtypes = [ctypes.c_size_t]
held = []


def hold(seed):
    """In every thread: small chunks and large, and some that get a mapping of their own."""
    numbers = random.Random(seed)
    mine = [libc.malloc(numbers.choice([24, 100, 600, 3000, 30_000])) for _ in range(3000)]
    mine += [libc.malloc(numbers.randrange(200_000, 900_000)) for _ in range(5)]
    for address in mine[1::3]:
        libc.free(address)
    kept = [address for number, address in enumerate(mine) if number % 3 != 1]
    for address in kept:
        # Larger ones are not touched beyond their first page.
        ctypes.memset(address, 0x5A, min(4000, libc.malloc_usable_size(address)))
    held.append([[address, libc.malloc_usable_size(address)] for address in kept])
    ready.wait()
    end.wait()


end = threading.Event()
ready = threading.Barrier(4)
for seed in range(3):
    threading.Thread(target=hold, args=[seed], daemon=True).start()
ready.wait()
end.set()
ready = threading.Barrier(1)
hold(3)
text = json.dumps({"held": [row for part in held for row in part]}).encode() + b"\n"
if sys.argv[1:] == ["damaged"]:
    numbers = random.Random(4)
    everything = [address for part in held for address, usable in part if usable < 100_000]
    wrong = [0, 1, 8, 17, 33, 1 << 40, 2**64 - 15]
    damages = [(ctypes.c_uint64.from_address(address - 8), numbers.choice([*wrong, numbers.getrandbits(64)]))
               for address in numbers.sample(everything, 100)]
    # From here on nothing may ask malloc, which would see the damage and abort.
    for size, value in damages:
        size.value = value
os.write(1, text)
os.read(0, 1)
os._exit(0)
