"""cpython.collect-when: the collector is off in workers, and collects once in an idle moment when memory has grown.

What was inherited is set aside first (gc.freeze): such a collection walks the worker's own objects and copies no page.
"""
import gc
import os

from lowtide_kit.idle import each_worker
from lowtide_kit.memory import anonymous_bytes
from lowtide_kit.refusals import refuse_freeze_that_writes

_floor = [0]
_grown_bytes = [0]  # of a worker's size, as it begins


def apply():
    refuse_freeze_that_writes()
    _grown_bytes[0] = int(os.environ.get("LOWTIDE_COLLECT_WHEN_MIB") or 0) << 20
    each_worker(_begin, _has_grown, _collect)


def _begin(freeze=gc.freeze, set_threshold=gc.set_threshold):
    set_threshold(0)
    freeze()
    _floor[0] = anonymous_bytes()
    if not _grown_bytes[0]:
        _grown_bytes[0] = min(max(_floor[0] // 10, 4 << 20), 64 << 20)  # Remedies/CollectWhen.cs predicts by the same


def _has_grown():
    return anonymous_bytes() - _floor[0] >= _grown_bytes[0]


def _collect(collect=gc.collect):
    collect()
    _floor[0] = anonymous_bytes()
