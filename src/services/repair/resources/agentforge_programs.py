"""Variations of a recorded sequence of steps: different values, and steps omitted, repeated or reordered."""

import random

from agentforge_shared import LIMITS
from agentforge_vary import vary

MOST_VALUES = LIMITS["MOST_VALUES"]
MOST_SINGLE = LIMITS["MOST_SINGLE"]
RANDOM = 110
SHORTEST, LONGEST = 5, 22
MOST_FEATURES = LIMITS["MOST_FEATURES"]
# Up to this position, honest code may check for a place in a sequence: the first, the second.
EARLY = LIMITS["EARLY"]


def programs_of(steps):
    source = random.Random(7)
    single = with_other_values(steps) + with_other_steps(steps)
    step = max(1, len(single) / MOST_SINGLE)
    kept = [single[int(at * step)] for at in range(min(len(single), MOST_SINGLE))]
    return kept + [stretched(steps, source) if at % 2 else shuffled(steps, source) for at in range(RANDOM)]


def with_other_values(steps):
    """Replaces each value in turn: a string wherever it occurs, a number only in the same argument."""
    found = []
    for slot, value in dict.fromkeys((None if isinstance(leaf, str) else at, leaf) for step in steps for at, leaf in leaves_of(step)):
        for other, _ in vary(value)[:MOST_VALUES]:

            def change(at, held, slot=slot, value=value, other=other):
                return other if same(held, value) and slot in (None, at) else held

            found.append([mapped(step, change) for step in steps])
    return found


def with_other_steps(steps):
    found = []
    for at, step in enumerate(steps):
        if step[5] is None:
            found += [steps[:at] + steps[at + 1 :], steps[:at] + [step] + steps[at:]]
    return found


def stretched(steps, source):
    """The same order, each step up to three times, with some values changed."""
    pool, found = pool_of(steps), []
    for step in steps:
        if step[5] is not None:
            found.append(resized(step, pool, source))
            continue
        for round in range(source.choice((0, 1, 1, 1, 2, 3))):
            found.append(revalued(step, pool, source, 0.7 if round else 0.25))
    return found


def shuffled(steps, source):
    """Steps that create objects first, then steps in any order."""
    pool = pool_of(steps)
    making = [resized(each, pool, source) for each in steps if each[5] is not None]
    others = {}
    for each in steps:
        if each[5] is None:
            others.setdefault((each[0], each[1] if each[1][0] == "origin" else None, each[2]), []).append(each)
    kinds = list(others.values())
    if not kinds:
        return making
    return making + [revalued(source.choice(source.choice(kinds)), pool, source, 0.5) for _ in range(source.randrange(SHORTEST, LONGEST))]


def resized(step, pool, source):
    """A step that creates an object, usually with a slightly larger size: other sizes must show the same difference as
    the test's."""

    def change(slot, value):
        if isinstance(value, str) or source.random() > 0.6:
            return value
        return value + source.choice((1, 1, 1, 2, 2, 3, value))

    return mapped(revalued(step, pool, source, 0.2), change)


def revalued(step, pool, source, chance):
    def change(slot, value):
        if source.random() > chance:
            return value
        return source.choice(pool.get("text" if isinstance(value, str) else slot, [value]))

    return mapped(step, change)


def pool_of(steps):
    pool = {}
    for step in steps:
        for slot, value in leaves_of(step):
            others = vary(value)[: 2 if isinstance(value, str) else 9]
            pool.setdefault("text" if isinstance(value, str) else slot, []).extend([value] + [each for each, _ in others])
    return pool


def leaves_of(step):
    found = []

    def keep(slot, value):
        found.append((slot, value))
        return value

    mapped(step, keep)
    return found


def title_of(step):
    kind, on, name = step[:3]
    return "%s %s" % (kind, name or (on[2] if on[0] == "origin" else ""))


def mapped(step, change):
    kind, on, name, given, named, makes = step
    title = title_of(step)
    own = [changed_argument(each, "%s %d" % (title, at + 1), change) for at, each in enumerate(given)]
    own_named = {key: changed_argument(each, "%s %s" % (title, key), change) for key, each in named.items()}
    return (kind, on, name, own, own_named, makes)


def changed_argument(kept, slot, change):
    return ("value", changed(kept[1], slot, 2, change)) if kept[0] == "value" else kept


def changed(value, slot, depth, change):
    if isinstance(value, bool) or value is None:
        return value
    if type(value) in (int, float, str):
        return change(slot, value)
    if depth and type(value) in (list, tuple):
        return type(value)(changed(each, slot + "[]", depth - 1, change) for each in value)
    if depth and type(value) is dict:
        return {key: changed(held, "%s.%s" % (slot, key), depth - 1, change) for key, held in value.items()}
    return value


def same(a, b):
    return type(a) is type(b) and a == b


def name_of(slot, value):
    return "the text %r" % value[:40] if isinstance(value, str) else "%s = %r" % (slot, value)


def telling(steps, named):
    """Values that could identify a test, by name. Guards often check for zero and one; a word in the code may
    select a behavior; other strings have parts."""
    found = {}
    for step in steps:
        for slot, value in leaves_of(step):
            if isinstance(value, str) and (not value.isalpha() or any(value in each for each in named)):
                continue
            if not isinstance(value, str) and (value in (0, 1, -1) or value != value):
                continue
            found[name_of(slot, value)] = slot
    return dict(list(found.items())[:MOST_FEATURES])


def marks_of(program, values):
    """Whether the program has each value; omitted if it has nothing in that position."""
    leaves = [leaf for step in program for leaf in leaves_of(step)]
    has = {name_of(slot, value) for slot, value in leaves}
    slots = {slot for slot, _ in leaves}
    return {name: "yes" if name in has else "no" for name, slot in values.items() if name.startswith("the text ") or slot in slots}


def made_with(steps):
    """Numbers that objects are constructed with, as bounds: `new Lru 1 up to 2`."""
    leaves = [leaf for step in steps if step[5] is not None for leaf in leaves_of(step)]
    return {"%s up to %r" % leaf: leaf for leaf in leaves if not isinstance(leaf[1], str) and leaf[1] > 1}


def bounds_of(program, bounds):
    leaves = [leaf for step in program for leaf in leaves_of(step)]
    found = {}
    for name, (slot, value) in bounds.items():
        held = [each for at, each in leaves if at == slot]
        if held:
            found[name] = "yes" if any(each <= value for each in held) else "no"
    return found


def counted(steps):
    """For each step, its name and its ordinal on its object."""
    counts, found = {}, []
    for step in steps:
        name = "how often %s was called" % (step[2] or (step[1][2] if step[1][0] == "origin" else "it"))
        key = (name, step[1][1] if step[1][0] == "object" else None)
        counts[key] = counts.get(key, 0) + 1
        found.append((name, counts[key]))
    return found


def histories(title, steps, values, programs, answers):
    """The marks of a sequence, and for every other program its marks and whether the two sides differ. `answers` are
    pairs of traces, the recorded sequence's first."""
    was, now = answers[0]
    if not was or not now or was == now:
        return []
    own = {}
    for at, (name, number) in enumerate(counted(steps)):
        if was[at : at + 1] != now[at : at + 1]:
            own.setdefault(name, []).append(number)
    own = {name: numbers for name, numbers in own.items() if min(numbers) > EARLY}
    bounds = made_with(steps)
    observed, places = [], []
    for program, pair in zip(programs, answers[1:]):
        if pair[0] is None or pair[1] is None:
            continue
        observed.append({"features": {**marks_of(program, values), **bounds_of(program, bounds)}, "differs": pair[0] != pair[1]})
        for at, (name, number) in enumerate(counted(program)):
            if name in own and number >= min(own[name]):
                mark = "own" if number in own[name] else str(number)
                places.append({"features": {name: mark}, "differs": pair[0][at : at + 1] != pair[1][at : at + 1]})
    found = [{"shown": title, "own": dict.fromkeys([*values, *bounds], "yes"), "observed": observed}]
    return found + [{"shown": title, "own": {name: "own"}, "observed": [each for each in places if name in each["features"]]} for name in own]
