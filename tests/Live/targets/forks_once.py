"""Under the kit: forks a worker that does some allocating, and waits. Says the worker's pid and what gc says in both."""
import gc
import json
import os

loaded = [[number] for number in range(20000)]
told, tell = os.pipe()
pid = os.fork()
if pid == 0:
    kept = [[number] for number in range(20000)]
    os.write(tell, json.dumps({"frozen": gc.get_freeze_count(), "threshold": gc.get_threshold()[0]}).encode())
    os.close(tell)
    os.read(0, 1)
    os._exit(0)
os.close(tell)
line = json.dumps({"worker": pid, "own": gc.get_freeze_count(), "child": json.loads(os.read(told, 1000))})
os.write(1, line.encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
