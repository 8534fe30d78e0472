"""Calls in each worker, at a low pace, and in a moment without requests as far as that can be told.

A worker is a forked child. Where Python's fork hooks run, a thread of the child's own looks every second, and takes the
process for idle when it uses hardly any CPU time. uWSGI without enable-threads gives no thread the interpreter while it
waits for requests; there the moment is the one after a request's answer has gone out (uwsgi.after_req_hook), and a worker
for which no fork hook ran is known by its first request.
"""
import os
import sys
import threading
import time

from lowtide_kit.finders import leave

PACE = 1.0
NAP = 0.05
PATIENCE = 60  # looks that find it busy, before it is called all the same


def each_worker(begin, wanted, act):
    """begin() once in each worker; then act() whenever wanted() says so and the process is idle."""
    begun = {"pid": None, "last": 0.0}

    def in_child():
        begun.update(pid=os.getpid(), last=time.monotonic())
        begin()
        if "uwsgi" not in sys.modules:
            thread = threading.Thread(target=_follow, args=(wanted, act), name="lowtide-idle")
            thread.daemon = True
            thread.start()

    def after_request():
        if begun["pid"] != os.getpid():
            in_child()
        elif time.monotonic() - begun["last"] >= PACE:
            begun["last"] = time.monotonic()
            if wanted():
                act()

    # threading was imported above: its own hook, which comes first, has made a new beginning by then.
    os.register_at_fork(after_in_child=in_child)
    sys.meta_path.insert(0, _UwsgiAwaited(after_request))


def _follow(wanted, act):
    while True:
        time.sleep(PACE)
        if not wanted():
            continue
        for _ in range(PATIENCE):
            if _is_idle():
                break
            time.sleep(PACE)
        act()


def _is_idle():
    used = time.process_time()
    time.sleep(NAP)
    return time.process_time() - used < NAP / 10


class _UwsgiAwaited(object):
    """Sets uwsgi.after_req_hook when the application is loaded: uWSGI makes its module after sitecustomize, and looks for
    the hook right after that load. Applications named as modules are imported (find_spec, which finds nothing here); files
    are run by PyImport_ExecCodeModule, which calls _fix_up_module (Python/import.c).
    """
    def __init__(self, after_request):
        import importlib._bootstrap_external as external
        self._after_request, self._external, self._fix_up = after_request, external, external._fix_up_module
        external._fix_up_module = self._fix_up_module

    def _fix_up_module(self, *args):
        self.find_spec(None)
        return self._fix_up(*args)

    def find_spec(self, name, path=None, target=None):
        uwsgi = sys.modules.get("uwsgi")
        if uwsgi is not None and leave(self):
            self._external._fix_up_module = self._fix_up
            uwsgi.after_req_hook = _both(getattr(uwsgi, "after_req_hook", None), self._after_request)
        return None


def _both(first, second):
    if not callable(first):
        return second

    def call():
        first()
        second()
    return call
