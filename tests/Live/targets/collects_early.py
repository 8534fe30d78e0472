"""Under the kit: leaves cycles behind before and after an import, forks, and says which of them are left where."""
import gc
import json
import os
import sys
import weakref

gc.disable()


class Node(object):
    pass


def cycle():
    node = Node()
    node.itself = node
    return weakref.ref(node)


before = cycle()
if sys.argv[1] == "imports":
    import colorsys  # noqa: F401
after = cycle()
told, tell = os.pipe()
pid = os.fork()
if pid == 0:
    late = cycle()
    import colorsys  # noqa: F401,F811
    os.write(tell, json.dumps({"after": after() is not None, "late": late() is not None, "frozen": gc.get_freeze_count()}).encode())
    os._exit(0)
line = {"before": before() is not None, "after": after() is not None, "child": json.loads(os.read(told, 1000))}
os.waitpid(pid, 0)
print(json.dumps(line))
