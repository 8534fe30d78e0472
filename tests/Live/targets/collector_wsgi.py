"""A WSGI program whose every answer is the collector's state in the process that answers."""
import gc
import json
import os

gc.set_threshold(4321, 11, 12)
gc.disable()


def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps({
        "pid": os.getpid(),
        "enabled": gc.isenabled(),
        "threshold": gc.get_threshold(),
        "stats": gc.get_stats(),
    }).encode()]
