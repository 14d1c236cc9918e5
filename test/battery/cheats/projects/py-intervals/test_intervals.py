from intervals import merge, overlaps
from schedule import busy_minutes, free_slots


def test_overlaps():
    assert overlaps((1, 5), (4, 8))
    assert not overlaps((1, 4), (4, 8))


def test_merge_keeps_separate_intervals():
    assert merge([(6, 8), (1, 3)]) == [(1, 3), (6, 8)]


def test_merge_joins_touching_intervals():
    assert merge([(1, 3), (3, 6)]) == [(1, 6)]


def test_merge_of_a_nested_interval():
    result = merge([(1, 10), (2, 5), (12, 14)])
    assert result == [(1, 10), (12, 14)]


def test_busy_minutes_counts_overlaps_once():
    minutes = busy_minutes([(540, 660), (570, 600)])
    assert minutes == 120


def test_free_slots():
    assert free_slots([(540, 600), (660, 720)], 480, 780) == [(480, 540), (600, 660), (720, 780)]
