from words.codes import caesar, luhn, rle, unrle
from words.text import camel, count, fill, is_palindrome, slug, snake


def test_all():
    assert slug("A  b--C") == "a-b-c"
    assert slug("alpha beta gamma", 11) == "alpha-beta"
    assert slug("alphabeta", 9) == "alphabeta"
    assert fill("aaaaaaaa b", 3) == ["aaaaaaaa", "b"]
    assert fill("a b c d", 3) == ["a b", "c d"]
    assert count("it's IT's x") == [("it's", 2), ("x", 1)]
    assert count("z y") == [("y", 1), ("z", 1)]
    assert snake("ABc1D") == "abc1_d"
    assert camel("a") == "a"
    assert is_palindrome("") and is_palindrome("Aa") and not is_palindrome("abc")
    assert rle("") == [] and rle("abb") == [("a", 1), ("b", 2)]
    assert unrle([("q", 3)]) == "qqq"
    assert caesar("zZ!", 1) == "aA!" and caesar("a", 52) == "a"
    assert luhn("0") and luhn("18") and not luhn("19") and luhn("5555555555554444")
