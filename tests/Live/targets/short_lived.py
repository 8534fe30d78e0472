"""A master whose workers live for a moment only, so that looks at it meet processes that begin and end."""
import os
import select

from forking import say

kept = ["item %d" % number for number in range(100_000)]
say()
while not select.select([0], [], [], 0)[0]:
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            own = [len(item) for item in kept]
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
os._exit(0)
