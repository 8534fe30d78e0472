"""The kernel's merging of equal pages, on for a while, as root switches it."""
import os

FOLDER = "/sys/kernel/mm/ksm"

# Left as it comes, ksmd looks at 100 pages every 20 ms: a GiB takes it a minute, and it merges what it has seen twice.
PACE = {"run": "1", "pages_to_scan": "4000"}


class Merging:
    """Puts back what was set before. Where it may not, refused says why."""

    def __init__(self):
        self.before, self.refused = {}, None

    def __enter__(self):
        try:
            for name, value in PACE.items():
                path = os.path.join(FOLDER, name)
                with open(path) as file:
                    before = file.read().strip()
                with open(path, "w") as file:
                    file.write(value)
                self.before[path] = before
        except OSError as refused:
            self.refused = "ksmd cannot be switched on here (%s: %s)" % (refused.filename, refused.strerror)
        return self

    def __exit__(self, *_):
        for path, value in self.before.items():
            with open(path, "w") as file:
                file.write(value)
