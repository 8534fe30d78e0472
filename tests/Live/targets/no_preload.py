"""Nothing is loaded before the fork: each of three workers builds the same for itself."""
import gc

from forking import Worker, finish, resident_bytes

gc.disable()


def act():
    before = resident_bytes()
    act.kept = [{"name": "item %d" % number, "tags": ["a", str(number)]} for number in range(70_000)]
    return {"built_bytes": resident_bytes() - before}


finish([Worker(act) for _ in range(3)])
