from intervals import busiest, first_fit, gaps, merge

DAY = [(9, 10), (12, 14), (13, 15), (16, 17)]


def test_merge():
    assert merge(DAY) == [(9, 10), (12, 15), (16, 17)]
    assert merge([(1, 5), (2, 3), (5, 6)]) == [(1, 6)]
    assert merge([]) == []


def test_gaps():
    assert gaps(DAY, 8, 18) == [(8, 9), (10, 12), (15, 16), (17, 18)]
    assert gaps(DAY, 9, 13) == [(10, 12)]
    assert gaps([], 1, 4) == [(1, 4)]


def test_first_fit():
    assert first_fit(DAY, 1, 8, 18) == (8, 9)
    assert first_fit(DAY, 2, 8, 18) == (10, 12)
    assert first_fit(DAY, 3, 8, 18) is None


def test_busiest():
    assert busiest(DAY) == 2
    assert busiest([(1, 2), (2, 3)]) == 1
    assert busiest([(1, 9), (2, 8), (3, 4)]) == 3
