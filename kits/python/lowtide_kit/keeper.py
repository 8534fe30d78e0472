"""The keeper: an idle copy of the master from right before its first fork, by which it can be read what workers inherited.

Cloned without an exit signal, so that a master that waits for any child (wait(2) without __WALL) never meets it. It holds
no descriptor, blocks every signal and sleeps; the kernel kills it when the thread that made it ends (PR_SET_PDEATHSIG), which
is the master's main thread unless the server forks from another one. Whoever forks in its turn has a keeper of its own. Its name is
where Lowtide looks (FamilyFinder), and the master's note that it made it is what counts, for anybody can take a name.
"""
import ctypes
import os
import platform
import signal

from lowtide_kit.notes import note
from lowtide_kit.refusals import refuse_uwsgi

NAME = b"lowtide-keeper"
# x86-64, arch/x86/entry/syscalls/syscall_64.tbl; options of prctl(2)
CLONE, CLOSE_RANGE = 56, 436
SET_PDEATHSIG, SET_NAME = 1, 15
ALL = 0xFFFFFFFF

_master = None
_libc = None


def keep():
    global _libc
    if platform.machine() != "x86_64":
        raise RuntimeError("only x86-64 has a keeper")
    refuse_uwsgi()
    _libc = ctypes.PyDLL(None)
    os.register_at_fork(before=_before_fork)


def _before_fork():
    global _master
    if _master == os.getpid():
        return
    _master = os.getpid()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        copy = _libc.syscall(CLONE, 0, 0, 0, 0, 0)
        if copy == 0:
            _idle()
        elif copy > 0:
            note("copy", copy)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _idle():
    """Little Python: what it writes is no longer as it was."""
    try:
        _libc.prctl(SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != _master:
            return
        _libc.prctl(SET_NAME, NAME, 0, 0, 0)
        if _libc.syscall(CLOSE_RANGE, 0, ALL, 0) != 0:  # Linux before 5.9
            for each in os.listdir("/proc/self/fd"):
                try:
                    os.close(int(each))
                except OSError:
                    pass
        while True:
            _libc.pause()
    finally:
        os._exit(0)
