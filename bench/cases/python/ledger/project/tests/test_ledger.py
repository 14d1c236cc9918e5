from decimal import Decimal

from ledger.csvfile import amount, load, save
from ledger.report import balances, largest, monthly, running


class TestLoading:
    def test_amounts(self):
        assert amount("1,200.50") == Decimal("1200.50")
        assert amount(" (3) ") == Decimal(-3)

    def test_rows(self, path):
        rows = load(path)
        assert len(rows) == 4
        assert rows[0] == {"date": "2024-02-03", "account": "cash", "amount": Decimal("1200.50")}

    def test_round_trip(self, path, tmp_path):
        rows = load(path)
        save(tmp_path / "copy.csv", rows)
        assert load(tmp_path / "copy.csv") == rows


class TestReports:
    def test_balances(self, path):
        assert balances(load(path)) == {"cash": Decimal("1000.25"), "rent": Decimal(-1400)}

    def test_running(self, path):
        assert running(load(path), "cash") == [("2024-01-10", Decimal("-200.25")), ("2024-02-03", Decimal("1000.25"))]

    def test_largest(self, path):
        assert largest(load(path), 2) == [Decimal("1200.50"), Decimal(-700)]

    def test_monthly(self, path):
        assert monthly(load(path)) == {"2024-02": Decimal("500.50"), "2024-01": Decimal("-900.25")}
