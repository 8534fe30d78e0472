"""A supervisor that keeps a listening socket open: keeps_socket.py PORT COMMAND...

It hands the socket to COMMAND as descriptor 3, as systemd's socket activation does (sd_listen_fds(3)), and starts COMMAND anew each time that it has ended
without an error.
"""
import os
import socket
import sys

listening = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=512)
ended = 0
while ended == 0:
    child = os.fork()
    if child == 0:
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)  # it may be that one already
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execvp(sys.argv[2], sys.argv[2:])
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(f"it ended with {ended}", file=sys.stderr)
