"""A worker without an address: it takes jobs from the socket FOLDER/jobs, which is there while it works.

    job_worker.py FOLDER [leave]

With "leave" it leaves the socket's file behind when it ends.
"""
import os
import signal
import socket
import sys

path = os.path.join(sys.argv[1], "jobs")


def end(*_):
    if sys.argv[2:] != ["leave"]:
        os.unlink(path)
    os._exit(0)


signal.signal(signal.SIGTERM, end)
jobs = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
jobs.bind(path)
while True:
    number, reply = jobs.recvfrom(100)
    sum(range(int(number)))
    jobs.sendto(number, reply)
