"""Becomes a program that has a great many file systems mounted.

    mounts.py FOLDER COUNT PROGRAM [WORD...]

Each is one of memory, on the one FOLDER, in a mount namespace of its own: any user may do so in a user namespace of theirs.
"""
import ctypes
import os
import sys

folder, count, *command = sys.argv[1:]
NEW_MOUNTS, PRIVATE, RECURSIVE = 0x20000, 1 << 18, 0x4000  # sched.h, sys/mount.h
libc = ctypes.CDLL(None, use_errno=True)


def call(done):
    if done != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


call(libc.unshare(NEW_MOUNTS))
call(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
places = [os.path.join(folder, "%d" % place) for place in range(100)]
for place in places:
    os.mkdir(place)
for number in range(int(count)):
    # Not all on one, as a path with so many on it is found by going through them.
    call(libc.mount(b"none", places[number % len(places)].encode(), b"tmpfs", 0, None))
os.execv(command[0], command)
