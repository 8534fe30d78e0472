"""Under the kit: a master without a collector, whose worker's library turns it on. Says the worker's pid."""
import gc
import json
import os

gc.disable()
told, tell = os.pipe()


def pack():
    gc.enable()


def request():
    pack()


pid = os.fork()
if pid == 0:
    for _ in range(1000):
        request()
    os.write(tell, b".")
    os.read(0, 1)
    os._exit(0)
os.read(told, 1)
os.write(1, json.dumps({"worker": pid, "collected": gc.collect(0)}).encode() + b"\n")
os.read(0, 1)
os.waitpid(pid, 0)
