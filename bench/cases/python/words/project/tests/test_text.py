import pytest

from words.codes import caesar, luhn, rle, unrle
from words.text import camel, count, fill, is_palindrome, slug, snake


@pytest.mark.parametrize(
    "title, limit, expected",
    [("Hello, World!", None, "hello-world"), ("  Crème brûlée ", None, "creme-brulee"), ("one two three", 9, "one-two"), ("short", 9, "short")],
)
def test_slug(title, limit, expected):
    assert slug(title, limit) == expected


def test_fill():
    assert fill("the quick brown fox", 9) == ["the quick", "brown fox"]
    assert fill("a bb ccc", 4) == ["a bb", "ccc"]
    assert fill("", 5) == []


def test_count():
    assert count("B a b. A c a") == [("a", 3), ("b", 2), ("c", 1)]


def test_names():
    assert snake("someLongName") == "some_long_name"
    assert camel("some_long_name") == "someLongName"


def test_palindrome():
    assert is_palindrome("A man, a plan, a canal: Panama")
    assert not is_palindrome("ab")


def test_rle():
    assert rle("aaab") == [("a", 3), ("b", 1)]
    assert unrle(rle("xxyz")) == "xxyz"


def test_caesar():
    assert caesar("Hello, xyz", 3) == "Khoor, abc"
    assert caesar("Khoor, abc", -3) == "Hello, xyz"


def test_luhn():
    assert luhn("79927398713")
    assert not luhn("79927398710")
    assert luhn("4539578763621486")
