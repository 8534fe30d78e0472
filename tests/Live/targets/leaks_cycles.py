"""Under the kit: a worker makes reference cycles on request (a byte on standard input) and says what became of them.

With the argument "thread" it is forked by a thread, with "large" it begins with 120 MiB. Each request makes 20 MiB of them, then waits until the kit has
collected or a time has passed, whichever is first: the deadline only ends a failing test.
"""
import gc
import json
import os
import sys
import time
import weakref

from forking import fork_by


class Node(object):
    pass


def cycles(mebibytes):
    for _ in range(mebibytes):
        node = Node()
        node.itself, node.held = node, bytearray(1 << 20)
    return weakref.ref(node)


def work():
    few = cycles(4)
    time.sleep(2.5)
    kept = few() is not None
    last = cycles(20)
    deadline = time.monotonic() + 60
    while last() is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    os.write(tell, json.dumps({
        "few_kept": kept, "freed": last() is None, "threshold": gc.get_threshold()[0], "frozen": gc.get_freeze_count(),
        "collections": gc.get_stats()[2]["collections"],
    }).encode())
    os.read(0, 1)
    os._exit(0)


inherited = [[number] for number in range(20000)]
ballast = bytearray(b"x") * (120 << 20 if sys.argv[-1] == "large" else 0)
told, tell = os.pipe()
pid = fork_by(sys.argv[-1], work)
line = dict(json.loads(os.read(told, 1000)), worker=pid, own_threshold=gc.get_threshold()[0])
os.write(1, json.dumps(line).encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
