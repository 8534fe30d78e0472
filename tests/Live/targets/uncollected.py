"""Under the kit: a worker whose collector a remedy has stopped makes cycles and lets them go; all of them stay."""
import gc
import sys

from forking import Worker, finish


class Node(object):
    pass


def make():
    before = gc.get_count()[0]
    for _ in range(100_000):
        node = Node()
        node.itself = node
    return {"made": gc.get_count()[0] - before, "node_bytes": sys.getsizeof(node) + 16, "threshold": gc.get_threshold()[0]}


kept = [[number] for number in range(100_000)]
finish([Worker(make) for _ in range(2)])
