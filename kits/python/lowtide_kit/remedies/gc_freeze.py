"""cpython.gc-freeze: what a worker inherits is out of the collector's sight before anything of it is collected.

In the child, not before the fork: there the list's new ends are written once in each worker (under 200 KiB), and what the
server itself forks later inherits nothing by mistake. No collection goes right before it: that would leave holes in the
inherited pages, which the worker's own objects would then fill.

LOWTIDE_GC_FREEZE_COLLECT_BEFORE=MODULE has the master collect once, early: as it begins to import MODULE. What loading has left
behind by then is freed, and what MODULE and all after it load fills the holes.
"""
import gc
import os
import sys

from lowtide_kit.finders import leave
from lowtide_kit.refusals import refuse_freeze_that_writes

COLLECT_BEFORE = os.environ.get("LOWTIDE_GC_FREEZE_COLLECT_BEFORE")


def apply():
    refuse_freeze_that_writes()
    if COLLECT_BEFORE:
        early = _Early(COLLECT_BEFORE)
        sys.meta_path.insert(0, early)
        os.register_at_fork(after_in_child=early.give_up)
    os.register_at_fork(after_in_child=gc.freeze)


class _Early(object):
    """Collects as the import of a module begins. It finds none itself; a worker, which would only copy pages, does not collect."""
    def __init__(self, module, collect=gc.collect):
        self._module, self._collect = module, collect

    def find_spec(self, name, path=None, target=None):
        if name == self._module and leave(self):
            self._collect()
        return None

    def give_up(self):
        if leave(self):
            try:
                sys.stderr.write(
                    "lowtide: cpython.gc-freeze: nothing was collected early, as %s was not imported before the fork\n" % self._module)
            except Exception:  # no standard error (None in a daemon), or it is closed
                pass
