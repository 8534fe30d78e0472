"""growing.c's courses in Python: bytes of many sizes, in lists and a dictionary.

    growing.py COURSE SEED DAY_SECONDS LIFE_DAYS LIFE

Not "fragments" and "threads". Prints the same lines, of one life.
"""
import json
import math
import os
import random
import sys
import time

KEYS, REQUESTS = 4096, 256

course, seed, day, days, life = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
length = day * days
each_life = random.Random(seed)
level = each_life.uniform(8, 24) * (1 << 20)
size = each_life.uniform(0.15, 1.0) * level
load = each_life.uniform(0, 0.15) * size
phase = each_life.uniform(0, day)
jumps = [[each_life.uniform(0.08, 0.92) * length, each_life.uniform(0.12, 0.4) * level] for _ in range(each_life.randrange(1, 5))]
chance = random.Random(seed + 1000 * life)


def some(mean):
    return b"\1" * chance.randrange(mean // 2, mean * 3 // 2)


def fill(bytes_wanted, mean):
    pieces, held = [], 0
    while held < bytes_wanted:
        pieces.append(some(mean))
        held += sys.getsizeof(pieces[-1])
    return pieces, held


base, level = fill(level, 1000)
asks = KEYS * (chance.uniform(3, 10) if course == "filling" else chance.uniform(6, 20))
leaked, cache, busy = [], {}, {}
kept = due = asked = before = 0
hours = []
print(json.dumps({"worker": os.getpid(), "level": level}), flush=True)
begin = time.monotonic()
while (at := time.monotonic() - begin) < length:
    while len(hours) * day / 24 <= at:
        hours.append(kept)
    if course == "linear":
        due += size * (at - before) / length
        pieces, held = fill(due, 600)
        leaked += pieces
        kept, due = kept + held, due - held
    if course in ("filling", "popular"):
        asked += asks * (at - before) / length
        while asked > 0:
            key = int(KEYS * (chance.random() if course == "filling" else chance.random() ** 6))
            if key not in cache:
                cache[key] = some(int(size / KEYS))
                kept += sys.getsizeof(cache[key])
            asked -= 1
    if course == "steps":
        for jump in [one for one in jumps if one[0] <= at]:
            jumps.remove(jump)
            pieces, held = fill(jump[1], 1000)
            leaked += pieces
            kept += held
    # So many requests hold memory as the hour asks for.
    wanted = (0.5 + 0.5 * math.sin(2 * math.pi * (at + phase) / day)) * REQUESTS
    for each in range(REQUESTS):
        if each < wanted and each not in busy:
            busy[each] = some(int(2 * load / REQUESTS) + 64)
        elif each >= wanted and each in busy:
            del busy[each]
    waste = [some(2000) for _ in range(20)]
    if chance.random() < 0.01:
        waste.append(bytearray(int(chance.uniform(10, 50)) * 4096))
    before = at
    time.sleep(day / 500)
print(json.dumps({"kept": hours + [kept]}), flush=True)
