"""Holds a listening socket as systemd does for a service with socket activation, and starts the service anew when it ends.

    activated.py PORT COMMAND...    the command finds the socket as its descriptor 3 and LISTEN_FDS and LISTEN_PID in its environment

Asked to end (TERM) it asks the service, and ends with it.
"""
import os
import signal
import socket
import sys

held = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=1024)
service = 0
asked = False


def end(*_):
    global asked
    asked = True
    if service:
        os.kill(service, signal.SIGTERM)


signal.signal(signal.SIGTERM, end)
while not asked:
    service = os.fork()
    if not service:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(held.fileno(), 3)
        os.set_inheritable(3, True)  # dup2 of 3 to itself leaves it closed at exec
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execvp(sys.argv[2], sys.argv[2:])
    os.waitpid(service, 0)
    service = 0
