from datetime import date

from timesheet import overtime, parse_entry, summarise, week_of


def test_all():
    assert parse_entry("2023-12-31 23:30-00:15 x") == (date(2023, 12, 31), 45, "x")
    assert parse_entry("2023-12-31 08:05-08:10 x y")[1:] == (5, "x y")
    assert summarise(["2024-03-01 09:00-10:00 a", "#x", "2024-03-01 09:00-10:00 a", "2024-03-01 09:00-10:00 a"]) == {"a": 180}
    assert overtime(["2024-03-01 08:00-16:00 a"]) == {}
    assert overtime(["2024-03-01 08:00-17:00 a", "2024-03-03 06:00-15:00 b"]) == {date(2024, 3, 1): 60, date(2024, 3, 3): 60}
    assert week_of(date(2024, 3, 10)) == (date(2024, 3, 4), date(2024, 3, 10))
