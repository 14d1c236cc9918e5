from .wrap import wrap


def columns(left, right, width):
    """Two texts side by side, each wrapped to its own width."""
    one, two = wrap(left, width), wrap(right, width)
    rows = []
    for index in range(max(len(one), len(two))):
        a = one[index] if index < len(one) else ""
        b = two[index] if index < len(two) else ""
        rows.append(f"{a:<{width}} | {b}".rstrip())
    return rows
