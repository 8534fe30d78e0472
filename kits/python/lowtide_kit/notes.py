"""What this process notes for Lowtide, which reads it from outside.

A sheet is shared anonymous memory of a size that nothing else has: /proc/PID/maps shows it, a fork keeps it, it ends with
its processes. So there is no file to remove and no disk that can be full, and no descriptor that a server could close. Each
process writes on a sheet of its own, made at its first note, so that workers never write at one place.

A line is a kind, the pid, the time (seconds since 1970) and fields, with tabs between; the sheet ends at the first NUL.
"""
import os
import time

SIZE = 17 * 4096
MAGIC = b"lowtide-notes 1\n"

_sheets = []  # this process's last; before it those that it inherited, kept as they are
_writer = None
_end = 0


def note(kind, *fields):
    """Adds a line, if there is room for it."""
    global _writer, _end
    try:
        if _writer != os.getpid():
            import mmap
            _sheets.append(mmap.mmap(-1, SIZE))
            _writer, _end = os.getpid(), len(MAGIC)
            _sheets[-1][:_end] = MAGIC
        line = "\t".join([kind, str(_writer), "%.3f" % time.time()] + [_clean(field) for field in fields]) + "\n"
        data = line.encode("utf-8", "backslashreplace")
        if _end + len(data) < SIZE:
            _sheets[-1][_end:_end + len(data)] = data
            _end += len(data)
    except Exception:  # no memory left: the target comes first
        pass


def _clean(field):
    return " ".join(str(field)[:300].split())
