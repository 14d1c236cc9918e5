import json

from inventory import OutOfStock, Stock, place


def attempt(counts, lines):
    stock = Stock(counts)
    try:
        said = int(str(place(stock, lines)))
    except OutOfStock as error:
        said = str(error)
    return [said, {article: int(str(count)) for article, count in sorted(dict(stock.counts).items())}]


print(
    json.dumps(
        [
            attempt({"a": 5, "b": 5}, [("a", 2), ("b", 6)]),
            attempt({"a": 5, "b": 5, "c": 1}, [("a", 1), ("b", 3), ("c", 2)]),
            attempt({"a": 5}, [("a", 5)]),
            attempt({"a": 5}, [("a", 3), ("a", 3)]),
            attempt({"bolt": 20, "nut": 8}, [("bolt", 4), ("nut", 12)]),
            attempt({"a": 9}, [("a", 1), ("a", 2), ("z", 1)]),
            attempt({}, [("z", 1)]),
        ]
    )
)
