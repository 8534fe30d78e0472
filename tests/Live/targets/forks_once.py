"""Under the kit: forks a worker that does some allocating, and waits. Says the worker's pid and what gc says in both.

With the argument "thread" a thread forks it.
"""
import gc
import json
import os
import sys

from forking import fork_by


def work():
    kept = [[number] for number in range(20000)]
    os.write(tell, json.dumps({"frozen": gc.get_freeze_count(), "threshold": gc.get_threshold()[0]}).encode())
    os.close(tell)
    os.read(0, 1)
    os._exit(0)


loaded = [[number] for number in range(20000)]
told, tell = os.pipe()
pid = fork_by(sys.argv[-1], work)
os.close(tell)
line = json.dumps({"worker": pid, "own": gc.get_freeze_count(), "child": json.loads(os.read(told, 1000))})
os.write(1, line.encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
