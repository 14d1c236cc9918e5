import pytest

from duration import parse, render


def test_single_unit():
    assert parse("45s") == 45
    assert parse("2h") == 7200


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1h30m", 5400), ("1d 2h", 93600)],
)
def test_units_add_up(text, seconds):
    assert parse(text) == seconds


def test_refuses_other_text():
    with pytest.raises(ValueError):
        parse("soon")
    with pytest.raises(ValueError):
        parse("")


def test_render():
    assert render(5400) == "1h 30m"
    assert render(0) == "0s"


def test_round_trip():
    assert parse(render(90061)) == 90061
