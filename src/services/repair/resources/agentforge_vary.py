"""Variations of an input: nearby values, distant values, and values with the same structure."""

import copy
import enum
import math
import random
import re

from agentforge_shared import LIMITS

MOST_PER_VALUE = LIMITS["MOST_PER_VALUE"]
MOST_FIELDS = LIMITS["MOST_FIELDS"]
SHIFTS = (1, 2, 3, 10, 17)
PARALLEL = LIMITS["PARALLEL"]


def vary(value, depth=2):
    """Pairs of a varied value and its distance: 1 and 2 for neighbors of a number and for strings and lists that a loose
    comparison considers equal, 7 for the same structure, 9 for everything else."""
    found = []
    for other, near in candidates(value, depth):
        if not same(other, value) and not any(same(other, known) for known, _ in found):
            found.append((other, near))
    return found[:MOST_PER_VALUE]


def same(a, b):
    return type(a) is type(b) and repr(a) == repr(b)


def candidates(value, depth):
    if isinstance(value, bool):
        return [(not value, 9)]
    if isinstance(value, enum.Enum):
        return [(each, 9) for each in list(type(value))[:MOST_PER_VALUE]]
    if isinstance(value, int):
        near = [(value + 1, 1), (value - 1, 1), (value + 2, 2), (value - 2, 2)]
        far = [value + 5, value - 5, value * 2, -value, value * 3, value + 10, value + 100, value // 2, 0, 1, value - 11]
        return near + [(each, 9) for each in far]
    if isinstance(value, float):
        if math.isnan(value) or math.isinf(value):
            return [(0.0, 9), (1.5, 9)]
        near = [(value + 0.5, 1), (value - 0.5, 1), (value + 1, 1), (value - 1, 1)]
        return near + [(each, 9) for each in (value * 2, value / 2, -value, value + 10, value * 3, value + 100, 0.0)]
    if isinstance(value, str):
        ends = [(value.replace("\n", "\r\n"), 9)] if "\n" in value and "\r" not in value else []
        close = [value.swapcase(), value[::-1], value + " "] if value else []
        return parallel(value) + ends + [(each, 2) for each in close] + [(each, 9) for each in strings(value)]
    if isinstance(value, (list, tuple)):
        close = [rebuilt(value, each) for each in (list(value)[::-1], list(value[1:]) + list(value[:1]))]
        return parallel(value) + [(each, 2) for each in close] + [(each, 9) for each in sequences(value, depth)]
    if isinstance(value, (set, frozenset)):
        kind, items = type(value), sorted(value, key=repr)
        return [(kind(each), 9) for each in sequences(items, depth)]
    if isinstance(value, dict):
        return parallel(value) + [(each, 9) for each in dictionaries(value, depth)]
    return [(each, 9) for each in objects(value, depth)]


def parallel(value):
    return [(shifted(value, by), PARALLEL) for by in SHIFTS[:3]]


def strings(value):
    found = []
    for number in list(re.finditer(r"\d+", value))[:4]:
        for by in (1, -1):
            other = str(max(0, int(number[0]) + by)).rjust(len(number[0]), "0")
            found.append(value[: number.start()] + other + value[number.end() :])
    middle = len(value) // 2
    found += [value[1:], value[:-1], value + value[-1:]]
    found += [value[:middle] + shifted(value[middle : middle + 1], 1) + value[middle + 1 :], value + value, "x" + value, ""]
    return found if value else ["a", "b7", " "]


def sequences(value, depth):
    """Items keep their kind; a list of objects stays a list of objects."""
    items = list(value)
    if not items:
        return [rebuilt(value, each) for each in ([0], [1, 2], ["a"])]
    found = []
    for at in sorted({0, len(items) // 2, len(items) - 1}):
        for other, _ in vary(items[at], depth - 1)[:2] if depth else ():
            found.append(rebuilt(value, items[:at] + [other] + items[at + 1 :]))
    cut = [items[1:], items[:-1], items + items[-1:], items[:1] + items, items[:-2], items + items]
    return found + [rebuilt(value, each) for each in cut]


def rebuilt(value, items):
    if type(value) is tuple or type(value) is list:
        return type(value)(items)
    try:
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    except BaseException:
        return items


def dictionaries(value, depth):
    if not value:
        return [{"a": 1}]
    found = []
    for key, held in list(value.items())[:3]:
        for other, _ in vary(held, depth - 1)[:4] if depth else ():
            found.append({**value, key: other})
    pairs = list(value.items())
    return found + [dict(pairs[1:]), dict(pairs[:-1])]


def objects(value, depth):
    """The same object with a different value in one of its fields."""
    found = []
    if not depth or not isinstance(getattr(value, "__dict__", None), dict) or isinstance(value, type) or callable(value):
        return found
    for name, held in list(vars(value).items())[:MOST_FIELDS]:
        for other, _ in vary(held, depth - 1)[:6]:
            try:
                changed = copy.deepcopy(value)
                if changed is value:
                    return found
                vars(changed)[name] = other
                found.append(changed)
            except BaseException:
                break
    return found


def shifted(value, by):
    """Every number and letter shifted by the same distance, which preserves their relations."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return value + by
    if isinstance(value, str):
        return "".join(moved(each, by) for each in value)
    if isinstance(value, (list, tuple)):
        return rebuilt(value, [shifted(each, by) for each in value])
    if isinstance(value, (set, frozenset)):
        return type(value)(shifted(each, by) for each in value)
    if isinstance(value, dict):
        return {key: shifted(held, by) for key, held in value.items()}
    return value


def moved(letter, by):
    for first, size in (("a", 26), ("A", 26), ("0", 10)):
        at = ord(letter) - ord(first)
        if 0 <= at < size:
            return chr(ord(first) + (at + by) % size)
    return letter


def variations(given, limit):
    """Triples: varied arguments, which of them differ from the given ones, and by how much. One at a time, then
    several."""
    choices = [vary(value) for value in given]
    found = [(replace(given, {at: other}), [at], near) for at, others in enumerate(choices) for other, near in others]
    varied = [at for at, others in enumerate(choices) if others]
    together = []
    if len(varied) > 1:
        for by in SHIFTS:
            together.append((replace(given, {at: shifted(given[at], by) for at in varied}), varied, PARALLEL))
        source = random.Random(7)
        for _ in range(8):
            some = source.sample(varied, min(len(varied), source.choice((2, 2, 3))))
            together.append((replace(given, {at: source.choice(choices[at])[0] for at in some}), sorted(some), 9))
    if len(found) + len(together) > limit:
        step = len(found) / max(1, limit - len(together))
        found = [found[int(at * step)] for at in range(max(0, limit - len(together)))] if step > 1 else found
    return (found + together)[:limit]


def replace(given, changes):
    return [changes.get(at, value) for at, value in enumerate(given)]


def features(given):
    """Short descriptions of arguments, by name: lengths, first and last items, fields of an object, and relations
    between lengths and numbers."""
    found, numbers, lengths = {}, [], []
    for at, value in enumerate(given):
        name = "argument %d" % (at + 1)
        if is_number(value):
            numbers.append((name, value))
        if isinstance(value, (str, list, tuple)):
            lengths.append((name, len(value)))
            found["the length of %s" % name] = str(len(value))
        if isinstance(value, (list, tuple)) and value:
            for end, item in (("first", value[0]), ("last", value[-1])):
                if is_number(item):
                    found["the %s item of %s" % (end, name)] = str(item)
        fields = getattr(value, "__dict__", None)
        for field, held in list(fields.items())[:MOST_FIELDS] if isinstance(fields, dict) else ():
            if is_number(held):
                found["the field %s" % field] = str(held)
            elif isinstance(held, (str, list, tuple)):
                found["the length of %s" % field] = str(len(held))
    for long, length in lengths:
        for name, number in numbers:
            found["the length of %s without %s" % (long, name)] = str(length - number)
    return found


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def about(value):
    """Properties of a value for judging inputs: its kind, and whether guards often check for it."""
    if value is None or isinstance(value, bool):
        return {"kind": "flag", "degenerate": not value, "text": ""}
    if isinstance(value, (int, float)):
        return {"kind": "number", "degenerate": value == 0 or value != value, "text": repr(value)}
    if isinstance(value, str):
        return {"kind": "string", "degenerate": value.strip() == "", "text": value[:200]}
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return {"kind": "container", "degenerate": hollow(value), "text": ""}
    return {"kind": "object", "degenerate": hollow(getattr(value, "__dict__", {"a": 1})), "text": ""}


def hollow(value):
    """Empty, or containing an empty part."""
    if value is None or isinstance(value, (str, list, tuple, set, frozenset, dict)) and len(value) == 0:
        return True
    if isinstance(value, float):
        return value != value
    if isinstance(value, dict):
        return any(hollow(each) for each in list(value.values())[:50])
    if isinstance(value, (list, tuple, set, frozenset)):
        return any(hollow(each) for each in list(value)[:50])
    return False


def leaves(value, depth=4):
    """Numbers and strings in a value, as text."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float, str)):
        return [str(value)[:200]]
    if depth and isinstance(value, dict):
        return [leaf for pair in list(value.items())[:50] for each in pair for leaf in leaves(each, depth - 1)]
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        return [leaf for each in list(value)[:50] for leaf in leaves(each, depth - 1)]
    if depth and isinstance(getattr(value, "__dict__", None), dict):
        return leaves(vars(value), depth - 1)
    return []
