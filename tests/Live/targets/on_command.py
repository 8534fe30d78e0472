"""Forks a worker for each command, which does one thing and tells what it did. A line of standard input is a command:

collect   over objects that were loaded with the collector off
read      every object once, with the collector off
allocate  16 MiB of new memory, and nothing else
finish    ends by itself as an interpreter does, with the last collection

"prefork ACT" forks one that waits, "go" lets it act. Says {"ready": pid}, and after each command what the worker told.
"""
import gc
import json
import mmap
import os
import sys

from forking import SharedPages

gc.disable()
kept = [{"name": "item %d" % number, "tags": ["a", str(number)], "next": []} for number in range(40_000)]


def collect():
    gc.collect()


def read():
    for item in kept:
        for name in item:
            len(name)
        len(item["tags"])


def allocate():
    allocate.kept = mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    # A huge page would be one fault.
    allocate.kept.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(0, 16 << 20, 4096):
        allocate.kept[page] = 1


def finish():
    pass


ACTS = {act.__name__: act for act in (collect, read, allocate, finish)}


def fork(act):
    """A worker that acts once it is let go; gives what to let it go by, and what it tells."""
    go, let = os.pipe()
    told, tell = os.pipe()
    pid = os.fork()
    if pid:
        os.close(go)
        os.close(tell)
        return pid, let, told
    os.close(let)
    os.close(told)
    os.read(go, 1)
    shared = SharedPages()
    ACTS[act]()
    os.write(tell, json.dumps({"pid": os.getpid(), "copied_bytes": shared.copied_bytes()}).encode())
    if act == "finish":
        sys.exit(0)
    os._exit(0)


def tell(pid, let, told):
    os.write(let, b".")
    text = os.read(told, 1 << 16)
    os.waitpid(pid, 0)
    os.close(let)
    os.close(told)
    print(text.decode(), flush=True)


print(json.dumps({"ready": os.getpid()}), flush=True)
waiting = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "prefork":
        waiting = fork(words[1])
        print(json.dumps({"pid": waiting[0]}), flush=True)
    elif words[0] == "go":
        tell(*waiting)
    else:
        tell(*fork(words[0]))
os._exit(0)
