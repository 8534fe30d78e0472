"""Where something of the kit cannot act."""
import os
import sys


def refuse_uwsgi():
    if os.path.basename(os.readlink("/proc/self/exe")).startswith("uwsgi"):
        raise RuntimeError("uWSGI runs no hook of Python's before its forks")


def refuse_freeze_that_writes():
    """The incremental collector (python/cpython#148726): its gc.freeze() visits every object. Pre-releases have it too."""
    if (3, 14, 0) <= sys.version_info[:3] <= (3, 14, 4):
        raise RuntimeError("gc.freeze() of Python 3.14.0 to 3.14.4 writes to every object, which would copy all pages")
