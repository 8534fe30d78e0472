"""One start of the service, with mends: ready, asked, stopped."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SERVE = os.path.join(HERE, "serve")
PROGRAM = os.path.join(HERE, "..", "..", "out", "studies", "pyrus-aspnet", "forms")
READY_SECONDS = 60
ANSWER_SECONDS = 60
STOP_SECONDS = 30

# Each mend of the code by itself, and all of them together.
MENDS = {
    "rights": {"RIGHTS": "chunked"},
    "lists": {"LISTS": "chunked"},
    "documents": {"DOCUMENTS": "streamed"},
    "limit": {"LIMIT": "80"},
}
MENDS["all"] = {name: value for mend in list(MENDS.values()) for name, value in mend.items()}

RATE, PATHS = 20, ("2:/tasks?user=7", "2:/register", "1:/document")


def load_words(requests):
    """Behind `lowtide load`: a fixed rate, so that every start gets the same requests at the same times."""
    words = ["--rate", str(RATE), "-n", str(requests)]
    for path in PATHS:
        words += ["--path", path]
    return words


def lowtide():
    built = os.path.join(HERE, "..", "..", "out", "lowtide")
    return os.path.abspath(built) if os.path.exists(built) else shutil.which("lowtide")


def prepare(parser, script):
    """A wrong call where something is not built. The script begins anew below a PostgreSQL of its own, unless one runs for it already."""
    if not os.path.exists(PROGRAM):
        parser.error("the service is not built: studies/pyrus-aspnet/build")
    if lowtide() is None:
        parser.error("lowtide is not there: 'make build'")
    if "STORAGE" not in os.environ:
        services = os.path.join(HERE, "services")
        os.execv(services, [services, os.path.abspath(script), *sys.argv[1:]])


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Service:
    def __init__(self, mends=(), launcher=()):
        """The launcher is a command that becomes the one behind it."""
        self.port = free_port()
        self.url = "http://127.0.0.1:%d/" % self.port
        environment = dict(os.environ, PORT=str(self.port), **dict(mends))
        # Its own session: Ctrl-C reaches only the script, which then stops it in order.
        self.process = subprocess.Popen([*launcher, SERVE], env=environment, stdout=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        try:
            self.wait_ready(time.monotonic() + READY_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def wait_ready(self, deadline):
        while True:
            try:
                with urlopen(self.url, timeout=max(0.05, deadline - time.monotonic())) as answer:
                    answer.read()
                return
            except OSError as why:
                if self.process.poll() is not None:
                    sys.exit("the service ended with status %d before it was ready" % self.process.returncode)
                if time.monotonic() > deadline:
                    sys.exit("the service was not ready within %d s: %s" % (READY_SECONDS, why))
                time.sleep(0.05)

    def ask(self, path):
        try:
            with urlopen(self.url + path, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)
        except OSError as why:
            sys.exit("the service did not answer /%s: %s" % (path, why))

    def load(self, requests, log=None):
        """The document lowtide/load/1; each request goes to the log, a file that is not there yet."""
        words = [lowtide(), "load", self.url, "--json", *load_words(requests), *(["--log", log] if log else [])]
        ran = subprocess.run(words, stdout=subprocess.PIPE)
        if ran.returncode != 0:
            sys.exit(ran.returncode)  # it has said why
        return json.loads(ran.stdout.decode())
