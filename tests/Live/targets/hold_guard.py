"""Starts a guard and waits, as Lowtide does, until it is killed: usage: hold_guard.py GUARD LOG COMMAND...

Prints the guard's reports as they come.
"""
import subprocess
import sys

guard = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for report in guard.stdout:
    sys.stdout.buffer.write(report)
    sys.stdout.flush()
