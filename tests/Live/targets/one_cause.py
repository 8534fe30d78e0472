"""A worker copies what it inherited for one reason only, and says how much that was; another one stands by.

    one_cause.py KIND

    hash-strings, hash-bytes       fill in a hash that nobody had asked for
    hold-strings, hold-instances   take references and keep them
    write-slots                    store into instances
    free-strings, free-and-make    free objects; free some and make others of that size
    read-tuples, read-instances    take references and give them back
    collect-dicts, collect-instances   run a full collection over objects that were loaded with the collector on

Objects of more than 512 bytes are malloc's, not pymalloc's:

    hash-long, hold-long, read-wide, collect-wide   the same with long strings and wide tuples
    run-code                       run code objects
    write-tables                   store into large dicts
    fill-classes                   look attributes up: fills in the classes' versions, and reads what they refer to
"""
import gc
import json
import sys

from forking import PAGE, InheritedPages, SharedPages, Worker, finish

KIND = sys.argv[1]
LARGE = KIND.split("-")[1] in ("long", "wide", "classes", "code", "tables")
ITEMS = {"run-code": 60_000, "write-tables": 6_000}.get(KIND, 20_000 if LARGE else 150_000)


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


BODY = compile("\n".join("value = limit + value" for _ in range(20)), "body", "exec")


MAKE = {
    "hash-strings": lambda number: text(number) * 2,
    "hash-bytes": lambda number: b"%060d" % number,
    "hold-strings": lambda number: text(number) * 2,
    "hold-instances": Point,
    "write-slots": Point,
    "free-strings": lambda number: text(number) * 2,
    "free-and-make": lambda number: (number, text(number), None, None),
    "read-tuples": lambda number: (number, number, number, number, number, number),
    "read-instances": Point,
    "collect-dicts": lambda number: {"number": number, "tags": [number]},
    "collect-instances": Thing,
    "hash-long": lambda number: text(number) * 40,
    "hold-long": lambda number: text(number) * 40,
    "read-wide": lambda number: (number,) * 150,
    "collect-wide": lambda number: ([number],) + (None,) * 150,
    "fill-classes": lambda number: type("Made", (), {"label": number}),
    "run-code": lambda number: BODY.replace(co_firstlineno=number + 1),
    "write-tables": lambda number: {name: number for name in range(100)},
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


def write_tables():
    for table in kept:
        table[20] = None


def fill_classes():
    for made in kept:
        made.label


def run_code():
    names = {"limit": 1, "value": 2}
    for code in kept:
        exec(code, names)


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
    "hash": hash_each, "hold": hold, "write-slots": write_slots, "free-strings": free,
    "free-and-make": free_and_make, "read": read, "collect": gc.collect, "write-tables": write_tables, "fill": fill_classes,
    "run": run_code,
}
ACT = ACTS.get(KIND) or ACTS[KIND.split("-")[0]]


def act():
    shared = SharedPages()
    ACT()
    return {"copied_bytes": shared.copied_bytes()}


def idle():
    """What a worker copies beside its act: it counts and tells as the other does."""
    json.dumps({"copied_bytes": SharedPages().copied_bytes()})
    return {"copied_bytes": inherited.copied_bytes()}


objects = len({id(item) // PAGE for item in kept}) * PAGE
inherited = InheritedPages()
# First, so that the other is never older: what it still shares was there to be inherited.
bystander = Worker(idle)
bystander.told()
finish([bystander, Worker(act)], object_bytes=objects)
