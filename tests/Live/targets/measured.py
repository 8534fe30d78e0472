"""Runs a command and says what it cost: measured.py SECONDS WORDS...

It prints {"status": ..., "seconds": ..., "cpu": ..., "peak": ..., "error": ...}: the exit status, or minus the number of the signal that ended it (9 where it
took more than SECONDS); processor seconds of all its threads; the most bytes that were resident (getrusage(2)); what it wrote to its standard error.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

with tempfile.TemporaryFile() as error:
    began = time.monotonic()
    command = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=error)
    signal.signal(signal.SIGALRM, lambda *_: command.send_signal(signal.SIGKILL))
    signal.alarm(int(sys.argv[1]))
    _, status, used = os.wait4(command.pid, 0)
    signal.alarm(0)
    seconds = time.monotonic() - began
    error.seek(0)
    said = error.read().decode(errors="replace")
command.returncode = os.waitstatus_to_exitcode(status)
print(json.dumps({
    "status": command.returncode, "seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * 1024, "error": said}))
