"""A master that does what it is told on standard input, one line each, and answers each with one JSON line.

    fork N        forks N workers
    end PID       a worker ends, and its master knows it
    allocate      after the fork, master and workers each map 1,024 pages and fill them with bytes of their own
    change        workers write other bytes to the first half of what they inherited, the same bytes to the next quarter;
                  the master writes other bytes to all of it
    collect       each worker collects all generations five times
    exec          replaces itself by itself, as a reload does

Every answer names the master, its workers, and where what was preloaded and allocated stands. The end of its input ends it.
"""
import ctypes
import gc
import json
import mmap
import os
import sys

PAGE = mmap.PAGESIZE
PAGES = 1024
workers = {}
places = {"preloaded": None, "allocated": None}


def fresh():
    region = mmap.mmap(-1, PAGES * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for page in range(PAGES):
        region[page * PAGE:(page + 1) * PAGE] = os.urandom(PAGE)
    return region, ctypes.addressof(ctypes.c_char.from_buffer(region))


def fill(region, first, last, with_own):
    for page in range(first, last):
        start, end = page * PAGE, (page + 1) * PAGE
        region[start:end] = os.urandom(PAGE) if with_own else bytes(region[start:end])


def work(orders, answers):
    for order in iter(lambda: os.read(orders, 1), b""):
        if order == b"a":
            places["allocated"] = fresh()
        elif order == b"c":
            fill(preloaded, 0, PAGES // 2, with_own=True)
            fill(preloaded, PAGES // 2, PAGES * 3 // 4, with_own=False)
        elif order == b"g":
            for _ in range(5):
                gc.collect()
        os.write(answers, b".")
    os._exit(0)


def fork():
    orders, tell = os.pipe()
    hear, answers = os.pipe()
    pid = os.fork()
    if pid == 0:
        for other_tell, other_hear in workers.values():
            os.close(other_tell)
            os.close(other_hear)
        os.close(tell)
        os.close(hear)
        os.write(answers, b".")
        work(orders, answers)
    os.close(orders)
    os.close(answers)
    workers[pid] = (tell, hear)
    os.read(hear, 1)


def tell_all(order):
    for tell, hear in workers.values():
        os.write(tell, order)
        os.read(hear, 1)


def end(pid):
    tell, hear = workers.pop(pid)
    os.close(tell)
    os.waitpid(pid, 0)
    os.close(hear)


def answer():
    print(json.dumps({
        "master": os.getpid(),
        "workers": list(workers),
        "preloaded": address,
        "allocated": places["allocated"] and places["allocated"][1],
    }), flush=True)


preloaded, address = fresh()
answer()
while True:
    words = sys.stdin.readline().split()
    if not words:
        break
    if words[0] == "fork":
        for _ in range(int(words[1])):
            fork()
    elif words[0] == "end":
        end(int(words[1]))
    elif words[0] == "allocate":
        places["allocated"] = fresh()
        tell_all(b"a")
    elif words[0] == "change":
        tell_all(b"c")
        fill(preloaded, 0, PAGES, with_own=True)
    elif words[0] == "collect":
        tell_all(b"g")
    elif words[0] == "exec":
        for pid in list(workers):
            end(pid)
        os.execv(sys.executable, [sys.executable] + sys.argv)
    answer()
for pid in list(workers):
    end(pid)
