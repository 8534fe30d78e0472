"""A master of 192 MiB and twenty workers that share most of it: each has written a dozen of its pages anew, here and there, and half of 3 MiB beside it."""
import json
import mmap
import os
import random
import sys

PAGE, WORKERS = 4096, 20


def written(pages):
    memory = mmap.mmap(-1, pages * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(pages):
        memory[page * PAGE] = 1
    return memory


# A page between them, so that the kernel does not make one mapping of both.
large, _, small = written(192 * 256), mmap.mmap(-1, PAGE, prot=mmap.PROT_READ), written(3 * 256)
ready, said = os.pipe()
hold, ended = os.pipe()
pids = []
for worker in range(WORKERS):
    pid = os.fork()
    if pid == 0:
        os.close(ended)
        chosen = random.Random(worker)
        for page in chosen.sample(range(192 * 256), 12):
            large[page * PAGE] = 2
        for page in chosen.sample(range(3 * 256), 384):
            small[page * PAGE] = 2
        os.write(said, b"r")
        os.read(hold, 1)
        os._exit(0)
    pids.append(pid)
for _ in range(WORKERS):
    os.read(ready, 1)
print(json.dumps({"workers": [{"pid": pid} for pid in pids]}), flush=True)
sys.stdin.read()
os.close(ended)
