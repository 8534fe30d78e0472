"""A process that runs in a folder, below or beside which something may be mounted.

    in_folder.py FOLDER [TYPE MOUNTED]

TYPE is tmpfs, or fuse: a file system that answers nothing. It is mounted on the folder MOUNTED, in a mount namespace of its own. Says {} when that is done,
and ends with its input.
"""
import ctypes
import os
import sys

NEW_MOUNTS, PRIVATE, RECURSIVE = 0x20000, 1 << 18, 0x4000  # sched.h, sys/mount.h
libc = ctypes.CDLL(None, use_errno=True)


def call(done):
    if done != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


os.chdir(sys.argv[1])
if sys.argv[2:]:
    kind, mounted = sys.argv[2:]
    call(libc.unshare(NEW_MOUNTS))
    call(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
    how = b"fd=%d,rootmode=40000,user_id=0,group_id=0" % os.open("/dev/fuse", os.O_RDWR) if kind == "fuse" else None
    call(libc.mount(b"mounted", mounted.encode(), kind.encode(), 0, how))
print("{}", flush=True)
sys.stdin.read()
