from intervals import busiest, first_fit, gaps, merge


def test_all():
    assert merge([(5, 6), (1, 9), (2, 3)]) == [(1, 9)]
    assert merge([(1, 2), (3, 4)]) == [(1, 2), (3, 4)]
    assert gaps([(0, 3), (5, 20)], 1, 10) == [(3, 5)]
    assert gaps([(0, 30)], 1, 10) == []
    assert gaps([(12, 30)], 1, 10) == [(1, 10)]
    assert first_fit([(2, 4)], 6, 0, 10) == (4, 10)
    assert busiest([]) == 0
    assert busiest([(1, 5), (1, 5), (4, 6), (5, 7)]) == 3
