import json

from intervals import merge
from schedule import busy_minutes, free_slots

answers = [
    merge([(0, 100), (10, 20), (30, 40)]),
    merge([(5, 9), (1, 20), (2, 3), (25, 26)]),
    merge([(1, 4), (2, 4)]),
    merge([(3, 7), (4, 5), (6, 9)]),
    merge([]),
    merge([(1, 2), (5, 8), (5, 6)]),
    busy_minutes([(0, 60), (15, 30), (45, 50)]),
    busy_minutes([(600, 700), (620, 640), (700, 710)]),
    free_slots([(500, 700), (520, 540)], 480, 780),
]
print(json.dumps(json.loads(str(answers).replace("(", "[").replace(")", "]"))))
