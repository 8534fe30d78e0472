"""Two workers change a known part of what they inherited: the start of every second row.

    real_writes.py bytes|references

references changes nothing but pointers to objects, as a collection does, and takes no reference for good.
"""
import gc
import sys

from forking import PAGE, SharedPages, Worker, finish

gc.disable()
# malloc rounds both kinds of row up to a page.
if sys.argv[1] == "bytes":
    kept = [bytearray(b"\x55" * 4080) for _ in range(6_000)]
else:
    one, other = [], {}
    kept = [[one, other] * 255 for _ in range(6_000)]


def act():
    shared = SharedPages()
    for row in kept[::2]:
        if sys.argv[1] == "bytes":
            row[:8] = b"changed!"
        else:
            for place in range(0, 40, 2):
                row[place], row[place + 1] = row[place + 1], row[place]
    return {"copied_bytes": shared.copied_bytes(), "changed_bytes": len(kept) // 2 * PAGE}


finish([Worker(act), Worker(act)])
