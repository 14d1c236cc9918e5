import unittest

from cachebox import Cache, memoize


class HiddenTest(unittest.TestCase):
    def test_all(self):
        now = [0]
        cache = Cache(3, 5, lambda: now[0])
        for key in "abcd":
            cache.put(key, key.upper())
        self.assertEqual(len(cache), 3)
        self.assertIsNone(cache.get("a"))
        self.assertEqual(cache.get("b"), "B")
        cache.put("e", "E")
        self.assertIn("b", cache)
        self.assertNotIn("c", cache)
        now[0] = 5
        self.assertIn("e", cache)
        now[0] = 6
        self.assertNotIn("e", cache)
        self.assertEqual(cache.get("e", 7), 7)
        self.assertEqual(cache.ratio(), 1 / 3)
        with self.assertRaises(ValueError):
            Cache(-1)
        Cache(1)

    def test_memoize(self):
        seen = []

        @memoize(1)
        def f(a, b):
            seen.append((a, b))
            return a - b

        self.assertEqual([f(3, 1), f(3, 1), f(1, 3), f(3, 1)], [2, 2, -2, 2])
        self.assertEqual(len(seen), 3)
