"""Calls that tests make of certain functions, with their arguments packed as they were at that moment."""

import inspect
import os
import pickle
import sys
from base64 import b64encode

from agentforge_observe import brief
from agentforge_replay import find
from agentforge_shared import LIMITS

MOST_PER_FUNCTION = LIMITS["MOST_PER_FUNCTION"]
MOST_TRIES = 200
MOST_BYTES = 60000


class Function:
    """One of the requested functions, if a loaded module has it."""

    def __init__(self, index, module, name):
        self.index, self.module, self.name = index, module, name
        self.call = find(module, name)
        self.inner = inspect.unwrap(self.call)
        self.tries = 0
        self.calls = {}

    def codes(self):
        return [each.__code__ for each in (self.call, self.inner) if inspect.isfunction(each)]


def module_of(path):
    """The name under which a file is loaded."""
    wanted = os.path.realpath(path)
    for name, module in list(sys.modules.items()):
        place = getattr(module, "__file__", None)
        if place and name != "__main__" and os.path.realpath(place) == wanted:
            return name
    return None


def functions_of(aims):
    found = []
    for index, aim in enumerate(aims):
        module = module_of(aim["path"])
        try:
            if module is not None:
                found.append(Function(index, module, aim["name"]))
        except (KeyError, AttributeError, ImportError):
            continue
    return found


class Recorder:
    """Runs tests and records the calls. Code that several functions share belongs to none of them."""

    def __init__(self, functions):
        self.by_code = {}
        for function in functions:
            for code in set(function.codes()):
                self.by_code[code] = None if code in self.by_code else function
        self.open = {}
        self.seen = {}

    def watch(self, test):
        self.seen = {}
        sys.setprofile(self._event)
        try:
            return test.run()
        finally:
            sys.setprofile(None)
            self.open.clear()

    def _event(self, frame, event, result):
        if event == "call":
            function = self.by_code.get(frame.f_code)
            if function is not None:
                sys.setprofile(None)
                try:
                    self._enter(function, frame)
                finally:
                    sys.setprofile(self._event)
        elif event == "return" and frame in self.open:
            sys.setprofile(None)
            try:
                self._leave(self.open.pop(frame), result)
            finally:
                sys.setprofile(self._event)

    def _enter(self, function, frame):
        function.tries += 1
        if function.tries > MOST_TRIES:
            return
        try:
            given = arguments_of(frame, function.inner)
            shown = brief(given, 400)
            packed = pickle.dumps(given, 4)
        except BaseException:
            return
        if len(packed) > MOST_BYTES:
            return
        if shown not in function.calls:
            if len(function.calls) >= MOST_PER_FUNCTION:
                return
            function.calls[shown] = {"packed": b64encode(packed).decode(), "unsteady": False}
        self.open[frame] = (function, shown)

    def _leave(self, entry, result):
        """If a test gets different answers to the same call, the function is stateful."""
        function, shown = entry
        answer = brief(result, 300)
        if self.seen.setdefault((function.index, shown), answer) != answer:
            function.calls[shown]["unsteady"] = True


def arguments_of(frame, function):
    """Positional and named arguments of a call on entry, without those that equal the defaults: the old code may not
    have such a parameter."""
    code, values = frame.f_code, frame.f_locals
    count, more = code.co_argcount, code.co_kwonlyargcount
    names = code.co_varnames
    positional = [values[name] for name in names[:count]]
    usual = getattr(function, "__kwdefaults__", None) or {}
    named = {name: values[name] for name in names[count : count + more] if name not in usual or usual[name] is not values[name]}
    at = count + more
    if code.co_flags & inspect.CO_VARARGS:
        positional.extend(values[names[at]])
        at += 1
    elif function.__code__ is code:
        for default in reversed(function.__defaults__ or ()):
            if positional[-1] is not default:
                break
            positional.pop()
    if code.co_flags & inspect.CO_VARKEYWORDS:
        named.update(values[names[at]])
    return positional, named


def shown_call(function, given):
    positional, named = given
    first = 1 if "." in function.name and positional and hasattr(positional[0], "__dict__") else 0
    parts = [brief(each, 60) for each in positional[first:]]
    parts += ["%s=%s" % (name, brief(each, 60)) for name, each in named.items()]
    owner = " on %s" % brief(positional[0], 80) if first and not isinstance(positional[0], type) else ""
    return "%s(%s)%s" % (function.name, ", ".join(parts), owner)
