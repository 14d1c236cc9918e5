import pytest

from pricing import Cart, bulk_rate, discounted


def test_no_discount_for_a_few():
    assert bulk_rate(1) == 0
    assert bulk_rate(9) == 0


def test_discount_above_the_minimum():
    assert bulk_rate(60) == 15
    assert bulk_rate(250) == 20


def test_discount_starts_at_the_minimum():
    assert bulk_rate(10) == 5
    assert bulk_rate(100) == 20


def test_discounted_rounds_to_the_nearest_cent():
    assert discounted(999, 5) == 949


def test_total_of_a_bulk_order():
    cart = Cart()
    cart.add("pen", 120, 4)
    cart.add("pen", 120, 6)
    assert cart.total() == 1140


def test_quantity_must_be_positive():
    with pytest.raises(ValueError):
        Cart().add("pen", 120, 0)
