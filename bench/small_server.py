"""A prefork server small enough to be started many times: loads a little, forks two workers, answers every GET."""

import http.server
import os
import signal
import socketserver
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = str(sum(LOADED[:100])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


LOADED = list(range(1000000))
socketserver.TCPServer.allow_reuse_address = True
server = socketserver.TCPServer(("127.0.0.1", int(sys.argv[1])), Handler)
workers = []
for _ in range(2):
    pid = os.fork()
    if pid == 0:
        server.serve_forever()
    workers.append(pid)


def stop(*_):
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    sys.exit(0)


signal.signal(signal.SIGTERM, stop)
while True:
    signal.pause()
