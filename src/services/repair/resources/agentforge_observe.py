"""What the tests do with the sources: lines, kinds of values, calls; and how calls can be varied."""

import copy
import re
import sys

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


class Observer:
    """Lines each test runs, kinds of values that variables hold, and calls from tests into the sources."""

    def __init__(self, sources, limit=40000):
        self.paths = {source.path: source.path for source in sources.values()}
        self.paths.update({source.absolute: source.path for source in sources.values()})
        self.kinds = {}
        self.calls = []
        self.limit = limit

    def watch(self, test):
        lines, budget = {}, [self.limit]
        paths, kinds = self.paths, self.kinds

        def local(frame, event, argument):
            path = paths[frame.f_code.co_filename]
            lines.setdefault(path, set()).add(frame.f_lineno)
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if budget[0] % 3 == 0 or event == "return":
                seen = kinds.setdefault(path, {}).setdefault(frame.f_code.co_firstlineno, {})
                for name, value in frame.f_locals.items():
                    seen.setdefault(name, set()).add(KINDS.get(type(value).__name__, "object"))
            return local

        def entered(frame, event, argument):
            if frame.f_code.co_filename not in paths or budget[0] < 0:
                return None
            back = frame.f_back
            if back is not None and back.f_code.co_filename not in paths and len(self.calls) < 400:
                self._remember(frame)
            return local(frame, "call", None) or local

        sys.settrace(entered)
        try:
            passed = test.run()
        finally:
            sys.settrace(None)
        return passed, {path: sorted(found) for path, found in lines.items()}

    def _remember(self, frame):
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if code.co_name.startswith("<") or code.co_freevars:
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
        return ["", value[1:], value[:-1], value + value[:1], value[::-1], value + " "]
    if isinstance(value, list):
        found = [[], value[1:], value[:-1], value[::-1], value + value[:1]]
        if value and all(isinstance(each, int) for each in value):
            found += [sorted(value), [each + 1 for each in value], value + [max(value) + 1], value + [0]]
        return [copy.deepcopy(each) for each in found]
    if isinstance(value, tuple):
        return [value[1:], value[::-1]] if value else []
    if isinstance(value, dict) and value:
        return [dict(list(value.items())[1:]), dict(list(value.items())[:-1])]
    return []


def brief(value, limit=80):
    try:
        text = repr(value)
    except BaseException:
        text = "<%s>" % type(value).__name__
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"
