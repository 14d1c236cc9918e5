import json

from textkit import columns, wrap

answers = [
    wrap("a bc def", 4),
    wrap("the quick brown fox jumps over the lazy dog", 9),
    wrap("the quick brown fox jumps over the lazy dog", 15),
    wrap("one two three", 13),
    wrap("one two three", 12),
    wrap("xx yy", 5),
    wrap("x", 1),
    columns("to be or", "not to be", 5),
]
print(json.dumps([["".join(list(line)) for line in lines] for lines in answers]))
