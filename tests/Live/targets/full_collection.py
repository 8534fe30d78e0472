"""A worker that no full collection has reached yet: much waits for one. A line of standard input lets it come.

The worker tells how many objects it had made when the collection began, and what that copied.
"""
import gc
import json
import os
import sys

from forking import SharedPages


def make_until(done):
    while not done():
        made.append([len(made)])


def note(phase, info):
    if phase == "start" and info["generation"] == 2:
        full.append(len(made))


def work():
    gc.callbacks.append(note)
    gc.enable()
    make_until(lambda: len(made) >= len(kept) // 5)
    os.write(tell, json.dumps({"made": len(made), "full": len(full)}).encode() + b"\n")
    os.read(go, 1)
    shared = SharedPages()
    make_until(lambda: full)
    os.write(tell, json.dumps({"full_at": full[0], "copied_bytes": shared.copied_bytes()}).encode() + b"\n")
    os.read(0, 1)
    os._exit(0)


made, full = [], []
gc.disable()
kept = [[number] for number in range(500_000)]
gc.collect()
told, tell = os.pipe()
go, let = os.pipe()
pid = os.fork()
if pid == 0:
    work()
answers = os.fdopen(told)
print(json.dumps(dict(json.loads(answers.readline()), pid=pid)), flush=True)
for line in sys.stdin:
    os.write(let, b".")
    print(answers.readline().rstrip(), flush=True)
os._exit(0)
