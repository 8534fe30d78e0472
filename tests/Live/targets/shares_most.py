"""A master of 192 MiB and twenty workers that share most of it: each has written a dozen of its pages anew, here and there, and half of 3 MiB beside it."""
import mmap
import random

from forking import PAGE, Worker, finish

LARGE, SMALL = 192 * 256, 3 * 256


def written(pages):
    memory = mmap.mmap(-1, pages * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(pages):
        memory[page * PAGE] = 1
    return memory


def write(seed):
    chosen = random.Random(seed)
    for memory, pages, anew in (large, LARGE, 12), (small, SMALL, SMALL // 2):
        for page in chosen.sample(range(pages), anew):
            memory[page * PAGE] = 2
    return {}


# A page between them, so that the kernel does not make one mapping of both.
large, between, small = written(LARGE), mmap.mmap(-1, PAGE, prot=mmap.PROT_READ), written(SMALL)
finish([Worker(lambda seed=seed: write(seed)) for seed in range(20)])
