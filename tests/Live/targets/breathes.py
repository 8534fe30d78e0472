"""A server of one process whose heap breathes as a collector's does: breathes.py PORT

Each request adds a MiB, and every fifty-third gives all of them back. PHASE says how many the first request finds: what one look sees right after a load is
then anything from one to 53, while the mean of a few periods is 27 MiB, whatever the phase.
"""
import http.server
import mmap
import os
import sys

PERIOD, PIECE = 53, 1 << 20

held = []


def hold():
    # A mapping of its own goes back to the kernel when it is closed; malloc might keep it.
    piece = mmap.mmap(-1, PIECE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for at in range(0, PIECE, mmap.PAGESIZE):
        piece[at] = 1
    held.append(piece)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if len(held) >= PERIOD:
            for piece in held:
                piece.close()
            held.clear()
        hold()
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


for _ in range(int(os.environ.get("PHASE", "0"))):
    hold()
http.server.HTTPServer.request_queue_size = 100
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
