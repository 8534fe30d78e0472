"""A worker takes references to functions and code objects of three names and keeps them; another one stands by.

Each name has a third of each kind. The names are those of a function, a method and a function inside another one, of which two are not ASCII.
"""
import gc
import sys

from forking import SharedPages, Worker, finish

EACH = 20_000
NAMES = ["plain", "Shop.größe", "outer.<locals>.页"]

SOURCE = """
def plain(a, b):
    return a + b

class Shop:
    def größe(self, a):
        return [a, self]

def outer():
    def 页(a, b):
        return a * b
    return 页
"""

views = {"__name__": "shop.views"}
exec(compile(SOURCE, "/srv/shop/views.py", "exec"), views)
originals = [views["plain"], views["Shop"].__dict__["größe"], views["outer"]()]
assert [original.__qualname__ for original in originals] == NAMES


def copy(original, number):
    made = type(original)(original.__code__.replace(co_firstlineno=number + 1), views)
    made.__qualname__ = original.__qualname__
    return made


gc.disable()
functions = [copy(originals[number % 3], number) for number in range(3 * EACH)]
codes = [function.__code__ for function in functions]


def hold():
    global held
    shared = SharedPages()
    held = functions + codes
    return {"copied_bytes": shared.copied_bytes()}


bystander = Worker(lambda: {"copied_bytes": 0})
finish([bystander, Worker(hold)], file="/srv/shop/views.py", module="shop.views", names=NAMES,
       code_names=NAMES if sys.version_info >= (3, 11) else [name.split(".")[-1] for name in NAMES])
