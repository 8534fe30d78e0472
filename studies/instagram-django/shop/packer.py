"""A small serialisation library, in the manner of msgpack's old unpacker.

Unpacking makes many containers at once, so the author turned the collector off for that long
and on afterwards, without asking whether it had been on. Whoever called gc.disable() before
has it undone by the first message; a threshold of 0 is left alone.
"""
import gc
import struct


def pack(value):
    if isinstance(value, int):
        return b"i" + struct.pack("<q", value)
    if isinstance(value, str):
        data = value.encode()
        return b"s" + struct.pack("<I", len(data)) + data
    return b"l" + struct.pack("<I", len(value)) + b"".join(map(pack, value))


def unpack(data):
    gc.disable()
    try:
        return _read(data, 0)[0]
    finally:
        gc.enable()


def _read(data, at):
    kind = data[at : at + 1]
    if kind == b"i":
        return struct.unpack_from("<q", data, at + 1)[0], at + 9
    length = struct.unpack_from("<I", data, at + 1)[0]
    at += 5
    if kind == b"s":
        return data[at : at + length].decode(), at + length
    values = []
    for _ in range(length):
        value, at = _read(data, at)
        values.append(value)
    return values, at
