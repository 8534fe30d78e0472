"""A process that does not let its own user look at it, as a set-uid program does."""
import ctypes
import os

from forking import say

PR_SET_DUMPABLE = 4
if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
    raise OSError("prctl")
say()
os.read(0, 1)
