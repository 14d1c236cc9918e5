import json
import sys

sys.path.insert(0, "src")

from duration import parse, render


def attempt(text):
    try:
        return int(str(parse(text)))
    except ValueError:
        return "refused"


texts = ["2h15m", "3d 4h", "1h 1m 1s", "10m", "7d", "2d2h2m2s", "1m30s", "5 x", "90m 30s", "1h 1h"]
print(json.dumps([attempt(text) for text in texts] + [render(3661), render(86400)]))
