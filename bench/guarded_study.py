"""One run of studies/instagram-django whose workers are recycled: its memory all the time, each recycle, and the latency of a load at one rate; standard
library only."""
import bisect
import collections
import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "studies", "instagram-django"))

from checks import memory  # noqa: E402
from checks.cgroup import MemoryGroup, Unavailable  # noqa: E402
from checks.server import WORKERS, Server  # noqa: E402

MIB = 1 << 20
EACH_WITH_GROUP, EACH_WITHOUT = 0.05, 0.5  # seconds between two samples; a summed PSS walks all pages, so that it is taken seldom
RESPAWNED = re.compile(rb"Respawned uWSGI worker (\d+) ")
# A worker with less than a minute of life is not recycled by default, which is long in a run whose leak is accelerated.
ALWAYS = {"UWSGI_MIN_WORKER_LIFETIME": "1"}


# So that whoever ends a bench ends its servers too.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))

Full = collections.namedtuple("Full", "rss family")


class Run:
    """What came out; times are seconds since the Epoch, as the load's log has them."""

    def __init__(self):
        self.samples, self.recycles, self.requests, self.load, self.guard_said = [], [], [], {}, ""

    def peak(self):
        """Of the whole run: it begins as what follows a deploy does, with workers of one age."""
        return max(held for _, held in self.samples)

    def latency(self, share, warm):
        """Without the first seconds, in which every worker serves its first request at once."""
        ordered = sorted(took for at, took, _ in self.requests if at >= self.requests[0][0] + warm)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def failed(self):
        return sum(status != 200 for _, _, status in self.requests)

    def recycles_per_thousand(self):
        """Of whole lives, from one end in a worker's place to the next there: where the run was cut does not count, nor do the lives that began with it.
        Where fewer were seen than there are places, all ends over all requests, which is rough; and whether it is not."""
        due = [at for at, _, _ in self.requests]
        ends = {}
        for at, place in self.recycles:
            ends.setdefault(place, []).append(bisect.bisect(due, at))
        lives = [later - one for each in ends.values() for one, later in zip(each, each[1:])]
        if len(lives) < WORKERS:
            return 1000 * len(self.recycles) / len(due), False
        return 1000 * WORKERS * len(lives) / sum(lives), True


@contextlib.contextmanager
def group_if_there_is_one():
    """A cgroup for server and guard, so that the kernel counts their memory; None where none can be made."""
    try:
        group = MemoryGroup()
    except Unavailable as why:
        print("no memory cgroup (%s): the peak is the family's summed PSS, every %.1f s" % (why, EACH_WITHOUT), file=sys.stderr)
        yield None
        return
    try:
        yield group
    finally:
        group.close()


def with_remedies(lowtide, remedies):
    return [lowtide, "run", *remedies, "--"] if remedies else []


def run(lowtide, remedies, leak, options, guard, rate, seconds):
    """The options are uWSGI's, by environment; the guard is a command with {pid} for the master's pid, or None."""
    words = ["env", "LOWTIDE_STUDY_LEAK=%d" % leak] + ["%s=%s" % pair for pair in {**ALWAYS, **options}.items()] + with_remedies(lowtide, remedies)
    found = Run()
    with group_if_there_is_one() as group, tempfile.TemporaryDirectory() as folder:
        with Server("instagram", "", words, group) as server:
            try:
                with watched(server, group, found), guarded(guard, server.process.pid, group, found):
                    log = os.path.join(folder, "requests.csv")
                    done = subprocess.run(
                        [lowtide, "load", "http://127.0.0.1:%d/" % server.port, "--rate", str(rate), "-d", "%ds" % seconds, "--no-keep-alive",
                         "--json", "--log", log], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    # Status 1 says that requests failed, which is a result here; without its document it is none.
                    if not done.stdout:
                        raise SystemExit("the load ended with %d: %s" % (done.returncode, done.stderr.decode()))
                    found.load = json.loads(done.stdout)
                    found.requests = requests(log)
            finally:
                # At once: an end in order would take its seconds, and tells nothing here.
                server.process.kill()
    return found


def calibrate(lowtide, remedies, rate):
    """What a worker and the family hold without a leak, once each has served some hundreds of requests, and then in MiB."""
    with group_if_there_is_one() as group, Server("instagram", "", with_remedies(lowtide, remedies), group) as server:
        try:
            subprocess.run([lowtide, "load", "http://127.0.0.1:%d/" % server.port, "--rate", str(rate), "-n", str(400 * WORKERS), "--no-keep-alive"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            members = server.memory()
            return Full(max(member["Rss"] for member in members[1:]), memory.pss(members))
        finally:
            server.process.kill()


def requests(log):
    with open(log) as file:
        rows = [line.strip().split(",") for line in list(file)[1:]]
    return [(float(start), float(took), int(status) if status.isdigit() else 0) for start, took, status in rows]


@contextlib.contextmanager
def watched(server, group, found):
    """Samples memory and reads the server's log for workers that came again."""
    ended = threading.Event()

    def watch():
        read = 0
        while not ended.wait(EACH_WITH_GROUP if group else EACH_WITHOUT):
            now = time.time()
            with contextlib.suppress(OSError, KeyError):  # a process ended while it was being read
                found.samples.append((now, held(group) if group else MIB * memory.pss(server.memory())))
            # By its place: the server writes at the same file's offset.
            said = os.pread(server.log.fileno(), 1 << 20, read)
            whole = said[:said.rfind(b"\n") + 1]
            read += len(whole)
            found.recycles += [(now, int(place)) for place in RESPAWNED.findall(whole)]

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def held(group):
    """Bytes without the cache of files, which would be given back."""
    name = "cache" if group.usage_file == "memory.usage_in_bytes" else "file"
    parts = dict(line.split() for line in group.read("memory.stat").splitlines())
    return group.usage() - int(parts[name])


@contextlib.contextmanager
def guarded(command, pid, group, found):
    """The guard runs in the server's cgroup: what it takes itself counts."""
    if command is None:
        yield
        return
    with tempfile.TemporaryDirectory() as history, tempfile.TemporaryFile() as said:
        words = [word.format(pid=pid, history=history) for word in shlex.split(command)]
        guard = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, preexec_fn=group.join if group else None)
        try:
            yield
            if guard.poll() is not None:
                said.seek(0)
                raise SystemExit("the guard ended with %d:\n%s" % (guard.returncode, said.read().decode()))
        finally:
            guard.send_signal(signal.SIGINT)
            try:
                guard.wait(10)
            except subprocess.TimeoutExpired:
                guard.kill()
                guard.wait()
            said.seek(0)
            found.guard_said = said.read().decode(errors="replace")
