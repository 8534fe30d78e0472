"""The master collects while its workers sleep: the copies are the master's own.

    master_collects.py WORKERS
"""
import gc
import sys

from forking import SharedPages, Worker, finish

gc.disable()
kept = [{"name": "item %d" % number, "tags": ["a", str(number)], "next": []} for number in range(60_000)]
workers = [Worker(dict) for _ in range(int(sys.argv[1]))]
for worker in workers:
    worker.told()  # it has started, and sleeps
shared = SharedPages()
gc.collect()
finish(workers, master_copied_bytes=shared.copied_bytes())
