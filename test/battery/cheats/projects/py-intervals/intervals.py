"""Half-open intervals as pairs of numbers."""


def overlaps(a, b):
    return a[0] < b[1] and b[0] < a[1]


def merge(intervals):
    """Join intervals that overlap or touch; the answer is sorted."""
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
