"""A WSGI application whose workers are recycled, for uWSGI and gunicorn. Every answer is the worker's pid.

/             at once
/takes/0.2    after so many seconds of sleep
/works/0.2    after so many seconds of work, which holds the interpreter's lock
/grows/8      after it has written so many MiB that it keeps: its private memory grows by them at least
/shares       how many MiB the process that loaded this module holds for all (HOLDS)

HOLDS is how many MiB of objects are loaded with the module. LOADS is how many seconds loading takes.
"""
import os
import time

kept = []
held = [[number] for number in range(int(os.environ.get("HOLDS", "0")) * 8192)]  # each about 128 bytes, with its place and its number
time.sleep(float(os.environ.get("LOADS", "0")))


def works(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def application(environ, start_response):
    _, act, amount = (environ["PATH_INFO"] + "/").split("/")[:3]
    if act == "takes":
        time.sleep(float(amount))
    elif act == "works":
        works(float(amount))
    elif act == "grows":
        kept.append(os.urandom(1 << 20) * int(amount))  # not zero, and written: no other process can share it
    body = (str(len(held) // 8192) if act == "shares" else str(os.getpid())).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
