"""Reading alone copies pages of two workers: the collector is off and no collection runs after the fork.

    reads_copy.py [SHARE]     the share of the objects that is read, 1.0 by default
"""
import gc
import sys

from forking import SharedPages, Worker, finish

SHARE = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0

gc.disable()
kept = [{"name": "item %d" % number, "tags": ["a", str(number)]} for number in range(60_000)]


def act():
    shared = SharedPages()
    for item in kept[: int(len(kept) * SHARE)]:
        for value in item.values():
            len(value)
    return {"copied_bytes": shared.copied_bytes()}


finish([Worker(act), Worker(act)])
