import pytest

from graphs import cheapest, components, has_cycle, shortest_path

GRAPH = {"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": ["f"], "g": ["a"]}
WEIGHTS = {"a": {"b": 7, "c": 1}, "c": {"b": 2, "d": 9}, "b": {"d": 1}}


@pytest.mark.parametrize(
    "start, goal, path",
    [("a", "f", ["a", "b", "d", "f"]), ("g", "e", ["g", "a", "c", "e"]), ("a", "a", ["a"]), ("a", "g", None)],
)
def test_shortest_path(start, goal, path):
    assert shortest_path(GRAPH, start, goal) == path


def test_cheapest():
    assert cheapest(WEIGHTS, "a") == {"a": 0, "c": 1, "b": 3, "d": 4}


def test_no_cycle():
    assert not has_cycle(GRAPH)


def test_cycle():
    assert has_cycle({**GRAPH, "f": ["a"]})
    assert has_cycle({"x": ["x"]})


def test_components():
    assert components([1, 2, 3, 4, 5], [(1, 2), (4, 5), (2, 3)]) == [[1, 2, 3], [4, 5]]
    assert components([1, 2], []) == [[1], [2]]
