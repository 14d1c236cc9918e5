"""Numbers with the same meaning in the workers of every language: shared.json is the only place where they are written."""

import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "shared.json"), encoding="utf-8") as file:
    SHARED = json.load(file)

LIMITS = SHARED["limits"]
VERDICTS = SHARED["verdicts"]
