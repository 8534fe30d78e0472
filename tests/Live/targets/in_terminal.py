"""Runs a command in a terminal of its own: usage: in_terminal.py COLUMNS ROWS TIMES TEXT WORDS...

Hands on what the command writes there. When TEXT has come TIMES times it types Ctrl-C. Ends with the command's exit status, or
128 and the number of the signal that ended it.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

columns, rows, times = (int(word) for word in sys.argv[1:4])
text = sys.argv[4].encode()
pid, terminal = pty.fork()
if pid == 0:
    # The size is set before the command is there to ask for it.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvpe(sys.argv[5], sys.argv[5:], dict(os.environ, TERM="xterm-256color"))
seen = b""
typed = False
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # EIO: nobody holds the other side any more
        break
    if not part:
        break
    seen += part
    sys.stdout.buffer.write(part)
    sys.stdout.flush()
    if not typed and seen.count(text) >= times:
        typed = True
        os.write(terminal, b"\x03")
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
