"""Under the kit, with LOWTIDE_WATCH_CYCLES: a worker without a collector that leaves cycles behind, some of them with a finaliser."""
import gc
import json
import os
import sys
import time

told, tell = os.pipe()


class Node(object):
    def __del__(self):
        os.write(2, b"finalised\n")


def leave(number):
    for _ in range(number):
        node = Node()
        node.itself, node.held = node, bytearray(1000)


live = [[number] for number in range(1000)]
for one in live:
    one.append(live)
pid = os.fork()
if pid == 0:
    gc.disable()
    leave(2000)
    notes = sys.modules["lowtide_kit.notes"]
    deadline = time.monotonic() + 60
    while b"\ncycles\t" not in (notes._sheets[-1][:] if notes._writer == os.getpid() else b"") and time.monotonic() < deadline:
        time.sleep(0.1)
    os.write(tell, b".")
    os.read(0, 1)
    os._exit(0)
os.read(told, 1)
os.write(1, json.dumps({"worker": pid}).encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
os._exit(0)
