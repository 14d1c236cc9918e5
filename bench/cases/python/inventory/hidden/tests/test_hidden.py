import pytest

from inventory.models import OutOfStock
from inventory.store import Store


def test_all():
    store = Store()
    store.add("a", 3, 1, ["x"])
    store.add("b", 1, 4, ["x", "y"])
    store.add("c", 2, 2)
    assert store.total_value() == 11
    assert store.cheapest(1) == ["b"]
    assert store.cheapest(5) == ["b", "c", "a"]
    assert store.by_tag("x") == ["a", "b"]
    assert store.by_tag("z") == []
    store.remove("a")
    assert len(store) == 2
    with pytest.raises(KeyError):
        store.remove("a")
    store.remove("b", 3)
    assert store.total_value() == 5
    with pytest.raises(OutOfStock):
        store.remove("b", 2)
    assert store.add("c", 5, 1).quantity == 3
    assert store.total_value() == 16
