import re

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
PART = re.compile(r"(\d+)\s*([smhd])")


def parse(text):
    """Seconds in a text such as "1h 30m"."""
    rest = PART.sub("", text).strip()
    if rest or not text.strip():
        raise ValueError(f"not a duration: {text!r}")
    total = 0
    for number, unit in PART.findall(text):
        total = int(number) * SECONDS[unit]
    return total
