"""Brings the collector into the state that it is told, says what it is, and waits.

    collector_state.py '{"threshold": [700, 10, 10], "enabled": true, "collect": [3, 2, 1]}'

Prints one JSON line on standard output when ready, then waits for standard input to close.
Nothing is allocated by a running collector in between: the line is written last.
"""
import gc
import json
import os
import sys

told = json.loads(sys.argv[1])
if "threshold" in told:
    gc.set_threshold(*told["threshold"])
for generation, times in enumerate(told.get("collect", [])):
    for _ in range(times):
        cycle = []
        cycle.append(cycle)
        del cycle
        gc.collect(generation)
if not told.get("enabled", True):
    gc.disable()
if told.get("freeze"):
    gc.freeze()

state = {
    "version": sys.version.split()[0],
    "enabled": gc.isenabled(),
    "threshold": list(gc.get_threshold()),
    "frozen": gc.get_freeze_count() >= 1000,
    "stats": [dict(one) for one in gc.get_stats()],
    "count": None,
}
line = json.dumps(state).replace('"count": null', '"count": [%d, %d, %d]') + "\n"
# The count is the last thing looked at, and nothing from here on makes an object that the collector counts: sys.stdin
# and sys.stdout would.
line = line % gc.get_count()
os.write(1, line.encode())
os.read(0, 1)
