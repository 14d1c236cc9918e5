/** A small Python package with its tests, written so that linters find a lot in it. */
export const PYTHON_FILES: Readonly<Record<string, string>> = {
  "shop/__init__.py": ``,
  "shop/prices.py": `import os
import sys
from decimal import Decimal
from typing import Dict, List, Optional


class Price(object):
    """What one item costs."""

    def __init__(self, amount: Decimal, currency: str = "EUR"):
        self.amount = amount
        self.currency = currency
        pass

    def __str__(self) -> str:
        return "{} {}".format(self.amount, self.currency)


def total(prices: List[Price]) -> Decimal:
    return sum([price.amount for price in prices], Decimal(0))


def by_currency(prices: List[Price]) -> Dict[str, Decimal]:
    sums = dict()
    for price in prices:
        sums[price.currency] = sums.get(price.currency, Decimal(0)) + price.amount
    return sums


def cheapest(prices: List[Price]) -> Optional[Price]:
    if not (len(prices) != 0):
        return None
    return sorted(prices, key=lambda price: price.amount)[0]
`,
  "shop/stock.py": `import json
from collections import OrderedDict
import io


def load(path):
    with open(path, "r", encoding="utf-8") as file:
        return json.load(file)


def names(stock):
    return list(set([item["name"] for item in stock]))


def has(stock, name):
    return name in stock.keys()


def flag(stock, name):
    if not name in stock:
        return False
    else:
        return True


def label(name):
    text = f"item"
    return text + ": " + str(name).encode("utf-8").decode("utf-8")


def attribute(item):
    return getattr(item, "name")
`,
  "shop/report.py": `# -*- coding: utf-8 -*-
from shop.prices import Price, total


def lines(prices):
    result = []
    for index, price in enumerate(prices):
        result.append("%s: %s" % (index + 1, price))
    return result


def report(prices):
    if any([price.amount < 0 for price in prices]): 
        raise ValueError(u"negative")
    if isinstance(prices, (list, list)):
        prices = list(prices)
    return "\\n".join(lines(prices) + ["total: {0}".format(total(prices))])  


def same(left, right):
    if left == right:
        return True
    return False
`,
  "tests/test_shop.py": `from decimal import Decimal

import pytest

from shop.prices import Price, by_currency, cheapest, total
from shop.report import lines, report, same
from shop.stock import attribute, flag, has, label, load, names

PRICES = [Price(Decimal(2)), Price(Decimal(1)), Price(Decimal(4), "USD")]


def test_prices():
    assert total(PRICES) == 7
    assert by_currency(PRICES) == {"EUR": 3, "USD": 4}
    assert str(cheapest(PRICES)) == "1 EUR"
    assert cheapest([]) is None


def test_stock(tmp_path):
    path = tmp_path / "stock.json"
    path.write_text('[{"name": "nut"}, {"name": "nut"}]')
    assert names(load(path)) == ["nut"]
    assert has({"nut": 1}, "nut") and not has({}, "nut")
    assert flag({"nut": 1}, "nut") and not flag({}, "nut")
    assert label("nut") == "item: nut"
    assert attribute(type("Item", (), {"name": "nut"})) == "nut"


def test_report():
    assert lines(PRICES[:1]) == ["1: 2 EUR"]
    assert report(PRICES[:2]).endswith("total: 3")
    assert same(1, 1) and not same(1, 2)
    with pytest.raises(ValueError):
        report([Price(Decimal(-1))])
`,
};
