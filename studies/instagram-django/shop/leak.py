"""A slow leak, for servers that recycle their workers: each feed leaves so many bytes in the worker that answered it.

LOWTIDE_STUDY_LEAK is how many, to some percent; without it nothing leaks. What is left are small objects, as of a cache that never forgets: they lie among
others, so that they go back to the kernel late when the worker ends.
"""
import os

ENTRY = 450  # bytes that one entry takes in CPython 3.11: a dict of 200, a string of 240
ENTRIES = int(os.environ.get("LOWTIDE_STUDY_LEAK", "0")) // ENTRY

never_forgotten = []


def keep(number):
    never_forgotten.extend({"number": number, "note": "%06d %06d %s" % (number, entry, "." * 176)} for entry in range(ENTRIES))
