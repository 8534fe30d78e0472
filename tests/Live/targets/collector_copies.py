"""The collector copies pages of two workers, or as many as are asked for, that change nothing.

    collector_copies.py collected|instagram|children-first|untracked|none [WORKERS]

collected       loaded with the collector on; each worker runs gc.collect()
instagram       loaded with the collector off; a library in the worker enables it: one young collection walks everything
children-first  as collected, but every container is younger than what it holds, so that the lists are reordered
untracked       as collected, over tuples that the collector takes off its lists for good
none            as collected, but nobody collects: the control
"""
import gc
import sys

from forking import SharedPages, Worker, finish

ORDER = sys.argv[1]
WORKERS = int(sys.argv[2]) if len(sys.argv) > 2 else 2
ITEMS = 60_000

if ORDER != "collected":
    gc.disable()
if ORDER == "children-first":
    # Strings that share no pool with lists: of short ones nothing near by would tell that nobody reads (short_rows.py).
    kept = [["item %020d" % number, []] for number in range(ITEMS)]
    kept = [[child, [child], "%060d" % number] for number, child in enumerate(kept)]
elif ORDER == "untracked":
    kept = [("item %d" % number, (number, number * 0.5), (None, "")) for number in range(ITEMS)]
else:
    kept = [{"name": "item %d" % number, "tags": ["a", str(number)], "next": []} for number in range(ITEMS)]


def act():
    before = [one["collections"] for one in gc.get_stats()]
    shared = SharedPages()
    if ORDER == "instagram":
        gc.enable()
        [[] for _ in range(5_000)]
        gc.disable()
    elif ORDER != "none":
        gc.collect()
    copied = shared.copied_bytes()
    ran = [one["collections"] - was for one, was in zip(gc.get_stats(), before)]
    return {"copied_bytes": copied, "collections": ran}


finish([Worker(act) for _ in range(WORKERS)])
