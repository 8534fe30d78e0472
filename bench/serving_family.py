"""A prefork server as benches need one: a master that writes so many MiB and forks workers, which answer requests at a rate; standard library only."""
import contextlib
import json
import mmap
import os
import select
import socket
import threading
import time

PAGE = mmap.PAGESIZE
WORK = {"items": [{"id": number, "name": "item %d" % number, "tags": ["a", "b", "c"]} for number in range(60)]}


class Family:
    """Of a master, its pid; and of the port that its workers listen on."""

    def __init__(self, pid, port):
        self.pid, self.port, self.answered, self.failed = pid, port, 0, 0

    def workers(self):
        with open("/proc/%d/task/%d/children" % (self.pid, self.pid)) as file:
            return [int(pid) for pid in file.read().split()]

    def cpu_seconds(self):
        """Of all workers, to the nanosecond: Documentation/scheduler/sched-stats.rst."""
        total = 0
        for pid in self.workers():
            with open("/proc/%d/schedstat" % pid) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def ask(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=10) as peer:
                peer.sendall(b"?")
                answer = peer.recv(64)
            self.answered, self.failed = self.answered + (answer == b"done"), self.failed + (answer != b"done")
        except OSError:
            self.failed += 1

    @contextlib.contextmanager
    def load(self, rate):
        """So many requests a second, each when it is due; who is late sends the next at once."""
        done = threading.Event()

        def send():
            due = time.monotonic()
            while not done.wait(max(0, due - time.monotonic())):
                self.ask()
                due += 1 / rate

        sender = threading.Thread(target=send)
        sender.start()
        try:
            yield self
        finally:
            done.set()
            sender.join()


@contextlib.contextmanager
def family(workers, size):
    """Ready, and ended afterwards. A request takes a millisecond or two, 64 fresh pages that are given back, and now and then a copy of an inherited page."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    listener.setblocking(False)
    told, tell = os.pipe()
    held, hold = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(hold)
        os.close(told)
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.madvise(mmap.MADV_NOHUGEPAGE)
        for at in range(0, size, PAGE):
            memory[at] = 1
        for number in range(workers):
            if os.fork() == 0:
                try:
                    _serve(listener, held, memory, number * PAGE, workers * PAGE)
                finally:
                    os._exit(1)
        os.write(tell, b".")
        os.read(held, 1)
        os._exit(0)
    os.close(held)
    os.close(tell)
    if not os.read(told, 1):
        raise RuntimeError("the family did not start")
    try:
        yield Family(pid, listener.getsockname()[1])
    finally:
        os.close(hold)
        os.waitpid(pid, 0)
        listener.close()


def _serve(listener, held, memory, at, step):
    served = 0
    while True:
        ready, _, _ = select.select([held, listener], [], [])
        if held in ready:
            os._exit(0)
        try:
            peer, _ = listener.accept()
        except BlockingIOError:
            continue
        with peer:
            peer.setblocking(True)
            peer.recv(1)
            json.loads(json.dumps(WORK))
            with mmap.mmap(-1, 64 * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as fresh:
                for page in range(0, 64 * PAGE, PAGE):
                    fresh[page] = 1
            served += 1
            if served % 10 == 0:
                memory[at % len(memory)] = 2
                at += step
            peer.sendall(b"done")
