"""A counted load: usage: trial_load.py URL REQUESTS [FILE]. Prints the columns that hey -o csv prints; creates FILE when done."""
import socket
import sys
import time
import urllib.parse

url = urllib.parse.urlsplit(sys.argv[1])
began = time.monotonic()
rows = []
for _ in range(int(sys.argv[2])):
    started = time.monotonic()
    with socket.create_connection((url.hostname, url.port)) as connection:
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: test\r\n\r\n" % url.path.encode())
        answer = b""
        while True:
            part = connection.recv(4096)
            if not part:
                break
            answer += part
    if not answer:
        sys.exit("no answer from %s" % sys.argv[1])
    rows.append((time.monotonic() - started, int(answer.split()[1]), started - began))
print("response-time,status-code,offset")
for row in rows:
    print("%.6f,%d,%.6f" % row)
if len(sys.argv) > 3:
    open(sys.argv[3], "w").close()
