"""The master and its two workers build different things at the same addresses after the fork.

    both_allocate.py strings|numbers|tuples|dicts

strings differ in size too; the others are allocated in lockstep, so that types, counts and pointers are equal at equal
addresses and only values differ. Each tells how much it built, by its own resident memory.
"""
import gc
import os
import sys

from forking import Worker, finish, resident_bytes

KIND = sys.argv[1]
gc.disable()


def build(seed):
    before = resident_bytes()
    if KIND == "strings":
        build.kept = [os.urandom(200 + 16 * seed) for _ in range(100_000)]
    elif KIND == "numbers":
        build.kept = [number * 1.5 + seed for number in range(600_000)]
    elif KIND == "tuples":
        build.kept = [(number + seed * 1_000_003, number * 0.5 + seed) for number in range(160_000)]
    else:
        build.kept = [{"id": number + seed * 1_000_003, "share": number * 0.5 + seed} for number in range(80_000)]
    return {"built_bytes": resident_bytes() - before}


workers = [Worker(lambda seed=seed: build(seed)) for seed in (1, 2)]
for worker in workers:
    worker.told()
finish(workers, master=build(3))
