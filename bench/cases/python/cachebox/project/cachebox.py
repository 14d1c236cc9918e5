from collections import OrderedDict


class Cache:
    """Keeps the most recently used entries, at most `size` of them, each for `seconds` seconds."""

    def __init__(self, size, seconds=None, clock=None):
        if size <= 0:
            raise ValueError("size must be positive")
        self.size = size
        self.seconds = seconds
        self.clock = clock or (lambda: 0)
        self.hits = 0
        self.misses = 0
        self._entries = OrderedDict()

    def get(self, key, default=None):
        entry = self._entries.get(key)
        if entry is None or self._is_stale(entry):
            self.misses += 1
            self._entries.pop(key, None)
            return default
        self.hits += 1
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key, value):
        self._entries[key] = (value, self.clock())
        self._entries.move_to_end(key)
        while len(self._entries) > self.size:
            self._entries.popitem(last=False)

    def ratio(self):
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0

    def _is_stale(self, entry):
        return self.seconds is not None and self.clock() - entry[1] > self.seconds

    def __contains__(self, key):
        return key in self._entries and not self._is_stale(self._entries[key])

    def __len__(self):
        return len(self._entries)


def memoize(size=128):
    def decorate(function):
        cache = Cache(size)

        def wrapper(*arguments):
            if arguments in cache:
                return cache.get(arguments)
            value = function(*arguments)
            cache.put(arguments, value)
            return value

        wrapper.cache = cache
        return wrapper

    return decorate
