"""A master whose workers live from a millisecond to two seconds, so that looks at it meet processes that begin, that end, and that stay."""
import os
import random
import select
import signal
import time

from forking import say

kept = ["item %d" % number for number in range(100_000)]
lives = random.Random(1)


def fork():
    life = 2 ** lives.uniform(-10, 1)
    child = os.fork()
    if child == 0:
        own = [len(item) for item in kept]
        time.sleep(life)
        os._exit(0)
    return child


say()
children = {fork() for _ in range(8)}
while not select.select([0], [], [], 0)[0]:
    ended, _ = os.wait()
    children.remove(ended)
    children.add(fork())
for child in children:
    os.kill(child, signal.SIGKILL)
os._exit(0)
