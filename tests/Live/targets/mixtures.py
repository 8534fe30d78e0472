"""Several causes copy pages of one worker, and another one says how much each of them alone was.

    mixtures.py MIXTURE [ITEMS]

A page that several write goes to the first of RANK, for without those behind it it would have been copied all the same. So
a worker that takes the steps in that order and counts its own pages after each knows the truth: what the step added. So a step touches
no page by the way that those behind it are to explain. It ends before anybody looks. The worker that is looked at does the same in the order of MIXTURES; a third one stands by, and says what a
worker copies that does nothing.
"""
import gc
import os
import random
import sys

from forking import InheritedPages, Worker, finish

RANK = ["payload_write", "allocator_reuse", "cache_fill", "reference_count", "collector"]
ITEMS = int(sys.argv[2]) if len(sys.argv) > 2 else 60_000
THIRD = ITEMS // 3


class Row:
    __slots__ = ("number", "label", "text")

    def __init__(self, number):
        self.number, self.label, self.text = number, None, text(number)


class Thing:
    def __init__(self, number):
        self.number, self.tags, self.text = number, [number], text(number)


def text(number):
    return "%030d" % number


def record(number):
    return {"name": "item %d" % number, "tags": ["a", str(number)], "score": number * 0.5}


def pair(number):
    return (text(number), text(-number))


def wide(number):
    return ([number],) + (None,) * 150 + (text(number) * 40,)


def read(items):
    def values(item):
        return item.values() if isinstance(item, dict) else item if isinstance(item, tuple) else [getattr(item, "text", None)]

    def act():
        for item in items():
            for value in values(item):
                pass
    return act


def hashed(strings):
    def act():
        for one in strings():
            hash(one)
    return act


def labelled(items):
    def act():
        for row in items():
            row.label = True
    return act


def replaced(make, first, last):
    """Every other one is freed, and half as many are made."""
    def act():
        for place in range(first, last, 2):
            kept[place] = None
        for place in range(first, last, 4):
            kept[place] = make(place)
    return act


# What is loaded, and the steps in the order in which they are taken.
MIXTURES = {
    "half-read": (record, {"reference_count": read(lambda: kept[: ITEMS // 2]), "collector": gc.collect}),
    "written-later": (Row, {"collector": gc.collect, "payload_write": labelled(lambda: kept[: ITEMS // 4])}),
    "made-anew": (pair, {"allocator_reuse": replaced(pair, 0, THIRD), "collector": gc.collect}),
    "hashed-and-read": (text, {"reference_count": read(lambda: kept), "cache_fill": hashed(lambda: kept[: ITEMS // 2])}),
    "read-and-written": (
        Row, {"reference_count": read(lambda: kept[: 2 * THIRD]), "payload_write": labelled(lambda: kept[ITEMS // 2:])}),
    "made-and-read": (pair, {"reference_count": read(lambda: kept[:THIRD]), "allocator_reuse": replaced(pair, 2 * THIRD, ITEMS)}),
    "third-read-and-written": (
        Row, {"collector": gc.collect, "reference_count": read(lambda: kept[::3]), "payload_write": labelled(lambda: kept[: ITEMS // 4])}),
    "half-frozen": (record, {"reference_count": read(lambda: kept[ITEMS // 4: 3 * ITEMS // 4]), "collector": gc.collect}),
    "wide": (wide, {"reference_count": read(lambda: kept[: len(kept) // 2]), "collector": gc.collect}),
    "hashed-read-and-collected": (
        pair,
        {"cache_fill": hashed(lambda: firsts[:THIRD]), "collector": gc.collect,
         "reference_count": read(lambda: kept[: 2 * THIRD])}),
    "scattered": (Thing, {"collector": gc.collect, "reference_count": read(lambda: random.Random(7).sample(kept, ITEMS // 10))}),
    "all": (
        Row,
        {"reference_count": read(lambda: kept[THIRD: 2 * THIRD]), "allocator_reuse": replaced(Row, 2 * THIRD, ITEMS), "collector": gc.collect,
         "payload_write": labelled(lambda: kept[: ITEMS // 10])}),
}

MIXTURE = sys.argv[1]
MAKE, STEPS = MIXTURES[MIXTURE]
if MIXTURE not in ("half-read", "scattered"):
    gc.disable()
kept = []
for number in range(ITEMS // 4 if MIXTURE == "wide" else ITEMS):
    if MIXTURE == "half-frozen" and number == ITEMS // 2:
        gc.freeze()
    kept.append(MAKE(number))
# Whoever asks for these touches no tuple.
firsts = [one[0] for one in kept] if "cache_fill" in STEPS and MAKE is pair else []
inherited = InheritedPages()


def truth():
    told, before = {}, inherited.copied_bytes()
    for cause in RANK:
        if cause in STEPS:
            STEPS[cause]()
            after = inherited.copied_bytes()
            told[cause], before = after - before, after
    return told


def act():
    for step in STEPS.values():
        step()
    return {"copied_bytes": inherited.copied_bytes()}


# First, so that the other is never older: what it still shares was there to be inherited.
bystander = Worker(lambda: {"copied_bytes": inherited.copied_bytes()})
bystander.told()
teller = Worker(truth)
alone = teller.told()
teller.end()
finish([bystander, Worker(act)], alone=alone)
