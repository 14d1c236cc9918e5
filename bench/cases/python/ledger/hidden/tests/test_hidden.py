from decimal import Decimal

from ledger.csvfile import amount, load, save
from ledger.report import balances, largest, monthly, running


def test_all(tmp_path):
    assert amount("(1,000,000)") == -1000000
    assert amount("0.10") == Decimal("0.10")
    rows = [{"date": d, "account": a, "amount": Decimal(n)} for d, a, n in [("2023-12-31", "x", -5), ("2023-11-01", "y", 7), ("2023-12-01", "x", 2)]]
    save(tmp_path / "f.csv", rows)
    assert load(tmp_path / "f.csv") == rows
    assert balances(rows) == {"x": -3, "y": 7}
    assert running(rows, "x") == [("2023-12-01", 2), ("2023-12-31", -3)]
    assert running(rows, "z") == []
    assert largest(rows) == [7, -5, 2]
    assert largest(rows, 1) == [7]
    assert monthly(rows) == {"2023-12": -3, "2023-11": 7}
