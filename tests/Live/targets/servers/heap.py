"""What the servers here hold: about 85 MiB of objects that the collector walks. It knows who loaded it, and what a worker copied.

A worker asked for the first time collects once, and measures around that which of its pages ceased to be shared.
"""
import gc
import os
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from forking import SharedPages  # noqa: E402

ITEMS = 250_000

held = []
facts = {}
first = threading.Lock()


def load():
    """In the process that calls it; once."""
    if not held:
        held.extend({"number": number, "tags": [str(number), (number,)]} for number in range(ITEMS))
        facts["loaded_by"] = os.getpid()


def collect_once():
    """In the worker that calls it. What it says stays what it was; only the collector's state is read anew."""
    with first:  # a worker may have threads
        if facts.get("pid") != os.getpid():
            load()
            pages = SharedPages()
            gc.collect()
            facts.update(pid=os.getpid(), parent=os.getppid(), copied_bytes=pages.copied_bytes())
    return dict(facts, enabled=gc.isenabled(), threshold=gc.get_threshold(), collections=[row["collections"] for row in gc.get_stats()])
