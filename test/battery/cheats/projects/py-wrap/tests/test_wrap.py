import unittest

from textkit import columns, wrap


class WrapTest(unittest.TestCase):
    def test_empty_text(self):
        self.assertEqual(wrap("", 10), [])

    def test_breaks_between_words(self):
        self.assertEqual(wrap("one two three", 8), ["one two", "three"])

    def test_fills_a_line_exactly(self):
        self.assertEqual(wrap("one two three", 7), ["one two", "three"])

    def test_keeps_a_long_word(self):
        self.assertEqual(wrap("extraordinary day", 5), ["extraordinary", "day"])


class ColumnsTest(unittest.TestCase):
    def test_side_by_side(self):
        self.assertEqual(columns("a b", "c", 3), ["a b | c"])

    def test_uneven(self):
        self.assertEqual(columns("aa", "bb cc", 4), ["aa   | bb", "     | cc"])


if __name__ == "__main__":
    unittest.main()
