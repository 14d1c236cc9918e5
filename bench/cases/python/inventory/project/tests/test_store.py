import pytest

from inventory.models import OutOfStock
from inventory.store import Store


@pytest.fixture
def store():
    store = Store()
    store.add("pen", 1.5, 10, ["office"])
    store.add("ink", 7.0, 2, ["office", "liquid"])
    store.add("tea", 4.0, 5, ["liquid"])
    return store


def test_total_value(store):
    assert store.total_value() == 49.0


def test_adding_again_grows_the_stock(store):
    item = store.add("pen", 2.0, 5)
    assert item.quantity == 15
    assert item.price == 2.0


def test_remove_everything(store):
    store.remove("ink", 2)
    assert len(store) == 2


def test_remove_some(store):
    store.remove("tea", 2)
    assert store.total_value() == 41.0
    assert len(store) == 3


def test_remove_too_many(store):
    with pytest.raises(OutOfStock):
        store.remove("tea", 6)


def test_by_tag(store):
    assert store.by_tag("office") == ["ink", "pen"]


def test_cheapest(store):
    assert store.cheapest(2) == ["pen", "tea"]
