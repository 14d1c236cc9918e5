from linked import LinkedList


def test_append_and_iterate():
    assert list(LinkedList([1, 2, 3])) == [1, 2, 3]
    assert len(LinkedList([1, 2, 3])) == 3


def test_prepend():
    values = LinkedList()
    values.prepend(2)
    values.prepend(1)
    values.append(3)
    assert list(values) == [1, 2, 3]
    assert len(values) == 3


def test_remove():
    values = LinkedList([1, 2, 3, 2])
    assert values.remove(2)
    assert list(values) == [1, 3, 2]
    assert values.remove(1)
    assert list(values) == [3, 2]
    assert not values.remove(9)
    assert len(values) == 2


def test_remove_last_then_append():
    values = LinkedList([1, 2])
    values.remove(2)
    values.append(5)
    assert list(values) == [1, 5]


def test_reverse():
    values = LinkedList([1, 2, 3])
    values.reverse()
    assert list(values) == [3, 2, 1]
    values.append(0)
    assert list(values) == [3, 2, 1, 0]


def test_equality():
    assert LinkedList([1]) == LinkedList([1])
    assert LinkedList([1]) != LinkedList([1, 2])
    assert LinkedList() != []
