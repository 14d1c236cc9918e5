import csv
from decimal import Decimal


def load(path):
    """Rows of a ledger file: date, account, amount. Amounts in parentheses are negative."""
    rows = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            rows.append({"date": row["date"], "account": row["account"].strip().lower(), "amount": amount(row["amount"])})
    return rows


def amount(text):
    text = text.strip().replace(",", "")
    if text.startswith("(") and text.endswith(")"):
        return -Decimal(text[1:-1])
    return Decimal(text)


def save(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["date", "account", "amount"])
        for row in rows:
            writer.writerow([row["date"], row["account"], row["amount"]])
