"""multiprocessing's pools of two: pools.py fork|late|forkserver|preloaded. Says what its workers said when all have.

fork        the heap is loaded before the pool is made
late        each worker loads its own
forkserver  so it does, below a fork server that knows nothing of it
preloaded   the fork server has loaded it (loaded.py)
"""
import json
import multiprocessing
import os
import sys

import heap

TOGETHER = None


def prepare(barrier):
    global TOGETHER
    TOGETHER = barrier


def act(_):
    said = heap.collect_once()
    TOGETHER.wait(30)  # each worker has one
    return said


if __name__ == "__main__":
    if sys.argv[1] == "fork":
        heap.load()
    context = multiprocessing.get_context("forkserver" if sys.argv[1] in ("forkserver", "preloaded") else "fork")
    if sys.argv[1] == "preloaded":
        context.set_forkserver_preload(["loaded"])
    with context.Pool(2, prepare, [context.Barrier(2)]) as pool:
        workers = pool.map(act, range(2), chunksize=1)
        print(json.dumps({"main": os.getpid(), "workers": workers}), flush=True)
        os.read(0, 1)
