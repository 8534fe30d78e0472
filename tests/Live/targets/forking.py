"""What the forking targets share: workers that do one act each and tell what it did, and a count of copied pages.

A target says one JSON line when all acts are done. It and its workers end with their standard input, so that a test
that dies leaves nothing behind.
"""
import array
import json
import os
import signal
import sys
import threading

PAGE = 4096
PRESENT, FILE, EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56


def fork_by(where, work):
    """The pid of a child that does work, forked by the main thread or, where that is "thread", by another one."""
    pids = []

    def fork():
        pids.append(os.fork())
        if pids[0] == 0:
            work()

    if where == "thread":
        thread = threading.Thread(target=fork)
        thread.start()
        thread.join()
    else:
        fork()
    return pids[0]


class Worker:
    """A forked process that runs act, tells what act returned, and then waits for the end."""

    def __init__(self, act):
        self._told, tell = os.pipe()
        self._said = None
        self.pid = os.fork()
        if self.pid:
            os.close(tell)
            return
        try:
            os.close(self._told)
            os.write(tell, json.dumps(act()).encode())
            os.close(tell)
            os.read(0, 1)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(0)

    def told(self):
        """What act returned; waits for it the first time."""
        text = b""
        while self._said is None:
            piece = os.read(self._told, 1 << 16)
            text += piece
            if not piece:
                self._said = dict(json.loads(text), pid=self.pid)
        return self._said

    def end(self):
        """Ends it, once it has told."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


class SharedPages:
    """The private pages that this process shares with another one now, by bit 56 of its own pagemap."""

    def __init__(self):
        with open("/proc/self/maps") as maps:
            lines = [line.split() for line in maps]
        self._ranges = [
            tuple(int(end, 16) for end in line[0].split("-")) for line in lines if line[1].startswith("rw") and line[1].endswith("p")
        ]
        self._before = self._read()

    def _counted(self, was):
        return was & PRESENT and not was & (FILE | EXCLUSIVE)

    def copied_bytes(self):
        """How much of that is this process's own by now."""
        pages = 0
        for before, now in zip(self._before, self._read()):
            for was, is_now in zip(before, now):
                if self._counted(was) and is_now & PRESENT and is_now & EXCLUSIVE:
                    pages += 1
        return pages * PAGE

    def _read(self):
        file = os.open("/proc/self/pagemap", os.O_RDONLY)
        entries = []
        for start, end in self._ranges:
            entries.append(array.array("Q", os.pread(file, (end - start) // PAGE * 8, start // PAGE * 8)))
        os.close(file)
        return entries


class InheritedPages(SharedPages):
    """The pages of a process that has no children yet: in one of them copied_bytes() counts from the fork on."""

    def _counted(self, was):
        return was & PRESENT and not was & FILE


def resident_bytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * PAGE


def say(**facts):
    """The one line. Nothing of the target may change any more."""
    os.write(1, json.dumps(facts).encode() + b"\n")


def finish(workers, **facts):
    """Says what all workers told, and waits for the end."""
    say(workers=[worker.told() for worker in workers], **facts)
    os.read(0, 1)
    os._exit(0)
