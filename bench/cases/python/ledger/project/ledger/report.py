from collections import defaultdict
from decimal import Decimal


def balances(rows):
    totals = defaultdict(Decimal)
    for row in rows:
        totals[row["account"]] += row["amount"]
    return dict(totals)


def running(rows, account):
    """Balance after each row of an account, in order of date."""
    total = Decimal(0)
    found = []
    for row in sorted(rows, key=lambda row: row["date"]):
        if row["account"] != account:
            continue
        total += row["amount"]
        found.append((row["date"], total))
    return found


def largest(rows, count=3):
    ranked = sorted(rows, key=lambda row: abs(row["amount"]), reverse=True)
    return [row["amount"] for row in ranked[:count]]


def monthly(rows):
    months = {}
    for row in rows:
        month = row["date"][:7]
        months[month] = months.get(month, Decimal(0)) + row["amount"]
    return months
