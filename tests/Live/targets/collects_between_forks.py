"""The master collects before each fork, as Celery's pool does: every worker but the last has its pages to itself.

    collects_between_forks.py WORKERS
"""
import gc
import os
import sys

from forking import InheritedPages, Worker, finish


def wait_and_count():
    os.read(go, 1)
    return {"copied_bytes": pages.copied_bytes(), "frozen": gc.get_freeze_count()}


gc.disable()
kept = [{"name": "item %d" % number, "tags": ["a", str(number)], "next": []} for number in range(60_000)]
pages = InheritedPages()
go, start = os.pipe()
workers = []
for _ in range(int(sys.argv[1])):
    gc.collect()
    workers.append(Worker(wait_and_count))
os.write(start, bytes(len(workers)))
finish(workers)
