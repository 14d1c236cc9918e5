from graphs import cheapest, components, has_cycle, shortest_path


def test_all():
    ring = {i: [(i + 1) % 6] for i in range(6)}
    assert shortest_path(ring, 2, 1) == [2, 3, 4, 5, 0, 1]
    assert shortest_path({}, 1, 2) is None
    assert has_cycle(ring)
    assert not has_cycle({1: [2, 3], 2: [3], 3: []})
    assert cheapest({1: {2: 5, 3: 2}, 3: {2: 1, 4: 8}, 2: {4: 2}}, 1) == {1: 0, 3: 2, 2: 3, 4: 5}
    assert cheapest({}, 1) == {1: 0}
    assert components("abcdef", ["ab", "cd", "bc", "ef"]) == [list("abcd"), list("ef")]
