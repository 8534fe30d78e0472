"""A master that has loaded some 40 MiB, and workers that end as Python ends: by the order of standard input, one line each.

    fork N        forks N workers
    leave         all workers end; each stops at the very end of its finalisation, when everything else has been taken apart
    gone          they go on, and the master waits for them

It begins with one JSON line, and answers each order by one: the master, its workers, and of those that have stopped the bytes of pages that each touched for
the first time while Python finalised, by getrusage(2). The end of its input ends it.
"""
import atexit
import json
import os
import resource
import sys

PAGE = 4096
loaded = [{"number": number, "tags": [(number, str(number))]} for number in range(90_000)]
workers = {}
touched = {}


def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


class Last:
    """Kept in sys, whose members are cleared when those of all other modules have been."""

    def __init__(self, tell, wait):
        self.tell, self.wait, self.at_exit = tell, wait, None
        atexit.register(self.exits)

    def exits(self):
        self.at_exit = faults()

    def __del__(self, faults=lambda get=resource.getrusage, me=resource.RUSAGE_SELF: get(me).ru_minflt, write=os.write, read=os.read):
        write(self.tell, b"%d\n" % (faults() - self.at_exit))
        read(self.wait, 1)


def fork():
    orders, tell = os.pipe()
    hear, answers = os.pipe()
    pid = os.fork()
    if pid == 0:
        for ends in list(workers.values()) + [(tell, hear)]:
            for end in ends:
                os.close(end)
        workers.clear()
        sys.lowtide_last = Last(answers, orders)
        os.write(answers, b".\n")
        os.read(orders, 1)
        sys.exit()
    os.close(orders)
    os.close(answers)
    workers[pid] = (tell, hear)
    os.read(hear, 2)


def tell_all():
    for tell, _ in workers.values():
        os.write(tell, b".")


def answer():
    print(json.dumps({"master": os.getpid(), "workers": list(workers), "touched": list(touched.values())}), flush=True)


answer()
for line in iter(sys.stdin.readline, ""):
    words = line.split()
    if words[0] == "fork":
        for _ in range(int(words[1])):
            fork()
    elif words[0] == "leave":
        tell_all()
        touched = {pid: int(os.read(hear, 64)) * PAGE for pid, (_, hear) in workers.items()}
    elif words[0] == "gone":
        tell_all()
        for pid, ends in workers.items():
            os.waitpid(pid, 0)
            for end in ends:
                os.close(end)
        workers.clear()
    answer()
