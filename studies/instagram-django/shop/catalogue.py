"""The data that every worker inherits: instances, dicts, lists and tuples, about 240 MiB."""

PRODUCTS = 160_000
HOT = 500  # the products that the feed and the product page read

products = {}
by_brand = {}


class Product:
    def __init__(self, number):
        self.number = number
        self.name = "Product %d" % number
        self.price = 100 + number * 7 % 900
        self.tags = [("colour", number % 17), ("size", number % 5), ("brand", number % 97)]
        self.variants = [
            {"sku": number * 2, "stock": number % 40},
            {"sku": number * 2 + 1, "stock": number % 31},
        ]
        self.ratings = [(star, number % 13) for star in range(1, 5)]


def load():
    for number in range(PRODUCTS):
        entry = products[number] = Product(number)
        by_brand.setdefault(number % 97, []).append((entry.name, entry))


def read(first, last):
    """Reads every value of the products from first to last: no write, but reference counts."""
    total = 0
    for number in range(first, last):
        entry = products[number]
        for value in vars(entry).values():
            total += value is not None
        for row in entry.tags + entry.ratings:
            for value in row:
                total += value is not None
        for variant in entry.variants:
            for value in variant.values():
                total += value is not None
    return total


def read_brands():
    total = 0
    for rows in by_brand.values():
        for name, entry in rows:
            total += name is not None and entry is not None
    return total
