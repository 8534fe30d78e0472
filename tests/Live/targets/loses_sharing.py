"""A prefork server that does what it is told, one word a line, and answers each with the pids of its workers.

    fork      two workers more, of a master that holds objects, loaded with the collector off: as many as its argument
              says, some 60 MiB for 110000
    collect   a full collection in each worker: it writes into every object that they share
    more      the first worker takes 100 MiB, and keeps them
    take      the first worker allocates until the kernel kills it

The end of its input ends it and its workers.
"""
import gc
import json
import os
import sys

gc.disable()
kept = [{"name": "item %d" % number, "tags": ["a", str(number)]} for number in range(int(sys.argv[1]))]
workers = {}


def work(orders, answers):
    more = []
    while True:
        order = os.read(orders, 1)
        if order == b"c":
            gc.collect()
        elif order == b"m":
            more.append(os.urandom(100 << 20))
        elif order == b"t":
            held = []
            while True:
                held.append(os.urandom(1 << 20))
        elif not order:
            os._exit(0)
        os.write(answers, b".")


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
        work(orders, answers)
    os.close(orders)
    os.close(answers)
    workers[pid] = (tell, hear)


print(json.dumps({"pid": os.getpid(), "workers": []}), flush=True)
for line in sys.stdin:
    order = line.strip()
    if order == "fork":
        fork()
        fork()
    elif order == "collect":
        for tell, hear in workers.values():
            os.write(tell, b"c")
            os.read(hear, 1)
    elif order == "more":
        tell, hear = workers[sorted(workers)[0]]
        os.write(tell, b"m")
        os.read(hear, 1)
    elif order == "take":
        pid = sorted(workers)[0]
        os.write(workers[pid][0], b"t")
        os.waitpid(pid, 0)
        for end in workers.pop(pid):
            os.close(end)
    print(json.dumps({"pid": os.getpid(), "workers": sorted(workers)}), flush=True)
for tell, hear in workers.values():
    os.close(tell)
for pid in workers:
    os.waitpid(pid, 0)
