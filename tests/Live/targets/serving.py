"""A server of three forked workers on one socket, over preloaded objects: each request is answered with one line.

Says "port" and "workers". A worker reads a part of the objects for each request, so that pages are copied meanwhile.
"""
import os
import select
import socket

from forking import say

kept = [{"name": "item %d" % number} for number in range(150_000)]
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(256)


def serve():
    served = 0
    while True:
        ready = select.select([listener, 0], [], [])[0]
        if 0 in ready:
            os._exit(0)
        # All workers wake up for one connection; those that come too late go on.
        try:
            connection = listener.accept()[0]
        except BlockingIOError:
            continue
        connection.setblocking(True)
        connection.recv(100)
        for item in kept[served % 150 * 1000 : served % 150 * 1000 + 1000]:
            len(item["name"])
        connection.sendall(b"served\n")
        connection.close()
        served += 1


listener.setblocking(False)
workers = []
for _ in range(3):
    pid = os.fork()
    if pid == 0:
        serve()
    workers.append(pid)
say(port=listener.getsockname()[1], workers=[{"pid": pid} for pid in workers])
os.read(0, 1)
os._exit(0)
