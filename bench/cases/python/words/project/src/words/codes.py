def rle(text):
    """aaab → [("a", 3), ("b", 1)]"""
    runs = []
    for letter in text:
        if runs and runs[-1][0] == letter:
            runs[-1] = (letter, runs[-1][1] + 1)
        else:
            runs.append((letter, 1))
    return runs


def unrle(runs):
    return "".join(letter * count for letter, count in runs)


def caesar(text, shift):
    result = []
    for letter in text:
        if letter.isalpha():
            base = ord("A") if letter.isupper() else ord("a")
            result.append(chr((ord(letter) - base + shift) % 26 + base))
        else:
            result.append(letter)
    return "".join(result)


def luhn(digits):
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit)
        if index % 2 == 1:
            value *= 2
            if value > 9:
                value -= 9
        total += value
    return total % 10 == 0
