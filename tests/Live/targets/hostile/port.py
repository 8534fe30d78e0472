"""Listens under the name of a .NET runtime's diagnostic socket: usage: port.py FOLDER HOW [PID START]

The name is that of PID, which began at START (clock ticks), or its own. HOW it answers (diagnostics, docs/design-docs/ipc-protocol.md):
  silent     never
  garbage    64 KiB that are no answer, and on without end
  empty      a header that gives its own size as 0
  opened     a session, of which then nothing comes
  broken     a session, that is closed at once
  endless    a session, that tells without end what is no trace
  garbled    a session that tells what is no trace, and then waits
  told       a session that begins like a trace, and is closed
  huge       a session that begins like a trace, with a block that says that it has 2 GiB
  handed     a child does, which has the socket alone
  pipe       never: a pipe lies where the socket was
  link       never: a link lies where the socket was, to the socket
"""
import os
import socket
import struct
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from forking import say

folder, how = sys.argv[1:3]
with open("/proc/self/stat") as stat:
    pid, start = os.getpid(), int(stat.read().rpartition(")")[2].split()[19])
if len(sys.argv) > 3:
    pid, start = int(sys.argv[3]), int(sys.argv[4])
MAGIC = b"DOTNET_IPC_V1\0"
OPENED = MAGIC + struct.pack("<HBBH", 28, 0xFF, 0, 0) + struct.pack("<Q", 1)


BEGUN = b"Nettrace" + struct.pack("<i", 20) + b"!FastSerialization.1"


def object_of(name, version, content):
    """As FastSerialization writes one, without its end."""
    return b"\5\5\1" + struct.pack("<iii", version, version, len(name)) + name + b"\6" + content


# When it began, on which clock, of which process.
TRACE = struct.pack("<8HqqIIII", 2026, 11, 5, 27, 12, 0, 0, 0, 1, 1000000000, 8, 7, 2, 0)
HUGE = BEGUN + object_of(b"Trace", 4, TRACE + b"\6") + object_of(b"EventBlock", 2, struct.pack("<i", 0x7FFFFFFF))

asked = threading.Semaphore(0)


def answer(connection):
    try:
        if not connection.recv(1 << 16):
            return
        asked.release()
        if how == "silent":
            connection.recv(1 << 16)
        elif how == "garbage":
            while True:
                connection.sendall(b"\xff" * (64 << 10))
        elif how == "empty":
            connection.sendall(MAGIC + struct.pack("<HBBH", 0, 0xFF, 0, 0))
            connection.recv(1 << 16)
        elif how == "opened":
            connection.sendall(OPENED)
            connection.recv(1 << 16)
        elif how == "broken":
            connection.sendall(OPENED)
        elif how == "endless":
            connection.sendall(OPENED)
            while True:
                connection.sendall(os.urandom(1 << 16))
        elif how == "garbled":
            connection.sendall(OPENED + b"Nettrace" + b"\xee" * 1000)
            connection.recv(1 << 16)
        elif how == "told":
            connection.sendall(OPENED + BEGUN)
        elif how == "huge":
            connection.sendall(OPENED + HUGE + b"\0" * (1 << 20))
            connection.recv(1 << 16)
    except OSError:
        pass
    finally:
        connection.close()


name = os.path.join(folder, "dotnet-diagnostic-%d-%d-socket" % (pid, start))
listening = socket.socket(socket.AF_UNIX)
listening.bind(name)
listening.listen(8)
if how in ("pipe", "link"):
    os.rename(name, name + "-moved")
    os.mkfifo(name) if how == "pipe" else os.symlink(name + "-moved", name)


def serve():
    while True:
        threading.Thread(target=answer, args=(listening.accept()[0],), daemon=True).start()


if how == "handed":
    if os.fork() == 0:
        threading.Thread(target=serve, daemon=True).start()
        os.read(0, 1)
        os._exit(0)
    listening.close()
else:
    threading.Thread(target=serve, daemon=True).start()
say(pid=pid)
for line in sys.stdin:  # "asked": once it has been asked for one thing more
    asked.acquire()
    say(asked=True)
os._exit(0)
