"""cpython.gc-freeze: what a worker inherits is out of the collector's sight before anything of it is collected.

In the child, not before the fork: there the list's new ends are written once in each worker (under 200 KiB), and what the
server itself forks later inherits nothing by mistake. No collection goes before it: that would leave holes in the
inherited pages, which the worker's own objects would then fill.
"""
import gc
import os
import sys


def apply():
    if (3, 14, 0) <= sys.version_info[:3] <= (3, 14, 4):
        raise RuntimeError("gc.freeze() of Python 3.14.0 to 3.14.4 writes to every object, which would copy all pages")
    os.register_at_fork(after_in_child=gc.freeze)
