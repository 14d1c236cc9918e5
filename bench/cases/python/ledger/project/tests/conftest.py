import pytest

TEXT = """date,account,amount
2024-02-03, Cash ,"1,200.50"
2024-01-10,cash,(200.25)
2024-01-05,Rent,(700)
2024-02-01,rent,(700)
"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ledger.csv"
    file.write_text(TEXT)
    return file
