"""Ends with what a command says of a process whose pid another had before, which left the socket of its name to a third: usage: reused.py FOLDER COMMAND...

To be run as the first process of a pid namespace of its own, and of one of mounts. PID in the command is the pid of the process: a .NET runtime without a
socket, by the program DOTNET_TARGET of the environment. The third binds a socket of a name with a line feed besides, so that the kernel's table has a line
more (unix_seq_show, net/unix/af_unix.c): that the socket is of an inode which the process has among its descriptors.
"""
import os
import socket
import subprocess
import sys

folder, command = sys.argv[1], sys.argv[2:]
PID = 300


def fork_next(work):
    """A child of the pid PID, which does work and ends."""
    with open("/proc/sys/kernel/ns_last_pid", "w") as last:
        last.write(str(PID - 1))
    pid = os.fork()
    if pid == 0:
        work()
        os._exit(0)
    assert pid == PID, pid
    return pid


def listen():
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(name)
    listening.listen(8)
    if os.fork() == 0:
        os.read(go[0], 1)
        inode = os.fstat(held.fileno()).st_ino
        forged = "a\n0: 2 0 00010000 1 1 %d %s" % (inode, name)
        os.chdir(folder)
        os.makedirs(os.path.dirname(forged))
        more = socket.socket(socket.AF_UNIX)
        more.bind(forged)
        more.listen(8)
        os.write(ready[1], b"x")
        while True:
            listening.accept()[0].close()


def run():
    os.set_inheritable(held.fileno(), True)
    os.dup2(ready[1], 1)
    os.execvpe("dotnet", ["dotnet", os.environ["DOTNET_TARGET"], "idle"], dict(os.environ, TMPDIR="/nowhere", DOTNET_EnableDiagnostics_Debugger="0"))


go, ready, wait = os.pipe(), os.pipe(), os.pipe()
held, other = socket.socketpair()
name = os.path.join(folder, "dotnet-diagnostic-%d-1-socket" % PID)
os.waitpid(fork_next(listen), 0)
os.dup2(wait[0], 0)  # the runtime waits for the end of its input, which is ours
process = fork_next(run)
os.read(ready[0], 1 << 16)  # its line: it runs
os.write(go[1], b"x")
os.read(ready[0], 1)
sys.exit(subprocess.run([word.replace("PID", str(PID)) for word in command], stdin=subprocess.DEVNULL).returncode)
