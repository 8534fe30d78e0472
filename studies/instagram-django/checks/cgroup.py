"""A memory cgroup of one's own, of version 1 or 2, as root makes one."""
import os
import signal
import time


class Unavailable(Exception):
    """Why this machine has none to give."""


class MemoryGroup:
    def __init__(self, limit_bytes=None):
        version, root = mounted()
        names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.oom_control") if version == 1 else (
            "memory.max", "memory.current", "memory.events")
        self.limit_file, self.usage_file, self.events_file = names
        self.folder = os.path.join(root, "lowtide-study-%d" % os.getpid())
        try:
            os.mkdir(self.folder)
        except OSError as refused:
            raise Unavailable("no group can be made in %s: %s" % (root, refused.strerror)) from refused
        if limit_bytes is not None:
            self.write(self.limit_file, limit_bytes)

    def write(self, name, value):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(str(value))

    def read(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return file.read()

    def join(self):
        """Puts the calling process into it, and whatever that starts."""
        self.write("cgroup.procs", os.getpid())

    def usage(self):
        return int(self.read(self.usage_file))

    def oom_kills(self):
        """Null before Linux 4.13, which does not count them."""
        counts = dict(line.split() for line in self.read(self.events_file).splitlines())
        return int(counts["oom_kill"]) if "oom_kill" in counts else None

    def close(self):
        """Ends what is left in it, as when the kernel killed the master first."""
        patience = time.monotonic() + 10
        while self.read("cgroup.procs").split() and time.monotonic() < patience:
            for pid in self.read("cgroup.procs").split():
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.02)
        os.rmdir(self.folder)


def mounted():
    """The version and the mount point of the hierarchy that has the memory controller."""
    with open("/proc/self/mounts") as file:
        mounts = [line.split() for line in file]
    for _, place, kind, options, *_ in mounts:
        if kind == "cgroup" and "memory" in options.split(","):
            return 1, place
    for _, place, kind, *_ in mounts:
        if kind == "cgroup2" and enable(place):
            return 2, place
    raise Unavailable("no cgroup hierarchy with the memory controller is mounted, or it cannot be enabled")


def enable(place):
    """Whether groups right below this one have the controller, or can be given it."""
    control = os.path.join(place, "cgroup.subtree_control")
    try:
        with open(control) as file:
            if "memory" in file.read().split():
                return True
        with open(control, "w") as file:
            file.write("+memory")
        return True
    except OSError:
        return False
