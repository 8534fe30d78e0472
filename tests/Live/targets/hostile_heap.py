"""A master whose heap is damaged before it forks, and a worker that then copies pages of it.

    hostile_heap.py heads      links of the collector's lists lead anywhere
    hostile_heap.py pools      the headers of pymalloc's full pools are nonsense
    hostile_heap.py types      objects say that they are of types that are none

(malloc_chunks.py damages malloc's chunks.) Nothing that is damaged is used again: the program itself lives on. It says how much the worker copied.
"""
import array
import collections
import ctypes
import gc
import random
import sys

from forking import SharedPages, Worker, finish

KIND = sys.argv[1]
POOL = 4096 if sys.version_info < (3, 10) else 16384
numbers = random.Random(7)
gc.disable()

kept = [[number] for number in range(200_000)]
places = array.array("Q", map(id, kept))[200:-200]


def word(address):
    return ctypes.c_uint64.from_address(address)


def nonsense(address):
    """Nothing, small, misaligned, unmapped, the kernel's, itself, next door, and anything."""
    return numbers.choice([0, 1, 0xDEADBEEF1, 0x7F00_0000_0008, 2**64 - 8, address, address + 16, numbers.getrandbits(64)])


def damage():
    if KIND == "heads":
        for place in places:
            word(place - 16).value = nonsense(place)
            word(place - 8).value = nonsense(place)
    elif KIND == "types":
        for place in places:
            word(place + 8).value = nonsense(place)
    else:
        for pool, ours in collections.Counter(place & -POOL for place in places).items():
            # A full one is on no list, and nothing in it is freed any more where all that stands there is ours.
            if word(pool).value & 0xFFFFFFFF == ours and word(pool + 40).value & 0xFFFFFFFF > word(pool + 40).value >> 32:
                for offset in (0, 8, 32, 40):
                    word(pool + offset).value = nonsense(pool)


damage()


def act():
    shared = SharedPages()
    # The last bytes of each object, whatever it says that it is.
    for place in places:
        word(place + 16).value ^= 1 << 40
    return {"copied_bytes": shared.copied_bytes()}


bystander = Worker(lambda: {"copied_bytes": 0})
finish([bystander, Worker(act)])
