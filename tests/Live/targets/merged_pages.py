"""Two workers write equal pages at the same addresses after the fork and offer them to KSM, beside pages that stay as they were.

    merged_pages.py

Says "start" and "pages": a third is inherited and left, a third is equal in both workers, a third is different in them.
Says so once KSM has merged, or has had twenty full scans for it; "merged" is what it counts in each worker.
"""
import ctypes
import mmap
import os

from forking import PAGE, Worker, say

PAGES = 600
PASSES = 20
memory = mmap.mmap(-1, PAGES * PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
for page in range(PAGES // 3):
    memory[page * PAGE : (page + 1) * PAGE] = os.urandom(PAGE)
contents = [os.urandom(PAGE) for _ in range(PAGES // 3)]


def act():
    for number, content in enumerate(contents):
        place = (PAGES // 3 + number) * PAGE
        memory[place : place + PAGE] = content
        place += PAGES // 3 * PAGE
        memory[place : place + PAGE] = os.urandom(PAGE)
    memory.madvise(12, PAGES // 3 * PAGE, PAGES // 3 * 2 * PAGE)  # MADV_MERGEABLE
    return {}


def number_in(path):
    with open(path) as file:
        return int(file.read())


scans = number_in("/sys/kernel/mm/ksm/full_scans")
workers = [Worker(act), Worker(act)]
told = [worker.told() for worker in workers]
while True:
    merged = [number_in("/proc/%d/ksm_merging_pages" % worker.pid) for worker in workers]
    if min(merged) >= PAGES // 3 or number_in("/sys/kernel/mm/ksm/full_scans") > scans + PASSES:
        break
say(workers=told, start=start, pages=PAGES, merged=merged)
os.read(0, 1)
os._exit(0)
