"""A master and three workers that share memory in parts: of 192 MiB each worker has written a quarter anew, scattered by page, and all map 32 MiB of a memfd."""
import json
import mmap
import os
import random
import sys

PAGE, PAGES, WORKERS = 4096, 192 * 256, 3

memory = mmap.mmap(-1, PAGES * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for page in range(PAGES):
    memory[page * PAGE] = 1
shared = os.memfd_create("parts")
os.ftruncate(shared, 32 << 20)
file = mmap.mmap(shared, 32 << 20)
file[:] = b"x" * (32 << 20)

ready, said = os.pipe()
hold, ended = os.pipe()
pids = []
for worker in range(WORKERS):
    pid = os.fork()
    if pid == 0:
        os.close(ended)
        chosen = random.Random(worker)
        start = 0
        while start < PAGES:
            length = chosen.randrange(1, 400)
            if chosen.random() < 0.25:
                for page in range(start, min(start + length, PAGES)):
                    memory[page * PAGE] = 2
            start += length
        sum(file[0 :: PAGE])
        os.write(said, b"r")
        os.read(hold, 1)
        os._exit(0)
    pids.append(pid)
for _ in range(WORKERS):
    os.read(ready, 1)
print(json.dumps({"workers": [{"pid": pid} for pid in pids]}), flush=True)
sys.stdin.read()
os.close(ended)
