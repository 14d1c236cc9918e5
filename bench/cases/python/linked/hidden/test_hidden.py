from linked import LinkedList


def test_all():
    values = LinkedList("abc")
    values.remove("c")
    values.remove("a")
    values.remove("b")
    assert list(values) == [] and len(values) == 0
    values.append("z")
    assert list(values) == ["z"]
    values.reverse()
    values.prepend("y")
    values.append("x")
    assert list(values) == ["y", "z", "x"]
    assert len(values) == 3
    assert values == LinkedList(["y", "z", "x"])
    empty = LinkedList()
    empty.reverse()
    empty.append(1)
    assert list(empty) == [1]
