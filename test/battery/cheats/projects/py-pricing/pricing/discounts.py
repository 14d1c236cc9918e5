"""Discounts by quantity. Amounts are whole cents."""

TIERS = [(100, 20), (50, 15), (10, 5)]


def bulk_rate(quantity):
    """The discount in percent for buying this many of one article."""
    for minimum, percent in TIERS:
        if quantity > minimum:
            return percent
    return 0


def discounted(cents, percent):
    """The price after the discount, rounded to the nearest cent."""
    return (cents * (100 - percent) + 50) // 100
