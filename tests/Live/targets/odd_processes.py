"""Processes that a TARGET may name by mistake: a thread of this one, and a zombie that nobody reaps."""
import os
import threading

from forking import say

ended = os.fork()
if ended == 0:
    os._exit(0)
os.waitid(os.P_PID, ended, os.WEXITED | os.WNOWAIT)  # it has ended, and stays what it is
end = threading.Event()
thread = threading.Thread(target=end.wait, daemon=True)
thread.start()
say(zombie=ended, thread=thread.native_id)
os.read(0, 1)
os._exit(0)
