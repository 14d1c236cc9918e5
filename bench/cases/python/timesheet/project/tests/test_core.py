import unittest
from datetime import date

from timesheet import overtime, parse_entry, summarise, week_of


class ParseTest(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(parse_entry("2024-03-01 09:00-17:30 web shop"), (date(2024, 3, 1), 510, "web shop"))

    def test_over_midnight(self):
        self.assertEqual(parse_entry("2024-03-01 22:00-01:00 ops"), (date(2024, 3, 1), 180, "ops"))


class SummaryTest(unittest.TestCase):
    lines = ["# march", "", "2024-03-01 09:00-10:00 a", "2024-03-01 10:00-12:00 b", "2024-03-02 09:00-09:30 a"]

    def test_sums(self):
        self.assertEqual(summarise(self.lines), {"a": 90, "b": 120})

    def test_overtime(self):
        lines = ["2024-03-01 08:00-13:00 a", "2024-03-01 14:00-18:30 a", "2024-03-02 08:00-16:00 a"]
        self.assertEqual(overtime(lines), {date(2024, 3, 1): 90})

    def test_week(self):
        self.assertEqual(week_of(date(2024, 3, 6)), (date(2024, 3, 4), date(2024, 3, 10)))
        self.assertEqual(week_of(date(2024, 3, 4)), (date(2024, 3, 4), date(2024, 3, 10)))


if __name__ == "__main__":
    unittest.main()
