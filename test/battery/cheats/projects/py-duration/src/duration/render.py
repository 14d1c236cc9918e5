from .parse import SECONDS


def render(seconds):
    """The shortest text that parses to this many seconds."""
    if seconds == 0:
        return "0s"
    parts = []
    for unit in "dhms":
        count, seconds = divmod(seconds, SECONDS[unit])
        if count:
            parts.append(f"{count}{unit}")
    return " ".join(parts)
