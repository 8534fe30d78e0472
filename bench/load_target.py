"""Starts a server that says its port in JSON when it listens, and ends with its standard input; standard library only."""

import contextlib
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOWTIDE = os.path.join(ROOT, "out", "lowtide")


@contextlib.contextmanager
def server(script, *arguments, cpu=None):
    """Yields its address; on one CPU where that is given."""
    pinned = ["taskset", "-c", str(cpu)] if cpu is not None else []
    process = subprocess.Popen(pinned + [sys.executable, os.path.join(ROOT, script), "0", *arguments],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield "http://127.0.0.1:%d/" % json.loads(process.stdout.readline())["port"]
    finally:
        process.stdin.close()
        process.wait()


def lowtide(url, *options, cpu=None):
    """What `lowtide load` measured."""
    pinned = ["taskset", "-c", str(cpu)] if cpu is not None else []
    done = subprocess.run(pinned + [LOWTIDE, "load", url, "--json", *options], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)
