"""Calls itself, its workers, its threads, its code, its arguments, its files and a zombie by what would drive the terminal of who looks at them.

The parts of a name: a title (OSC), a cleared screen, both by C1 control characters too, ends of lines of all kinds, letters turned around.
"""
import ctypes
import gc
import mmap
import os
import struct
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from forking import SharedPages, Worker, finish

HOSTILE = "\x1b]0;o\x07\x1b[2J\x9b1m\r\n\x0b\x0c\x85\u2028\u202eo[/]"
NAME = b"\x1b]0;o\x07\x1b[2J\r\nx"
KIND = HOSTILE.replace("\n", "")
if sys.argv[1:] != [HOSTILE]:
    os.execv(sys.executable, [sys.executable, os.path.abspath(__file__), HOSTILE])

libc = ctypes.CDLL(None)
libc.prctl(15, NAME, 0, 0, 0)
folder = tempfile.mkdtemp(suffix="\x1b[2J")
os.chdir(folder)
with open("\x1b]0;o\x07", "w+b") as file:
    file.truncate(1 << 20)
    mapped = mmap.mmap(file.fileno(), 1 << 20, mmap.MAP_PRIVATE)
    os.unlink(file.name)
mapped[:] = b"x" * (1 << 20)
os.rmdir(folder)

# A sheet as Ruby's kit has it, with kinds and numbers that no Ruby knows.
sheet = mmap.mmap(-1, 5 * 4096)


def write_sheet():
    most = 2 ** 63 - 1
    text = "stat\t%d\t1.5\theap_live_slots=%d\theap_free_slots=%d\t%s=%d\n" % (os.getpid(), most, most, KIND, most)
    text += "pool\t0\tslot_size=%d\theap_eden_slots=%d\n" % (most, most) + "walk\t1\t0.5\t%s=%d\tTOTAL=%d\n" % (KIND, most, most)
    data = text.encode()
    sheet[:16 + 16 + len(data)] = b"lowtide-ruby 1\n".ljust(16, b"\0") + struct.pack("qq", 2, len(data)) + data


write_sheet()
source = "def f(a, b):\n    return a + b\n"
views = {"__name__": HOSTILE}
exec(compile(source, "/srv/%s.py" % HOSTILE.replace("\n", ""), "exec"), views)


def copy(number):
    made = type(views["f"])(views["f"].__code__.replace(co_firstlineno=number + 1, co_name=HOSTILE), views)
    made.__qualname__ = HOSTILE
    return made


gc.disable()
functions = [copy(number) for number in range(20000)]
zombie = os.fork()
if zombie == 0:
    os._exit(0)
os.waitid(os.P_PID, zombie, os.WEXITED | os.WNOWAIT)


def hold():
    global held
    libc.prctl(15, NAME, 0, 0, 0)
    shared = SharedPages()
    held = functions[:]
    return {"copied_bytes": shared.copied_bytes()}


def turn_pages():
    libc.prctl(15, NAME, 0, 0, 0)  # of this thread alone
    while True:
        block = mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE)
        for at in range(0, 1 << 20, 4096):
            block[at] = 1
        block.close()


workers = [Worker(hold), Worker(hold)]
for worker in workers:
    worker.told()
threading.Thread(target=turn_pages, daemon=True).start()
finish(workers, zombie=zombie)
