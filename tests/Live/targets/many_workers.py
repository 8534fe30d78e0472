"""A small master with as many sleeping workers as told.

    many_workers.py WORKERS
"""
import sys

from forking import Worker, finish

kept = ["item %d" % number for number in range(50_000)]
finish([Worker(dict) for _ in range(int(sys.argv[1]))])
