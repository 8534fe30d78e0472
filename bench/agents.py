"""Programs that report servers' memory all the time, as benches start and ask them: ours, and others beside it; standard library only."""
import contextlib
import os
import re
import subprocess
import time
import urllib.request

from processes import free_port, wait_until_it_answers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXPORTER = "/usr/bin/prometheus-process-exporter"
NETDATA = "/usr/lib/netdata/plugins.d/apps.plugin"


@contextlib.contextmanager
def _ended(words, url):
    # netdata's plugin ends with its input.
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if url:
            wait_until_it_answers(url, process)
        yield process, url
    finally:
        process.terminate()
        process.wait()


def ours(folder, *options):
    """lowtide serve: the process, and where it tells its metrics."""
    address = "127.0.0.1:%d" % free_port()
    return _ended([os.path.join(ROOT, "out", "lowtide"), "serve", "--listen", address, "--history", os.path.join(folder, "history"), *options],
                  "http://%s/metrics" % address)


def exporter(folder, pid):
    """Debian's process-exporter, told to read smaps of every process of a name."""
    config = os.path.join(folder, "exporter.yml")
    with open(config, "w") as file:
        file.write("process_names:\n  - name: \"{{.PID}}\"\n    comm: [\"%s\"]\n" % open("/proc/%d/comm" % pid).read().strip())
    address = "127.0.0.1:%d" % free_port()
    return _ended([EXPORTER, "-config.path", config, "-gather-smaps=true", "-web.listen-address", address], "http://%s/metrics" % address)


def netdata():
    """Its apps plugin, which prints to its output each second."""
    return _ended([NETDATA, "1"], None)


def scrape(url):
    """Seconds and text."""
    began = time.monotonic()
    with urllib.request.urlopen(url, timeout=60) as answer:
        text = answer.read().decode()
    return time.monotonic() - began, text


def values(text, metric):
    """Of every series of a metric."""
    return [float(value) for value in re.findall(r"^%s(?:\{[^}]*\})? (\S+)$" % metric, text, re.M)]


def long_readings(text, seconds):
    """How many of lowtide's whole readings took longer, and how many there were."""
    buckets = dict((float(le), float(count)) for le, count in re.findall(r'^lowtide_read_seconds_bucket\{le="(\S+)"\} (\S+)$', text, re.M))
    return buckets[float("inf")] - buckets[seconds], buckets[float("inf")]
