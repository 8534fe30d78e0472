"""Looks like a process with Ruby's kit, and says that the kit lies wherever RUBYLIB points: usage: hostile_kit.py

The sheet is that of kits/ruby/lib/lowtide_kit/watch.rb.
"""
import json
import mmap
import os
import struct
import sys
import time

text = ("stat\t%d\t%.3f\tcount=1\n" % (os.getpid(), time.time())).encode()
sheet = mmap.mmap(-1, 5 * 4096)
sheet[:16] = b"lowtide-ruby 1\n\0"
sheet[16:32] = struct.pack("<qq", 2, len(text))
sheet[32:32 + len(text)] = text
print(json.dumps({"pid": os.getpid()}), flush=True)
sys.stdin.read()
