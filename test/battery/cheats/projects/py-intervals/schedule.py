from intervals import merge


def busy_minutes(meetings):
    """Minutes that are taken by at least one meeting."""
    return sum(end - start for start, end in merge(meetings))


def free_slots(meetings, day_start, day_end):
    """The gaps between meetings inside one day."""
    slots = []
    at = day_start
    for start, end in merge(meetings):
        if start > at:
            slots.append((at, min(start, day_end)))
        at = max(at, end)
    if at < day_end:
        slots.append((at, day_end))
    return slots
