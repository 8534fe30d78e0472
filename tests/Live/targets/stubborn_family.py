"""A master that leaves everything behind that a server can: usage: stubborn_family.py FIFO

Each process opens FIFO for writing, says who it is on one line, and holds it open until it ends. So whoever reads
FIFO knows when all are ready, and its end of file proves that none is left.
"""
import os
import signal
import sys

DEAF = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]


def say_and_wait(who):
    fifo = os.open(sys.argv[1], os.O_WRONLY)
    os.write(fifo, ("%s %d\n" % (who, os.getpid())).encode())
    while True:
        signal.pause()


def in_child(run):
    if os.fork() == 0:
        run()
        os._exit(0)


def deaf():
    for number in DEAF:
        signal.signal(number, signal.SIG_IGN)
    say_and_wait("deaf")


def daemonise():
    os.setsid()
    in_child(lambda: say_and_wait("daemon"))  # its parent ends: an orphan of a session of its own


def worker():
    in_child(lambda: say_and_wait("grandchild"))
    say_and_wait("worker")


in_child(deaf)
in_child(daemonise)
in_child(worker)
say_and_wait("master")
