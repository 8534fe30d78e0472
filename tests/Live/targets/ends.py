"""Ends in the way that its argument names; what it prints, its status and the file that it leaves are the test's."""
import os
import resource
import sys


def plain(place):
    print("no line's end", end="")


def status(place):
    sys.exit(3)


def raised(place):
    raise SystemExit(5)


def text(place):
    raise SystemExit("a reason")


def unhandled(place):
    raise ValueError("nobody's")


def interrupted(place):
    raise KeyboardInterrupt


def thread(place):
    import threading
    main = threading.main_thread()

    def outlive():
        main.join()
        print("the thread's last words")
    threading.Thread(target=outlive).start()


def daemon(place):
    import threading
    begun = threading.Event()

    def forever():
        while True:
            begun.set()
    threading.Thread(target=forever, daemon=True).start()
    begun.wait()


def file(place):
    global kept
    kept = open(place, "w")
    kept.write("still in the buffer")


def binary_file(place):
    import pathlib
    global kept
    kept = pathlib.Path(place).open("wb")
    kept.write(b"still in the buffer")


def full_disk(place):
    sys.stdout = open("/dev/full", "w")
    print("lost")


def temporary_folder(place):
    import tempfile
    global kept
    kept = tempfile.TemporaryDirectory()
    with open(place, "w") as file:
        file.write(kept.name)


def executor(place):
    from concurrent.futures import ThreadPoolExecutor
    ThreadPoolExecutor(1).submit(print, "done")


def processes(place):
    import multiprocessing
    context = multiprocessing.get_context("fork")
    child = context.Process(target=sys.exit, args=(4,))
    child.start()
    child.join()
    print(child.exitcode)


def handlers(place):
    import atexit
    import logging
    logging.basicConfig(stream=sys.stdout)
    atexit.register(logging.warning, "registered first, runs last")

    def imports():
        import csv
        print(csv.__name__)
    atexit.register(imports)


def destructor(place):
    class Loud(object):
        def __del__(self):
            os.write(1, b"taken apart\n")
    global kept
    kept = Loud()


def copies(place):
    """A forked child's page faults from sys.exit to its end: what it copies then."""
    kept = sys.modules[__name__].kept = [{"number": number, "list": [number]} for number in range(100000)]
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(tell, b"%d" % resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
        sys.exit(0)
    _, _, usage = os.wait4(pid, 0)
    print(usage.ru_minflt - int(os.read(told, 100)), len(kept))


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2])
