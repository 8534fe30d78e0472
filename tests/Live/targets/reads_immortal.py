"""Under the kit or not: a worker reads all that it inherited, and says how much of it that copied."""
import gc
import os

from forking import SharedPages, Worker, finish


class Product(object):
    def __init__(self, number):
        self.name = "product %d" % number
        self.tags = [str(number), number * 1000]
        self.prices = {"list": (number, str(-number))}


products = [Product(number) for number in range(60000)]
gc.disable()


def read_all():
    shared = SharedPages()
    total = 0
    for product in products:
        total += hash(product.name) & 1
        for tag in product.tags:
            total += 1
        for _, prices in product.prices.items():
            for price in prices:
                total += 1
    reads = shared.copied_bytes()
    products[0].name = ["a worker's own"]
    products[0] = None  # what is taken out is freed for others and immortal here: neither may crash
    gc.collect()
    return {"copied_by_reads": reads, "total": total, "pid": os.getpid()}


finish([Worker(read_all)])
