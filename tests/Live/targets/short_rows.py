"""Two workers read rows of short strings, and collect once: reads alone copy what the collection copies too.

Strings of up to 15 characters have the block size of dicts and lists, so that no page holds them alone; the numbers of the same rows have pages of
their own, and nobody reads them.
"""
import gc

from forking import SharedPages, Worker, finish

gc.disable()
rows = [[100_000 + number, "item%d" % number, "city%d" % (number * 7)] for number in range(60_000)]


def act():
    shared = SharedPages()
    for row in rows:
        len(row[1])
        len(row[2])
    read = shared.copied_bytes()
    gc.collect()
    return {"read_bytes": read, "copied_bytes": shared.copied_bytes()}


finish([Worker(act), Worker(act)])
