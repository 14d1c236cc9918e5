"""How close a value came to the one that a test expects, for tests that always fail at the same comparison."""

MOST_ELEMENTS = 200


def likeness(got, wanted):
    """0 for values with nothing in common, close to 1 for values that are nearly equal. Ignores numbers:
    half of all changes move one closer by chance."""
    try:
        if isinstance(got, bool) or isinstance(wanted, bool) or type(got) is not type(wanted):
            return 0.0
        if isinstance(got, (str, bytes, list, tuple)):
            return 0.2 + 0.8 * share_of(got, wanted)
        if isinstance(got, dict):
            return 0.2 + 0.8 * share(sum(key in got and got[key] == each for key, each in wanted.items()), got, wanted)
        if isinstance(got, (set, frozenset)):
            return 0.2 + 0.8 * share(len(got & wanted), got, wanted)
        return 0.2
    except Exception:
        return 0.0


def share_of(got, wanted):
    """The longer of the common prefix and the common suffix."""
    got, wanted = got[:MOST_ELEMENTS], wanted[:MOST_ELEMENTS]
    at_start = common(got, wanted)
    at_end = common(got[::-1], wanted[::-1])
    return share(max(at_start, at_end), got, wanted)


def common(first, second):
    count = 0
    for one, other in zip(first, second):
        if one != other:
            break
        count += 1
    return count


def share(count, got, wanted):
    return count / max(1, len(got), len(wanted))
