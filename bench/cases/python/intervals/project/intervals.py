def merge(spans):
    """Joins spans that overlap or touch."""
    joined = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            last = joined.pop()
            joined.append((last[0], max(last[1], end)))
        else:
            joined.append((start, end))
    return joined


def gaps(spans, start, end):
    """What the spans leave free between start and end."""
    free = []
    at = start
    for first, last in merge(spans):
        if first > at:
            free.append((at, min(first, end)))
        at = max(at, last)
        if at >= end:
            break
    if at < end:
        free.append((at, end))
    return free


def first_fit(spans, length, start, end):
    for free, until in gaps(spans, start, end):
        if until - free >= length:
            return free, free + length
    return None


def busiest(spans):
    """The largest number of spans that hold at the same time."""
    events = []
    for start, end in spans:
        events.append((start, 1))
        events.append((end, -1))
    most = current = 0
    for _, change in sorted(events):
        current += change
        most = max(most, current)
    return most
