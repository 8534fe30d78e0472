"""A small HTTP server of one thread that goes wrong as asked: usage: load_server.py PORT [TROUBLE [NUMBER [SECONDS]]]

Answers 200 and "served PATH BODY". PORT 0 takes a free one. Says {"port": ...} when it listens, ends with its standard input.
GET /counts answers how many requests each path got, itself left out, and on how many connections.
TROUBLE is one of
  stalls NUMBER SECONDS   does nothing at all for SECONDS at the NUMBERth request
  pauses NUMBER SECONDS   does nothing at all for SECONDS every NUMBER seconds
  slow NUMBER             each request takes NUMBER seconds of the one thread
  closes NUMBER           closes a connection without a word after NUMBER answers
  drops NUMBER            closes a connection in the place of every NUMBERth answer
  errors                  500 to everything
  silent                  never answers
  short                   promises more bytes than it sends, and closes
  gibberish               answers no HTTP, but escapes for a terminal
  dies NUMBER             ends at the NUMBERth request
  resets                  resets each connection as soon as it is there, but for the first
"""
import asyncio
import json
import os
import socket
import struct
import sys
import threading
import time

TROUBLE = sys.argv[2] if len(sys.argv) > 2 else ""
NUMBER = float(sys.argv[3]) if len(sys.argv) > 3 else 0
SECONDS = float(sys.argv[4]) if len(sys.argv) > 4 else 0
COUNTS = {}
CONNECTIONS = []  # those that sent a request


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.pending, self.answered = transport, b"", 0

    def data_received(self, data):
        self.pending += data
        while b"\r\n\r\n" in self.pending:
            head, rest = self.pending.split(b"\r\n\r\n", 1)
            length = sum(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
            if len(rest) < length:
                return
            self.pending = rest[length:]
            self.answer(head.split(b" ")[1].decode(), rest[:length], b"connection: close" in head.lower())

    def answer(self, path, body, last):
        if path == "/counts":
            return self.send(200, json.dumps({"paths": COUNTS, "connections": len(CONNECTIONS)}).encode())
        if self not in CONNECTIONS:
            CONNECTIONS.append(self)
        COUNTS[path] = COUNTS.get(path, 0) + 1
        served = sum(COUNTS.values())
        if TROUBLE == "dies" and served == NUMBER:
            os._exit(1)
        if TROUBLE == "stalls" and served == NUMBER:
            time.sleep(SECONDS)
        if TROUBLE == "drops" and served % NUMBER == 0:
            return self.transport.close()
        if TROUBLE == "slow":
            time.sleep(NUMBER)
        if TROUBLE == "silent":
            return
        if TROUBLE == "short":
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfew")
            return self.transport.close()
        if TROUBLE == "gibberish":
            self.transport.write(b"\x1b[31mno HTTP\r\n\r\n")
            return self.transport.close()
        self.send(500 if TROUBLE == "errors" else 200, b"served %s %s" % (path.encode(), body))
        self.answered += 1
        if last or TROUBLE == "closes" and self.answered == NUMBER:
            self.transport.close()

    def send(self, status, body):
        self.transport.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body))


async def pause():
    while True:
        await asyncio.sleep(NUMBER)
        time.sleep(SECONDS)


def reset_all(listening):
    """Closes without lingering, which sends a reset (socket(7), SO_LINGER). Who looks whether a server is there is let in."""
    first, _ = listening.accept()
    while True:
        connection, _ = listening.accept()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()


async def main():
    loop = asyncio.get_running_loop()
    if TROUBLE == "resets":
        listening = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=1024)
        threading.Thread(target=reset_all, args=(listening,), daemon=True).start()
        print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
        return await loop.run_in_executor(None, sys.stdin.read)
    server = await loop.create_server(Connection, "127.0.0.1", int(sys.argv[1]), backlog=1024)
    tasks = [asyncio.ensure_future(pause())] if TROUBLE == "pauses" else []
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()


asyncio.run(main())
