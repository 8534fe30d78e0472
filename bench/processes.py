"""What benches ask of processes and servers on this machine; standard library only."""

import os
import pathlib
import socket
import sys
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")
READY_SECONDS = 60


def cpu_seconds(pid):
    """Of all threads, user and system."""
    fields = pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rolled_up(pid, field):
    """A field of smaps_rollup, in KiB."""
    for line in pathlib.Path("/proc/%d/smaps_rollup" % pid).read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise ValueError("no %s of %d" % (field, pid))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_it_answers(url, server):
    """The first answer to url of a server that was just started."""
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=READY_SECONDS) as answer:
                return answer.read()
        except OSError as why:
            if server.poll() is not None:
                sys.exit("the server ended with status %d before it answered" % server.returncode)
            if time.monotonic() > deadline:
                sys.exit("the server does not answer: %s" % why)
            time.sleep(0.1)
