"""cpython.gc-threshold-0: the collector never starts by itself.

Not gc.disable(): a library that calls gc.enable() would undo that.
"""
import gc


def apply():
    gc.set_threshold(0)
