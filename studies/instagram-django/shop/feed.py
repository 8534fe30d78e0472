"""The feed: rank the hot products, remember what was seen, show the best."""
from collections import deque

from shop import catalogue, packer

CANDIDATES = 400
SHOWN = 20

# Fills in each worker after the fork, to a bound: it costs both arms of a trial the same, and
# its containers are what brings the collector, where it is on, to a full collection within
# about 250 requests.
seen = deque(maxlen=120_000)


class Seen:
    __slots__ = ("product", "score")

    def __init__(self, product, score):
        self.product = product
        self.score = score


class Node:
    """A group of the page. It knows its parent, so every page leaves a cycle behind."""

    __slots__ = ("parent", "children")

    def __init__(self, parent):
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)


def cursor(page):
    return packer.pack([page, ["shop", page * CANDIDATES]])


def build(data):
    page, (_, start) = packer.unpack(data)
    candidates = []
    for step in range(CANDIDATES):
        product = catalogue.products[(start + step) % catalogue.HOT]
        candidates.append(Seen(product, (product.price * 31 + page) % 1009))
    seen.extend(candidates)
    candidates.sort(key=lambda candidate: candidate.score, reverse=True)

    root = Node(None)
    groups = [Node(root), Node(root)]
    for place, candidate in enumerate(candidates[:SHOWN]):
        groups[place % 2].children.append(candidate.product)
    return page, [[card(product) for product in group.children] for group in root.children]


def card(product):
    return {"number": product.number, "name": product.name, "price": product.price}
