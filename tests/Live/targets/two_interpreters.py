"""A worker starts a second interpreter, which holds objects of its own, and collects in the first. (To fork with two hangs CPython itself.)

Says null for its workers where this Python makes no second interpreter.
"""
import gc
import sys

from forking import SharedPages, Worker, finish, say

try:
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters
    else:
        import _xxsubinterpreters as interpreters
except ImportError:
    say(workers=None)
    sys.exit()

gc.collect()
kept = [{"number": number, "tags": [number]} for number in range(300_000)]


def act():
    shared = SharedPages()
    interpreters.run_string(interpreters.create(), """
class Other:
    def __init__(self, number):
        self.number, self.tags = number, [number]
kept = [Other(number) for number in range(20_000)]
""")
    gc.collect()
    return {"copied_bytes": shared.copied_bytes()}


bystander = Worker(lambda: {"copied_bytes": 0})
finish([bystander, Worker(act)])
