"""Starts a server by a command, as a shell does: a Python of its own, that forks two workers. All end with the standard input."""
import os
import subprocess
import sys

from forking import say

SERVER = """
import os, sys
kept = [str(number) for number in range(60000)]
for _ in range(2):
    if os.fork() == 0:
        os.read(0, 1)
        os._exit(0)
print("forked", flush=True)
os.read(0, 1)
os._exit(0)
"""
child = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE)
child.stdout.readline()
say(child=child.pid)
child.wait()
