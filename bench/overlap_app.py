"""An application of 60 MiB that workers share, of which each takes 12 MiB more at its first request, and 20 more for /more; for guard-overlap."""
import os

# Objects, not bytes: a worker that ends takes each apart, and so copies its page.
LOADED = [[number, str(number)] for number in range(400000)]
taken = bytearray()


def application(environ, start_response):
    if not taken:
        taken.extend(b"x" * (12 << 20))
    if environ["PATH_INFO"] == "/more":
        taken.extend(b"y" * (20 << 20))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"%d" % os.getpid()]
