"""Waits for a line, then forks a child that touches so many new pages, and says so: counted.py PAGES."""
import mmap
import os
import sys

pages = int(sys.argv[1])
print("{}", flush=True)
sys.stdin.readline()
child = os.fork()
if child == 0:
    memory = mmap.mmap(-1, pages * 4096)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(pages):
        memory[page * 4096] = 1
    os._exit(0)
os.waitpid(child, 0)
print("done", flush=True)
sys.stdin.readline()
