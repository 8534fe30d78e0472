"""The programs of programs/, for what tries Lowtide on them."""
import os
import shlex
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))
LOWTIDE = os.environ.get("LOWTIDE", os.path.join(ROOT, "out", "lowtide"))
RESULTS = os.environ.get("STRANGERS_RESULTS", os.path.join(ROOT, "out", "strangers", "results"))
PORT = int(os.environ.get("PORT", "8731"))


class Program:
    def __init__(self, name):
        said = bash(name, 'prepare_program "$2" && printf "%s\\n" "$ready" "$preloads" "$stop_signal" "$dotnet" "$(declare -F give_load)" "${load[@]}"')
        self.name, (self.ready, self.preloads, self.stop, self.dotnet, self.jobs), self.load = name, said[:5], said[5:]
        self.url = "http://127.0.0.1:%d%s" % (PORT, self.ready)
        self.serve = [os.path.join(HERE, "serve"), name]
        self.load_line = self.call("give_load") if self.jobs else shlex.join(["lowtide", "load", "{url}"] + self.load)

    def call(self, function):
        """A line for the shell."""
        return shlex.join(["bash", "-c", '. "$1/parts/program.sh"; load_program "$2"; ' + function, function, HERE, self.name])

    def sign(self):
        """By which a trial knows that it is ready."""
        return ["--ready-command", self.call("is_ready")] if self.jobs else ["--ready", self.url]


def bash(name, script):
    done = subprocess.run(
        ["bash", "-c", '. "$1/parts/program.sh"; load_program "$2"; ' + script, "program", HERE, name], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("%s could not be made ready" % name)
    return done.stdout.splitlines()


def started(program, *by):
    """Ready to serve; by: words in front of its command, such as lowtide run."""
    server = subprocess.Popen(list(by) + program.serve, env=dict(os.environ, PORT=str(PORT)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    try:
        while not answers(program):
            if server.poll() is not None or time.monotonic() > until:
                sys.exit("%s did not start: %s" % (program.name, shlex.join(program.serve)))
            time.sleep(0.2)
    except BaseException:
        # Ctrl-C, too: nobody else knows it yet.
        server.kill()
        raise
    return server


def answers(program):
    if program.jobs:
        return subprocess.run(shlex.split(program.call("is_ready")), env=dict(os.environ, PORT=str(PORT)), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    try:
        urllib.request.urlopen(program.url, timeout=5).close()
    except urllib.error.HTTPError as answer:
        return answer.code < 500
    except OSError:
        return False
    return True


def stop(program, server):
    server.send_signal(getattr(signal, "SIG" + program.stop))
    server.wait()
    time.sleep(4)  # uWSGI's port is free some seconds after its master has gone
