"""Counts, in one worker at a time, the unreachable cycles that a collector which never starts has left behind.

In a forked copy of the worker, at low priority, so that the worker's own memory stays as it is. gc.collect() with DEBUG_SAVEALL
would run finalisers there, and with them delete files or say goodbye over connections that are the worker's; so what a
collection would find is computed here without it: an object is reachable if it has more references than tracked objects
account for, or is reachable from one that has. What was set aside (gc.freeze) is no part of it.
"""
import gc
import mmap
import os
import sys
import time

from lowtide_kit.idle import each_worker
from lowtide_kit.notes import note

FIRST, LONGEST = float(os.environ.get("LOWTIDE_WATCH_CYCLES_FIRST") or 30), 3600.0  # seconds from one count to the next: twice as long each time
MOST_OBJECTS = 3000000
TYPES = 8
SIZE = 4096


class _Watch(object):
    def __init__(self):
        self.turn = mmap.mmap(-1, SIZE)  # the pid of the worker whose turn it is, shared by all
        self.told = mmap.mmap(-1, SIZE)  # what the copy found; only that worker has one
        self.copy = None
        self.due, self.pause = 0.0, FIRST

    def begin(self):
        self.copy, self.pause = None, FIRST
        self.due = time.monotonic() + FIRST

    def wanted(self):
        return time.monotonic() >= self.due and self._is_ours()

    def count(self):
        if self.copy is not None:
            if not _has_ended(self.copy):
                self.due = time.monotonic() + 1
                return
            self.copy = None
            self.due, self.pause = time.monotonic() + self.pause, min(LONGEST, 2 * self.pause)
            text = bytes(self.told[:]).rstrip(b"\0").decode("utf-8", "replace")
            if text:
                note("cycles", *text.split("\t"))
            return
        if gc.isenabled() and gc.get_threshold()[0] > 0:
            self.due = time.monotonic() + FIRST
            return  # it is collected; nothing is left behind
        self.told[:] = b"\0" * SIZE
        self.due = time.monotonic() + 1
        pid = _fork()
        if pid == 0:
            try:
                _name()
                os.nice(19)
                found = count_unreachable().encode("utf-8", "backslashreplace")[:SIZE - 1]
                self.told[:len(found)] = found
            finally:
                os._exit(0)
        self.copy = pid
        note("copy", pid)

    def _is_ours(self):
        """Two that take it at once: the later one has it, and the other sees so at its next look."""
        holder = int(self.turn[:10].rstrip(b"\0") or b"0")
        if holder == os.getpid():
            return True
        if not holder or not _is_there(holder):
            self.turn[:10] = str(os.getpid()).encode().ljust(10, b"\0")
            self.due = time.monotonic() + 1
        return False


def _is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _has_ended(child):
    try:
        return os.waitpid(child, os.WNOHANG)[0] != 0
    except ChildProcessError:  # the server waits for all children itself
        return not _is_there(child)


def _fork():
    """Without the fork hooks of Python: they would make a worker of the copy."""
    import ctypes
    return ctypes.PyDLL(None).fork()


def _name():
    """By which Lowtide knows whom to ask whether it is a worker (FamilyFinder); prctl(2), PR_SET_NAME."""
    import ctypes
    ctypes.PyDLL(None).prctl(15, b"lowtide-cycles", 0, 0, 0)


def watch():
    watched = _Watch()
    each_worker(watched.begin, watched.wanted, watched.count)


def count_unreachable(get_objects=gc.get_objects, get_referents=gc.get_referents):
    """Bytes, objects, seconds it took, then TYPE=BYTES, the largest first; with tabs between."""
    began = time.process_time()
    objects = get_objects()
    if len(objects) > MOST_OBJECTS:
        return "too many\t%d" % len(objects)
    for one in [[]]:
        ours = sys.getrefcount(one)  # the list's, the name's, and to 3.13 the call's own
    references, own = {}, (id(objects),)
    for one in objects:
        references[id(one)] = sys.getrefcount(one) - ours
    for one in objects:
        for other in get_referents(one):
            if id(other) in references:
                references[id(other)] -= 1
    one = other = None
    waiting = [each for each in objects if references[id(each)] > 0 or id(each) in own]
    reached = set(map(id, waiting))
    while waiting:
        for each in get_referents(waiting.pop()):
            if id(each) in references and id(each) not in reached:
                reached.add(id(each))
                waiting.append(each)
    types, count = {}, 0
    for each in objects:
        if id(each) not in reached:
            count += 1
            size = sys.getsizeof(each) + sum(
                sys.getsizeof(part) for part in get_referents(each) if type(part) in (bytes, bytearray, str))
            name = "%s.%s" % (type(each).__module__, type(each).__qualname__)
            types[name] = types.get(name, 0) + size
    rows = sorted(types.items(), key=lambda row: -row[1])[:TYPES]
    return "\t".join(
        [str(sum(types.values())), str(count), "%.3f" % (time.process_time() - began)] + ["%s=%d" % row for row in rows])
