"""What an expression and the names around it are worth whenever tests run a place in the code."""

import builtins
import sys

from agentforge_observe import brief
from agentforge_shared import LIMITS
from agentforge_sources import Steps

MOST_TESTS = LIMITS["MOST_OBSERVED_TESTS"]
MOST_VISITS = LIMITS["MOST_VISITS"]
LARGEST = LIMITS["LARGEST_VALUE"]
LARGEST_NUMBER = 1 << 53
MISSING = {"missing": True}


class Watch:
    """Visits and comparisons of one test, in order."""

    def __init__(self, codes):
        self.codes = codes
        self.events = []
        self.count = 0

    def visit(self):
        """Called before the expression is evaluated."""
        self.count += 1
        if self.count > MOST_VISITS:
            return None
        frame = sys._getframe(1)
        names = dict(frame.f_locals)
        while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
            frame = frame.f_back
            names = {**frame.f_locals, **names}
        event = {"atoms": [evaluated(code, frame.f_globals, names) for code in self.codes]}
        self.events.append(event)
        return event

    def value(self, event, value):
        if event is not None:
            event["value"] = packed(value)
        return value

    def compared(self, got, wanted, equal):
        self.events.append({"got": packed(got), "wanted": packed(wanted), "equal": equal})


def evaluated(code, space, names):
    try:
        return packed(eval(code, space, names))
    except BaseException:
        return MISSING


def packed(value):
    """As JSON, with the kind of each container. Values of other types are missing."""
    try:
        return MISSING if len(brief(value, LARGEST)) >= LARGEST else plain(value)
    except BaseException:
        return MISSING


def plain(value):
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind in (int, float):
        return value if abs(value) < LARGEST_NUMBER else MISSING
    if kind in (list, tuple):
        return {kind.__name__: [plain(each) for each in value]}
    if isinstance(value, dict):
        return {"dict": [[plain(key), plain(each)] for key, each in value.items()]}
    if kind in (set, frozenset):
        return {"set": sorted((plain(each) for each in value), key=repr)}
    return MISSING


def observe(shop, place, ticks):
    """What each test that runs the place does there: the failing ones first."""
    path, start, end = place["at"]
    text = shop.sources[path].wide[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")
    candidate = [(path, start, end, "__value__(__visit__(), (%s))" % text)]
    try:
        codes = [compile(each, "<atom>", "eval") for each in place["atoms"]]
        undo = shop.apply(candidate)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    if undo is None:
        return []
    try:
        targets, guards = shop.judges_of(candidate)
        tests = (targets + guards)[:MOST_TESTS]
        return [{"failing": test in targets, "events": events_of(shop, test, codes, ticks)} for test in tests]
    finally:
        undo()


def events_of(shop, test, codes, ticks):
    watch = Watch(codes)
    builtins.__visit__, builtins.__value__ = watch.visit, watch.value
    Steps.watcher = watch.compared
    try:
        shop.run_one(test, ticks)
    finally:
        Steps.watcher = None
    # Of a visit that the expression's own error ended, nothing is known.
    return [each for each in watch.events if "atoms" not in each or "value" in each]
