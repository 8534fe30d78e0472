"""A closed loop of requests to a server on this machine, for what a load at a fixed rate does not show: how many it answers when busy."""
import http.client
import itertools
import sys
import threading

PATIENCE = 60  # seconds


def by_share(words):
    """The paths that `lowtide load --path` would be given, as in 2:/tasks: each as often as its share."""
    return [path for share, path in (word.split(":", 1) for word in words) for _ in range(int(share))]


class ClosedLoad:
    """So many connections, each of which asks again as soon as it is answered."""

    def __init__(self, port, paths, connections):
        self._answered = [0] * connections
        self._failed = None
        self._ended = False
        self._threads = [threading.Thread(target=self._ask, args=(port, paths, number), daemon=True) for number in range(connections)]
        for thread in self._threads:
            thread.start()

    def _ask(self, port, paths, number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            for path in itertools.islice(itertools.cycle(paths), number, None):
                if self._ended:
                    break
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    raise OSError("%s was answered with %d" % (path, answer.status))
                self._answered[number] += 1
        except (OSError, http.client.HTTPException) as why:
            self._failed = why
        finally:
            connection.close()

    def answered(self):
        if self._failed is not None:
            sys.exit("the load: %s" % self._failed)
        return sum(self._answered)

    def end(self):
        self._ended = True
        for thread in self._threads:
            thread.join(PATIENCE)
