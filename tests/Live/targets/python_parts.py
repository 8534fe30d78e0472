"""Holds small objects and large ones, some of them freed, and a thread; says what pymalloc has handed out, by its own count.

    python_parts.py
"""
import json
import os
import re
import sys
import tempfile
import threading


def handed_out():
    """What sys._debugmallocstats writes to the standard error, as numbers have it."""
    with tempfile.TemporaryFile() as told:
        kept = os.dup(2)
        os.dup2(told.fileno(), 2)
        sys._debugmallocstats()
        os.dup2(kept, 2)
        os.close(kept)
        told.seek(0)
        found = re.search(rb"# bytes in allocated blocks += +([\d,]+)", told.read())
    return int(found.group(1).replace(b",", b""))


rows = [{"number": at, "text": str(at) * 3} for at in range(100000)]
del rows[::3]
large = [bytes([at % 256]) * 1000 for at in range(5000)] + [bytes([at]) * (1 << 20) for at in range(1, 5)]
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(json.dumps({"handed_out": handed_out()}), flush=True)
sys.stdin.read()
