"""A master of 192 MiB and twenty workers that share most of it.

Each has written a dozen pages anew, here and there, and a third of each of four small mappings, together as an allocator hands them out.
"""
import mmap
import random

from forking import PAGE, Worker, finish

LARGE, SMALL = 192 * 256, 300


def written(pages):
    memory = mmap.mmap(-1, pages * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(pages):
        memory[page * PAGE] = 1
    return memory


def write(seed):
    for page in random.Random(seed).sample(range(LARGE), 12):
        large[page * PAGE] = 2
    for memory in smalls:
        for page in range(SMALL // 3):
            memory[page * PAGE] = 2
    return {}


large, betweens, smalls = written(LARGE), [], []
for _ in range(4):
    # What lies between them fits in no hole elsewhere, so that the kernel does not make one mapping of all.
    betweens.append(mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ))
    smalls.append(written(SMALL))
finish([Worker(lambda seed=seed: write(seed)) for seed in range(20)])
