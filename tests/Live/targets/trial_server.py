"""A prefork server small enough to be started a hundred times: usage: trial_server.py PORT [TROUBLE [FILE]]

The master loads 40,000 small containers with the collector off and forks two workers; a worker turns the collector on,
as a library would, and its first request makes it walk, and so copy, all that it inherited.

Answers 200 to every path but /missing (404). TROUBLE is one of
  ends     says why and ends with status 1 before it listens
  silent   never listens
  hangs    listens and never answers
  dies     all of it is killed by the 60th request of a worker
  deaf     does not end on SIGTERM; creates FILE when it gets one
  daemon   goes to the background
  vanish   as dies, but only in the third start (FILE counts them)
  crumbles as dies, from the third start on
  reloads  stays on SIGTERM, which creates FILE, and ends on SIGINT
  renews   replaces its workers on SIGHUP
  spawns   starts two processes by a command, that hold 40 MiB each
  leaks    hands its listening socket to whoever listens at the Unix socket FILE
"""
import gc
import os
import signal
import socket
import subprocess
import sys

PORT = int(sys.argv[1])
TROUBLE, FILE = (sys.argv[2:] + [None, None])[:2]


def count_starts():
    with open(FILE, "ab") as starts:
        starts.write(b".")
        return starts.tell()


def serve(listener):
    gc.enable()
    served = 0
    while True:
        connection, _ = listener.accept()
        request = connection.recv(4096)
        while request and b"\r\n\r\n" not in request:
            request += connection.recv(4096)
        served += 1
        if DIES and served == 60:
            os.killpg(0, signal.SIGKILL)
        if TROUBLE == "hangs":
            signal.pause()
        garbage = [[] for _ in range(2000)]  # more than a generation holds
        status = b"404 Not Found" if request.startswith(b"GET /missing") else b"200 OK"
        connection.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%d" % (
            status, len(b"%d" % len(garbage)), len(garbage)))
        connection.close()


def on_sigterm(*_):
    if TROUBLE in ("deaf", "reloads"):
        open(FILE, "w").close()
        return
    end()


def end(*_):
    for worker in WORKERS:
        os.kill(worker, signal.SIGKILL)
    os._exit(0)


print("loading", flush=True)
if TROUBLE == "ends":
    sys.exit("no catalogue at /srv/catalogue")
if TROUBLE == "daemon" and os.fork():
    os._exit(0)
DIES = TROUBLE == "dies" or TROUBLE == "vanish" and count_starts() == 3 or TROUBLE == "crumbles" and count_starts() >= 3
gc.disable()
CATALOGUE = [{"id": number, "name": "product %d" % number, "tags": [number]} for number in range(20000)]
WORKERS = []
signal.signal(signal.SIGTERM, on_sigterm)
if TROUBLE == "reloads":
    signal.signal(signal.SIGINT, end)
if TROUBLE == "silent":
    while True:
        signal.pause()
listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", PORT))
listening.listen(64)
if TROUBLE == "leaks":
    with socket.socket(socket.AF_UNIX) as keeper:
        keeper.connect(FILE)
        socket.send_fds(keeper, [b"keep"], [listening.fileno()])


def start_workers(*_):
    for worker in WORKERS:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
    WORKERS[:] = []
    for _ in range(2):
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN if TROUBLE == "deaf" else signal.SIG_DFL)
            serve(listening)
        WORKERS.append(pid)


start_workers()
if TROUBLE == "spawns":
    HOLD = "import sys; held = b'x' * (40 << 20); print(len(held), flush=True); sys.stdin.read()"
    SPAWNED = [subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    for each in SPAWNED:
        each.stdout.readline()
if TROUBLE == "renews":
    signal.signal(signal.SIGHUP, start_workers)
print("ready", flush=True)
while True:
    signal.pause()
