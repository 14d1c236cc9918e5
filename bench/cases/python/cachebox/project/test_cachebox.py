import unittest

from cachebox import Cache, memoize


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


class CacheTest(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        self.cache = Cache(2, seconds=10, clock=self.clock)
        self.cache.put("a", 1)
        self.cache.put("b", 2)

    def test_get(self):
        self.assertEqual(self.cache.get("a"), 1)
        self.assertEqual(self.cache.get("x", "none"), "none")
        self.assertEqual((self.cache.hits, self.cache.misses), (1, 1))

    def test_oldest_goes_first(self):
        self.cache.put("c", 3)
        self.assertNotIn("a", self.cache)
        self.assertIn("b", self.cache)
        self.assertEqual(len(self.cache), 2)

    def test_used_entries_stay(self):
        self.cache.get("a")
        self.cache.put("c", 3)
        self.assertIn("a", self.cache)
        self.assertNotIn("b", self.cache)

    def test_entries_grow_stale(self):
        self.clock.now = 10
        self.assertEqual(self.cache.get("a"), 1)
        self.clock.now = 11
        self.assertIsNone(self.cache.get("a"))
        self.assertNotIn("b", self.cache)

    def test_ratio(self):
        self.assertEqual(self.cache.ratio(), 0.0)
        self.cache.get("a")
        self.cache.get("b")
        self.cache.get("b")
        self.cache.get("x")
        self.assertEqual(self.cache.ratio(), 0.75)

    def test_size(self):
        with self.assertRaises(ValueError):
            Cache(0)


class MemoizeTest(unittest.TestCase):
    def test_calls_once(self):
        calls = []

        @memoize(4)
        def double(number):
            calls.append(number)
            return number * 2

        self.assertEqual([double(2), double(2), double(3)], [4, 4, 6])
        self.assertEqual(calls, [2, 3])
