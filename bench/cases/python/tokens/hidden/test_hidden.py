import pytest

from tokens import evaluate


@pytest.mark.parametrize("text, expected", [("2*(3+4)-5", 9), ("100/5/2/5", 2), ("1-1-1-1", -2), ("--2", 2), ("-(2+3)*2", -10), ("7-2*3+1", 2), ("((4))", 4)])
def test_values(text, expected):
    assert evaluate(text) == expected


@pytest.mark.parametrize("text", ["", "(1+2", "1)", "+", "3 4", "2 */ 3"])
def test_errors(text):
    with pytest.raises(ValueError):
        evaluate(text)
