"""Who turned it back on: notes the first calls from each place that change or start the collector, with their callers."""
import gc
import sys

from lowtide_kit.notes import note

WATCHED = ("enable", "disable", "set_threshold", "freeze", "unfreeze", "collect")
PLACES = 64
CALLERS = 12

_seen = set()


class _Watched(object):
    """An object rather than a function, which would become a method where a class keeps it as an attribute."""
    def __init__(self, real):
        self._real = self.__wrapped__ = real
        self.__doc__, self.__name__, self.__module__ = real.__doc__, real.__name__, real.__module__

    def __call__(self, *args, **kwargs):
        caller = sys._getframe(1)
        place = (self.__name__, caller.f_code, caller.f_lineno)
        if place not in _seen and len(_seen) < PLACES:
            _seen.add(place)
            note("call", "gc." + self.__name__, _arguments(args, kwargs), *_chain(caller))
        return self._real(*args, **kwargs)

    def __repr__(self):
        return repr(self._real)


def watch():
    for name in WATCHED:
        real = getattr(gc, name, None)  # freeze and unfreeze came with 3.7
        if real is not None and not isinstance(real, _Watched):
            setattr(gc, name, _Watched(real))


def _arguments(args, kwargs):
    return ", ".join([repr(each) for each in args] + ["%s=%r" % each for each in sorted(kwargs.items())])


def _chain(frame):
    chain = []
    while frame is not None and len(chain) < CALLERS:
        if not frame.f_code.co_filename.startswith("<frozen importlib"):
            chain.append("%s:%d %s" % (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return chain
