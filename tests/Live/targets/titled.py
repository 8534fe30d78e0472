"""Writes a title over its arguments and its environment, as setproctitle does, after moving the environment away. Says what it wrote over."""
import ctypes
import os

from forking import say

libc = ctypes.CDLL(None)
environ = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ")
count = 0
while environ[count]:
    count += 1
moved = (ctypes.c_char_p * (count + 1))()
for at in range(count):
    moved[at] = environ[at]
ctypes.c_void_p.in_dll(libc, "environ").value = ctypes.addressof(moved)
with open("/proc/self/stat") as stat:
    fields = stat.read().rpartition(")")[2].split()
start, end = int(fields[45]), int(fields[48])  # arg_start and env_end (proc_pid_stat(5))
ctypes.memset(start, 0, end - start)
ctypes.memmove(start, b"gunicorn: master [shop=1]", 25)
with open("/proc/self/environ", "rb") as left:
    say(blank=not left.read().strip(b"\0"))
os.read(0, 1)
os._exit(0)
