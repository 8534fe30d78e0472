"""A worker that never stops changing its heap: objects, pools, large blocks and mappings come and go while it is looked at."""
import gc
import os
import random
import threading

from forking import Worker, finish

kept = [{"number": number, "text": "%0100d" % number} for number in range(50_000)]


def change():
    numbers = random.Random(5)
    mine = []
    while True:
        for row in kept[numbers.randrange(1000)::97]:
            row["text"] = "%0*d" % (numbers.choice([10, 200, 3000]), 1)
        mine += [bytearray(numbers.choice([100, 5000, 400_000])) for _ in range(50)]
        del mine[::2]
        if numbers.randrange(20) == 0:
            mine.clear()
            gc.collect()


def act():
    threading.Thread(target=change, daemon=True).start()
    return {}


finish([Worker(lambda: {}), Worker(act)])
