"""A worker that is forked later inherits what its master has loaded in between; the older worker has built its own there.

The second worker then collects, so that it copies from both loads.
"""
import gc
import os
import time

from forking import SharedPages, Worker, finish, resident_bytes

gc.disable()


def load(seed):
    return [{"name": "item %d" % (number + seed), "tags": ["a", str(number)]} for number in range(30_000)]


def built_its_own():
    before = resident_bytes()
    built_its_own.kept = [os.urandom(200) for _ in range(60_000)]
    return {"copied_bytes": None, "built_bytes": resident_bytes() - before}


def collect():
    shared = SharedPages()
    gc.collect()
    return {"copied_bytes": shared.copied_bytes()}


empty = resident_bytes()
first = load(0)
after_first = resident_bytes()
old = Worker(built_its_own)
started = time.monotonic()
second = load(1_000_000)
after_second = resident_bytes()
# The kernel tells starts apart by hundredths of a second.
while time.monotonic() < started + 0.05:
    pass
finish([old, Worker(collect)], first_bytes=after_first - empty, second_bytes=after_second - after_first)
