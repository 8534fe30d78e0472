"""cpython.gc-freeze-master: what the master has loaded is out of every collector's sight, its own too, from its first fork on.

Before the first fork of each process, and once: a process that only makes itself a daemon forks before it loads anything, and its
child, which is the master then, has a first fork of its own. Later forks find what came since in the collector's sight as ever, so that
a master that runs for weeks frees its own cycles.
"""
import gc
import os

from lowtide_kit.refusals import refuse_freeze_that_writes, refuse_uwsgi

_frozen_in = []


def apply():
    refuse_uwsgi()
    refuse_freeze_that_writes()
    os.register_at_fork(before=_before_fork)


def _before_fork(freeze=gc.freeze, getpid=os.getpid):
    if getpid() not in _frozen_in:
        _frozen_in[:] = [getpid()]
        freeze()
