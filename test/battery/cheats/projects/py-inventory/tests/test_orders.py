import pytest

from inventory import OutOfStock, Stock, place


def test_take_lowers_the_count():
    stock = Stock({"bolt": 10})
    stock.take("bolt", 4)
    assert stock.available("bolt") == 6


def test_unknown_article_is_not_available():
    assert Stock({}).available("gear") == 0


def test_order_takes_every_line():
    stock = Stock({"bolt": 10, "nut": 8})
    assert place(stock, [("bolt", 3), ("nut", 8)]) == 2
    assert stock.counts == {"bolt": 7, "nut": 0}


def test_failed_order_leaves_the_stock_alone():
    stock = Stock({"bolt": 10, "nut": 8})
    with pytest.raises(OutOfStock):
        place(stock, [("bolt", 3), ("nut", 9)])
    assert stock.counts == {"bolt": 10, "nut": 8}


def test_error_says_how_many_are_missing():
    with pytest.raises(OutOfStock) as caught:
        Stock({"nut": 2}).take("nut", 5)
    assert caught.value.missing == 3
