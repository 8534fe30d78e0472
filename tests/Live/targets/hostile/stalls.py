"""A process whose program lies on a FUSE file system that no longer answers.

    stalls.py FOLDER PROGRAM [lock|lock-later|lock-crowd|layers|flips]

It mounts one on FOLDER, in a mount namespace of its own, which shows PROGRAM as the file python3.11; maps it as a program is, says {"pid": ...}, and from
then on the file system answers nothing. Ends with its input: then the connection is closed, and whoever waits for an answer gets an error.

With "lock" one of its threads waits for that file system within mmap(2), so that it holds the lock of its mappings: a file opened for direct input and
output is first written back (fuse_file_mmap in fs/fuse/file.c), and a page that was changed by another mapping of it is never taken.

With "lock-later" it does so once somebody opens the FIFO whose name is FOLDER's and ".fifo".

With "lock-crowd" it is 40 processes that do so, of the user nobody.

With "layers" the program is mapped by way of an overlay that lies on that file system.

With "flips" a thread maps, as fast as it can, now memory that is shared as a kit's notes are, now that program, at one address: whoever looks first and
reads then meets the file system.
"""
import ctypes
import errno
import json
import mmap
import os
import struct
import sys
import threading
import time

folder, program = sys.argv[1:3]
how = "".join(sys.argv[3:])
locks, layers, later = how.startswith("lock"), how == "layers", folder + ".fifo"
content = open(program, "rb").read()

CROWD = 40
NEW_MOUNTS, PRIVATE, RECURSIVE = 0x20000, 1 << 18, 0x4000  # sched.h, sys/mount.h
libc = ctypes.CDLL(None, use_errno=True)


def call(done):
    if done != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


call(libc.unshare(NEW_MOUNTS))
call(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
device = os.open("/dev/fuse", os.O_RDWR)
if layers:
    call(libc.mount(b"none", folder.encode(), b"tmpfs", 0, None))
    above = os.path.join(folder, "layers")
    folder = os.path.join(folder, "below")
    for made in (above, folder):
        os.mkdir(made)
call(libc.mount(b"stalls", folder.encode(), b"fuse", 0, b"fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other" % device))

# include/uapi/linux/fuse.h: what is asked, and what is answered.
LOOKUP, FORGET, GETATTR, OPEN, READ, INIT, INTERRUPT, FORGETS, STATFS = 1, 2, 3, 14, 15, 26, 36, 42, 17
ROOT, FILE = 1, 2
DIRECT = 1 | 2  # FOPEN_DIRECT_IO, FOPEN_KEEP_CACHE: opening it leaves the changed page where it is
opened = 0
DIRECTORY_MODE, FILE_MODE = 0o40755, 0o100755


def attributes(node):
    size, mode = (0, DIRECTORY_MODE) if node == ROOT else (len(content), FILE_MODE)
    return struct.pack("<6Q10I", node, size, size // 512, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def answer(kind, node, body):
    if kind == INIT:
        return struct.pack("<4I2H2I2H8I", 7, 31, 0, 0, 16, 16, 4096, 1, 0, 0, *[0] * 8)
    if kind == LOOKUP and body == b"python3.11\0":
        return struct.pack("<4Q2I", FILE, 0, 0, 0, 0, 0) + attributes(FILE)
    if kind == STATFS:
        return struct.pack("<5Q4I24x", 0, 0, 0, 0, 0, 4096, 255, 4096, 0)
    if kind == GETATTR:
        return struct.pack("<Q2I", 0, 0, 0) + attributes(node)
    if kind == OPEN:
        global opened
        opened += 1
        return struct.pack("<Q2I", 0, DIRECT if opened == 2 else 0, 0)
    if kind == READ:
        _, offset, size = struct.unpack_from("<QQI", body)
        return content[offset:offset + size]
    return None


def serve(ready):
    """Until the target is ready; then it only takes requests, so that they are with it for good."""
    while True:
        try:
            request = os.read(device, 1 << 20)
        except OSError as failure:
            if failure.errno == errno.EINTR:
                continue
            return
        _, kind, unique, node = struct.unpack_from("<2I2Q", request)
        if kind in (FORGET, FORGETS, INTERRUPT) or ready():
            continue
        made = answer(kind, node, request[40:])
        failed = -errno.ENOSYS if made is None else 0
        os.write(device, struct.pack("<IiQ", 16 + len(made or b""), failed, unique) + (made or b""))


told, tell = os.pipe()
mapped, say_mapped = os.pipe()
target = os.fork()
if target == 0:
    os.close(told)
    os.close(device)
    if layers:
        # Two below each other, as it has no place to write to.
        call(libc.mount(b"layers", above.encode(), b"overlay", 1, b"lowerdir=%s:%s" % (folder.encode(), above.encode())))
    path = os.path.join(above if layers else folder, "python3.11")
    file = os.open(path, os.O_RDWR if locks else os.O_RDONLY)
    kept = mmap.mmap(file, 0, flags=mmap.MAP_SHARED if locks else mmap.MAP_PRIVATE, prot=mmap.PROT_READ | (mmap.PROT_WRITE if locks else mmap.PROT_EXEC))
    kept[0:CROWD * 4096:4096]
    direct = os.open(path, os.O_RDWR) if locks else None
    os.write(tell, b".")
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    if how == "lock-later":
        os.write(say_mapped, b".")
        os.close(os.open(later, os.O_RDONLY))
    page = 0
    if how == "lock-crowd":
        KILLED, ENDS_WITH_PARENT, NOBODY = 9, 1, 65534  # linux/prctl.h
        for page in range(CROWD):  # each its own, as a page that is being written back is waited for without the lock
            if os.fork() == 0:
                break
        else:
            os.close(say_mapped)
            sys.stdin.read()
            os._exit(0)
        os.setuid(NOBODY)
        call(libc.prctl(ENDS_WITH_PARENT, KILLED))
    if locks:
        kept[page * 4096] = 1
        waiting = threading.Thread(target=lambda: libc.mmap(None, 4096, 1, 2, direct, 0), daemon=True)
        waiting.start()
        while open("/proc/self/task/%d/stat" % waiting.native_id).read().split(") ")[-1][0] != "D":
            time.sleep(0.01)
    if how == "flips":
        READ, PRIVATELY, SHARED, AT = 1, 2, 1, 0x10  # sys/mman.h
        sheet = 17 * 4096  # kits/python/lowtide_kit/notes.py
        zeros = os.open("/dev/zero", os.O_RDWR)
        address = libc.mmap(None, sheet, READ, SHARED, zeros, 0)

        def flip():
            while True:
                libc.mmap(address, sheet, READ, PRIVATELY | AT, file, 1 << 20)
                libc.mmap(address, sheet, READ, SHARED | AT, zeros, 0)

        threading.Thread(target=flip, daemon=True).start()
    os.write(say_mapped, b".")
    sys.stdin.read()
    os._exit(0)

os.set_blocking(told, False)
stalled = False


def ready():
    global stalled
    if not stalled:
        try:
            stalled = os.read(told, 1) == b"."
        except BlockingIOError:
            pass
    return stalled


server = os.fork()
if server == 0:
    serve(ready)
    os._exit(0)
os.close(device)
os.close(tell)
os.close(say_mapped)
for _ in range(CROWD if how == "lock-crowd" else 1):
    os.read(mapped, 1)
print(json.dumps({"pid": target, "server": server}), flush=True)
sys.stdin.read()
os.kill(server, 9)
os.waitpid(server, 0)
os.kill(target, 9)
os.waitpid(target, 0)
