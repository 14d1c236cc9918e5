import pytest

from tokens import evaluate, tokenize


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1", 1),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 / 4 / 2", 1),
        ("10 - 2 - 3", 5),
        ("-3 + 5", 2),
        ("2 * -4", -8),
        ("1.5 * 2", 3),
    ],
)
def test_evaluate(text, expected):
    assert evaluate(text) == expected


@pytest.mark.parametrize("text", ["(1", "1 2", "*", "1 +"])
def test_errors(text):
    with pytest.raises(ValueError):
        evaluate(text)


def test_tokens():
    assert list(tokenize("1 +2")) == [("number", 1.0), ("symbol", "+"), ("number", 2.0)]
