"""What the tests do with the sources: lines, kinds of values, calls; and how calls can be varied."""

import copy
import re
import sys
import zlib

from agentforge_shared import LIMITS

KINDS = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "boolean",
    "str": "string",
    "list": "list",
    "tuple": "list",
    "deque": "list",
    "dict": "dict",
    "defaultdict": "dict",
    "Counter": "dict",
    "OrderedDict": "dict",
    "set": "set",
    "frozenset": "set",
    "NoneType": "null",
    "function": "function",
    "builtin_function_or_method": "function",
    "method": "function",
}

# Per function and test: events observed in detail, how often one is observed after that, from where on only lines
# count, and where tracing ends. The failing call may be the last of ten thousand.
FULLY_SEEN = 600
SAMPLED = 50
MOST_SEEN = 20000
MOST_EVENTS = 1000000
MOST_CALLS = 400
MOST_TRIES = 40
MOST_FIELDS = LIMITS["MOST_FIELDS"]


class Observer:
    """Lines that each test runs, kinds of values that variables have, and calls from tests into the sources.
    """

    def __init__(self, sources):
        self.paths = {source.path: source.path for source in sources.values()}
        self.paths.update({source.absolute: source.path for source in sources.values()})
        self.kinds = {}
        self.calls = []
        self.places = set()
        self.tries = {}

    def watch(self, test):
        """Runs a test and observes everything. Returns whether it passed, and its lines by path."""
        lines, events = {}, {}
        paths, kinds = self.paths, self.kinds

        def local(frame, event, argument):
            code = frame.f_code
            lines[code.co_filename].add(frame.f_lineno)
            count = events[code] = events.get(code, 0) + 1
            if count > MOST_SEEN:
                return local if count < MOST_EVENTS else None
            if count < FULLY_SEEN and (count % 3 == 0 or event == "return") or count % SAMPLED == 0:
                seen = kinds.setdefault(paths[code.co_filename], {}).setdefault(code.co_firstlineno, {})
                for name, value in frame.f_locals.items():
                    seen.setdefault(name, set()).add(KINDS.get(type(value).__name__, "object"))
            return local

        def entered(frame, event, argument):
            name = frame.f_code.co_filename
            if name not in paths:
                return None
            lines.setdefault(name, set())
            self.places.add((name, frame.f_code.co_firstlineno))
            back = frame.f_back
            if back is not None and back.f_code.co_filename not in paths and len(self.calls) < MOST_CALLS:
                self._remember(frame)
            return local(frame, "call", None) or local

        return self._traced(test, entered), self._by_path(lines)

    def watch_lines(self, test):
        """The same for tests that pass: only the lines, and only in functions that an observed test ran. The failure
        cannot come from others."""
        known, lines = {}, {}

        def entered(frame, event, argument):
            code = frame.f_code
            about = known.get(id(code))
            if about is None:
                about = known[id(code)] = (code, self._tracer(code, lines))
            tracer = about[1]
            return None if tracer is None else tracer(frame, event, None)

        return self._traced(test, entered), self._by_path(lines)

    def _tracer(self, code, lines):
        if code.co_filename not in self.paths or (code.co_filename, code.co_firstlineno) not in self.places:
            return None
        found = lines.setdefault(code.co_filename, set())
        left = [MOST_EVENTS]

        def local(frame, event, argument):
            found.add(frame.f_lineno)
            left[0] -= 1
            return local if left[0] > 0 else None

        return local

    def _traced(self, test, entered):
        sys.settrace(entered)
        try:
            return test.run()
        finally:
            sys.settrace(None)

    def _by_path(self, lines):
        return {self.paths[name]: sorted(found) for name, found in lines.items()}

    def _remember(self, frame):
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        place = (code.co_filename, code.co_firstlineno)
        self.tries[place] = self.tries.get(place, 0) + 1
        if code.co_name.startswith("<") or code.co_freevars or self.tries[place] > MOST_TRIES:
            return
        try:
            given = copy.deepcopy({name: frame.f_locals[name] for name in names})
            key = repr((code.co_filename, code.co_firstlineno, given))[:600]
        except BaseException:
            return
        if all(known[0] != key for known in self.calls):
            self.calls.append((key, self.paths[code.co_filename], code.co_firstlineno, code.co_name, given))


def variants(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, 1, value * 2, -value]
    if isinstance(value, float):
        return [value + 1, value / 2, 0.0]
    if isinstance(value, str):
        other_ends = [value.replace("\n", "\r\n")] if "\n" in value and "\r" not in value else []
        return other_ends + ["", value[:1], value[1:], value[:-1], value + value[:1], value[::-1], value + " "]
    if isinstance(value, list):
        found = [[], value[:1], value[1:], value[:-1], value[::-1], value + value[:1]]
        if value and all(isinstance(each, int) for each in value):
            found += [sorted(value), [each + 1 for each in value], value + [max(value) + 1], value + [0]]
        return [copy.deepcopy(each) for each in found] + [[other] + value[1:] for other in inner_variants(value)]
    if isinstance(value, tuple):
        cut = [(), value[:1], value[1:], value[:-1], value[::-1]] if value else []
        return cut + [value[:at] + (other,) + value[at + 1 :] for at, held in enumerate(value) for other in variants_of_fields(held)]
    if isinstance(value, dict) and value:
        return [dict(list(value.items())[1:]), dict(list(value.items())[:-1])]
    return variants_of_fields(value)


def inner_variants(values):
    """Variations of the first of several objects, or of several tuples that contain one."""
    first = values[0] if values else None
    if isinstance(first, tuple):
        return [other for other in variants(first) if len(other) == len(first)]
    return variants_of_fields(first)


def variants_of_fields(value):
    """The same object with a different value in one of its fields; two variations per field."""
    found = []
    for name, held in list(vars(value).items())[:MOST_FIELDS] if hasattr(value, "__dict__") else []:
        if callable(held) or hasattr(held, "__dict__"):
            continue
        for other in variants(held)[:2]:
            try:
                changed = copy.deepcopy(value)
                vars(changed)[name] = other
                found.append(changed)
            except BaseException:
                break
    return found


def brief(value, limit=80):
    """As text; long values are shortened but stay distinguishable."""
    try:
        text = shown(value, 4)
    except BaseException:
        text = "<%s>" % type(value).__name__
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return text if len(text) <= limit else "%s… %08x" % (text[: limit - 10], zlib.crc32(text.encode("utf-8", "replace")))


def shown(value, depth):
    """Like repr, but includes the fields of objects without their own repr."""
    if depth and type(value) in (list, tuple):
        held = ", ".join(shown(each, depth - 1) for each in value)
        return "[%s]" % held if type(value) is list else "(%s%s)" % (held, "," if len(value) == 1 else "")
    if depth and type(value) is dict:
        return "{%s}" % ", ".join("%r: %s" % (key, shown(held, depth - 1)) for key, held in value.items())
    if depth and type(value).__repr__ is object.__repr__ and isinstance(getattr(value, "__dict__", None), dict):
        held = ", ".join("%s=%s" % (name, shown(each, depth - 1)) for name, each in vars(value).items())
        return "%s(%s)" % (type(value).__name__, held)
    return repr(value)
