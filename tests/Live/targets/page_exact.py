"""Touches known pages of one mapping in known ways, in the master and in two workers, and says which page is of which kind.

    page_exact.py

Says "start", the mapping's address, "kinds", one name a page in a shuffled order: what was done to it, and "zero_page": whether the
kernel maps one page of zeros wherever memory is read before it is written. Some guests give each reader a page of its own instead.
The bystander is forked first, so that the actor is never older than it.
"""
import ctypes
import os
import mmap
import random
import sys

from forking import PAGE, Worker, finish

EACH = 40
# What the master, the actor and the bystander do after the fork, in this order; the acts are below.
KINDS = {
    "left": ("", "", ""),
    "rewritten": ("", "same", ""),
    "words-changed": ("", "words", ""),
    "replaced": ("", "replace", ""),
    "master-rewrote": ("same", "", ""),
    "master-changed": ("words", "", ""),
    "master-dropped": ("drop", "", ""),
    "all-rewrote": ("same", "same", "same"),
    "workers-rewrote": ("", "same", "same"),
    "workers-changed": ("", "words", "words"),
    "all-changed-words": ("words", "words", "words"),
    "all-replaced": ("replace", "replace", "replace"),
    "dropped": ("", "drop", ""),
    "dropped-and-new": ("", "drop replace", ""),
    "zeros-left": ("", "", ""),
    "zeros-rewritten": ("", "same", ""),
    "zeros-rewritten-by-all": ("same", "same", "same"),
    "untouched": ("", "", ""),
    "fresh": ("", "replace", ""),
    "fresh-in-both-workers": ("", "replace", "replace"),
    "fresh-in-all": ("replace", "replace", "replace"),
    "fresh-read": ("", "read", ""),
    "fresh-read-by-all": ("read", "read", "read"),
    "read-before": ("", "", ""),
    "read-before-then-written": ("", "replace", ""),
}

dice = random.Random(4711)
kinds = [kind for kind in KINDS for _ in range(EACH)]
dice.shuffle(kinds)
kinds += ["unmapped"] * EACH
KINDS["unmapped"] = ("", "", "")

libc = ctypes.CDLL(None, use_errno=True)
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
size = len(kinds) * PAGE
memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
for page, kind in enumerate(kinds):
    place = page * PAGE
    if kind.startswith("zeros"):
        memory[place : place + PAGE] = bytes(PAGE)
    elif kind.startswith("read-before"):
        memory[place]
    elif not kind.startswith(("fresh", "untouched")):
        memory[place : place + PAGE] = bytes(dice.getrandbits(8) for _ in range(PAGE))


def has_zero_page():
    """A page of its own is mapped once (bit 56 of its entry), the kernel's is nobody's: Documentation/admin-guide/mm/pagemap.rst."""
    page = mmap.mmap(-1, PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    page[0]
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        pagemap.seek(address // PAGE * 8)
        return not int.from_bytes(pagemap.read(8), sys.byteorder) >> 56 & 1


def touch(who):
    def act():
        for page, kind in enumerate(kinds):
            for verb in KINDS[kind][who].split():
                do(verb, page * PAGE)
        if who == 1 and libc.munmap(start + (len(kinds) - EACH) * PAGE, EACH * PAGE) != 0:
            raise OSError(ctypes.get_errno(), "munmap")
        return {}

    return act


def do(verb, place):
    if verb == "same":
        memory[place + 8] = memory[place + 8]
    elif verb == "words":
        memory[place + 64 : place + 80] = os.urandom(16)
        memory[place + 4000 : place + 4008] = os.urandom(8)
    elif verb == "replace":
        memory[place : place + PAGE] = os.urandom(PAGE)
    elif verb == "drop":
        memory.madvise(mmap.MADV_DONTNEED, place, PAGE)
    else:
        memory[place]


bystander = Worker(touch(2))
bystander.told()
actor = Worker(touch(1))
actor.told()
touch(0)()
finish([bystander, actor], start=start, kinds=kinds, zero_page=has_zero_page())
