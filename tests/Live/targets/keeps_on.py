"""A master that goes on after the fork: it collects, and writes to all that its workers have read.

    keeps_on.py [wait]     wait: instead, one that waits for any child until there is none, and says how many there were
"""
import gc
import os
import sys

from forking import InheritedPages, Worker, finish, say


class Row:
    __slots__ = ("number", "label", "text")

    def __init__(self, number):
        self.number, self.label, self.text = number, None, "%030d" % number


def read():
    for row in kept:
        row.text
    return {"copied_bytes": inherited.copied_bytes()}


if sys.argv[1:] == ["wait"]:
    if os.fork() == 0:
        os._exit(0)
    ended = 0
    try:
        while os.wait():
            ended += 1
    except ChildProcessError:
        say(ended=ended)
    os.read(0, 1)
    os._exit(0)
kept = [Row(number) for number in range(60_000)]
inherited = InheritedPages()
workers = [Worker(read), Worker(read)]
for worker in workers:
    worker.told()
for row in kept:
    row.label = row.number
gc.collect()
finish(workers)
