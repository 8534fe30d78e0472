"""Gives COUNT jobs to the worker at FOLDER/jobs, one after the other, and prints how long each took: give_jobs.py FOLDER COUNT"""
import os
import socket
import sys
import time

jobs = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
own = os.path.join(sys.argv[1], "giver")
if os.path.exists(own):
    os.unlink(own)
jobs.bind(own)
print("response-time,status-code,offset")
start = time.monotonic()
for number in range(int(sys.argv[2])):
    sent = time.monotonic()
    jobs.sendto(b"1000", os.path.join(sys.argv[1], "jobs"))
    jobs.recv(100)
    print("%.6f,200,%.6f" % (time.monotonic() - sent, sent - start))
