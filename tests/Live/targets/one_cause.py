"""A worker copies what it inherited for one reason only, and says how much that was; another one stands by.

    one_cause.py KIND

    hash-strings, hash-bytes       fill in a hash that nobody had asked for
    hold-strings, hold-instances   take references and keep them
    write-slots                    store into instances
    free-strings, free-and-make    free objects; free some and make others of that size
    read-tuples, read-instances    take references and give them back
    collect-dicts, collect-instances   run a full collection over objects that were loaded with the collector on

or for two, of which it says how much is the first: the object is read, and the bytes that it holds elsewhere are written.

    read-and-write
"""
import gc
import sys

from forking import PAGE, SharedPages, Worker, finish

KIND = sys.argv[1]
ITEMS = 150_000


class Point:
    __slots__ = ("x", "y", "label")

    def __init__(self, number):
        self.x, self.y, self.label = number, number + 0.5, "point"


class Thing:
    def __init__(self, number):
        self.number = number
        self.tags = [number]


def text(number):
    return "%030d" % number


MAKE = {
    "hash-strings": lambda number: text(number) * 2,
    "hash-bytes": lambda number: b"%060d" % number,
    "hold-strings": lambda number: text(number) * 2,
    "hold-instances": Point,
    "write-slots": Point,
    "read-and-write": lambda number: bytearray(text(number), "ascii"),
    "free-strings": lambda number: text(number) * 2,
    "free-and-make": lambda number: (number, text(number), None, None),
    "read-tuples": lambda number: (number, number, number, number, number, number),
    "read-instances": Point,
    "collect-dicts": lambda number: {"number": number, "tags": [number]},
    "collect-instances": Thing,
}

if KIND.startswith("collect"):
    gc.collect()
else:
    gc.disable()
kept = [MAKE[KIND](number) for number in range(ITEMS)]


def hash_each():
    for item in kept:
        hash(item)


def hold():
    global held
    held = list(kept)


def write_slots():
    for point in kept:
        point.label = None


def write_bytes():
    for row in kept:
        row[0] = 7


def free():
    # In place: the pages of the list itself are few.
    for place in range(0, ITEMS, 2):
        kept[place] = None


def free_and_make():
    for place in range(0, ITEMS, 2):
        kept[place] = None
    for place in range(0, ITEMS, 4):
        kept[place] = MAKE[KIND](place + ITEMS)


def read():
    for item in kept:
        pass


ACTS = {
    "hash": hash_each, "hold": hold, "write-slots": write_slots, "read-and-write": write_bytes, "free-strings": free,
    "free-and-make": free_and_make, "read": read, "collect": gc.collect,
}
ACT = ACTS.get(KIND) or ACTS[KIND.split("-")[0]]


def act():
    shared = SharedPages()
    ACT()
    return {"copied_bytes": shared.copied_bytes()}


objects = len({id(item) // PAGE for item in kept}) * PAGE
# First, so that the other is never older: what it still shares was there to be inherited.
bystander = Worker(lambda: {"copied_bytes": 0})
finish([bystander, Worker(act)], object_bytes=objects)
