"""One start of the study's server: ready, loaded, measured, stopped."""
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from urllib.request import urlopen

from checks import memory

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORKERS = 4
CONNECTIONS = 8
READY_SECONDS = 60
STOP_SECONDS = 60
RELOAD_SECONDS = 60
ASK_AGAIN_SECONDS = 2


class Server:
    def __init__(self, setting, folder, prefix=(), group=None):
        """The folder may hold a sitecustomize.py; it is put before the caller's PYTHONPATH. The prefix is a command that becomes
        the one behind it; the group, of checks.cgroup, is where the server runs."""
        self.port = free_port()
        paths = [folder, os.environ.get("PYTHONPATH", "")]
        self.environment = dict(
            os.environ, PORT=str(self.port), PYTHONPATH=":".join(path for path in paths if path)
        )
        self.command = list(prefix) + [os.path.join(HERE, "serve"), setting]
        self.group = group
        self.log = tempfile.TemporaryFile()
        self.process = None

    def __enter__(self):
        started = time.monotonic()
        # Its own session: Ctrl-C reaches only the check, which then stops the server in order.
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=self.group.join if self.group else None,
        )
        try:
            self.wait_ready(started + READY_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        self.start_seconds = time.monotonic() - started
        return self

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            # The session holds nothing but what this start began.
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
            self.log.close()

    def wait_ready(self, deadline):
        # uWSGI listens before it loads, so the first request simply waits for the answer.
        while True:
            try:
                self.get("/collector/", READY_SECONDS)
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.log.seek(0)
                    raise SystemExit("check: the server did not start:\n" + self.log.read().decode())
                time.sleep(0.02)

    def get(self, path, timeout=30):
        with urlopen("http://127.0.0.1:%d%s" % (self.port, path), timeout=timeout) as answer:
            return json.load(answer)

    def collectors(self):
        """What each worker says of its collector; asked until every worker has answered."""
        answers = {}
        for _ in range(400):
            answer = self.get("/collector/")
            answers[answer["pid"]] = answer
            if len(answers) == WORKERS:
                return list(answers.values())
        raise SystemExit("check: only %d of %d workers ever answered" % (len(answers), WORKERS))

    def memory(self):
        return memory.family(self.process.pid)

    def load(self, requests):
        requests -= requests % CONNECTIONS  # hey sends each connection the same number and drops the rest
        url = "http://127.0.0.1:%d/" % self.port
        command = ["hey", "-n", str(requests), "-c", str(CONNECTIONS), "-disable-keepalive", url]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
        if "[200]\t%d responses" % requests not in output:
            raise SystemExit("check: not every request was answered with 200:\n" + output)
        return float(re.search(r"Requests/sec:\s*([0-9.]+)", output).group(1))

    def reload(self):
        """Seconds until the workers of before are gone, and until all new ones have answered: None if they never do, as when
        the kernel killed the master."""
        old, new = set(memory.children(self.process.pid)), set()
        started, gone = time.monotonic(), None
        self.process.send_signal(signal.SIGHUP)
        while time.monotonic() - started < RELOAD_SECONDS and self.process.poll() is None:
            if gone is None and not any(alive(pid) for pid in old):
                gone = time.monotonic() - started
            try:
                # uWSGI keeps its port open meanwhile: a request waits until a new worker takes it.
                new |= {self.get("/collector/", 0.2)["pid"]} - old
            except (OSError, ValueError):
                pass
            if len(new) >= WORKERS and gone is not None:
                return gone, time.monotonic() - started
        return time.monotonic() - started if gone is None else gone, None

    def stop(self):
        """Seconds to stop, and the highest summed PSS meanwhile: finalisation writes too."""
        started, asked, peak = time.monotonic(), float("-inf"), 0
        while self.process.poll() is None:
            now = time.monotonic()
            if now - started > STOP_SECONDS:
                raise SystemExit("check: the server did not stop")
            if now - asked > ASK_AGAIN_SECONDS:
                # Again and again, because uWSGI loses a SIGTERM that comes before it has forked.
                self.process.terminate()
                asked = now
            try:
                peak = max(peak, memory.pss(self.memory()))
            except (OSError, KeyError):
                pass  # a process ended while it was being read
            time.sleep(0.05)
        return time.monotonic() - started, peak


def alive(pid):
    """False for a zombie too: it holds no memory any more."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
