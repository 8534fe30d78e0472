"""Holds objects whose destructors do more than free memory, some of them closed already, and says how many of each type are not."""
import gzip
import io
import mmap
import os
import shutil
import socket
import subprocess
import sys
import tempfile

from forking import say

kept = []


class Lock:
    def __del__(self):
        pass


class Part:
    def __del__(self):
        pass


class Whole(dict, Part):
    """Its finaliser is that of a class which is not its first base."""


class Plain:
    pass


class Text(io.StringIO):
    """Memory only."""


def keep(opened, closed, make):
    made = [make() for _ in range(opened + closed)]
    for one in made[opened:]:
        one.close()
    kept.extend(made)


folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")
open(path, "w").close()
keep(5, 2, socket.socket)
keep(4, 3, lambda: open(path, "w"))
keep(3, 3, lambda: open(path))
keep(3, 0, lambda: tempfile.NamedTemporaryFile(dir=folder))
keep(2, 1, lambda: mmap.mmap(-1, 4096))
keep(2, 0, lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode="wb"))
kept.extend(Lock() for _ in range(6))
kept.extend(Whole() for _ in range(2))
kept.extend(Plain() for _ in range(50))
kept.extend(Text() for _ in range(50))
ended = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.DEVNULL)
ended.wait()
kept.append(tempfile.TemporaryDirectory(dir=folder))  # has an exit handler
objects = {
    "socket.socket": 5, "_io.FileIO": 7, "tempfile._TemporaryFileCloser": 3, "mmap.mmap": 2, "gzip.GzipFile": 2, "__main__.Lock": 6,
    "__main__.Whole": 2, "subprocess.Popen": 1,
}
if hasattr(gzip, "_WriteBufferStream"):  # 3.12 and later: one in each
    objects["gzip._WriteBufferStream"] = 2
try:
    import sqlite3
    keep(2, 1, lambda: sqlite3.connect(":memory:"))
    objects["sqlite3.Connection"] = 2
except ImportError:
    pass
say(objects=objects)
sys.stdin.read()
kept.clear()
shutil.rmtree(folder, ignore_errors=True)
