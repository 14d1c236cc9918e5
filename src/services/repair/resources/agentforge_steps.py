"""What a test does with a project's objects, one step after the other, recorded where the test file calls the project.

A step is (kind, on, name, given, named, makes): kind is new, call, method, get or set; on is ("origin", module, name) or
("object", number); arguments are ("value", copy) or ("object", number); makes is the number of a new object or None.
"""

import inspect
import os
import pickle
import sys
import types

from agentforge_calls import arguments_of
from agentforge_shared import LIMITS

MOST_STEPS = LIMITS["MOST_STEPS"]
GENERATOR = inspect.CO_GENERATOR


class Broken(Exception):
    """Something that cannot be repeated."""


class StepRecorder:
    def __init__(self, files):
        self.tests = {os.path.realpath(each) for each in files}
        self.here = os.getcwd() + os.sep
        self.steps, self.objects, self.frames, self.broken = [], [], {}, False

    def watch(self, test):
        """The steps of a test; None if it fails or contains something that cannot be repeated."""
        self.steps, self.objects, self.frames, self.broken = [], [], {}, False
        sys.setprofile(self._event)
        try:
            passed = test.run()
        finally:
            sys.setprofile(None)
        good = passed and not self.broken and 0 < len(self.steps) <= MOST_STEPS
        return [tuple(each) for each in self.steps] if good else None

    def _event(self, frame, event, result):
        if self.broken or event not in ("call", "return"):
            return
        sys.setprofile(None)
        try:
            if event == "call" and frame not in self.frames and self._is_border(frame):
                self.frames[frame] = None
                self._enter(frame)
            elif event == "return" and self.frames.get(frame) is not None:
                self._leave(self.frames[frame], frame, result)
        except Broken:
            self.broken = True
        except BaseException:
            self.broken = True
        finally:
            sys.setprofile(self._event)

    def _is_border(self, frame):
        back = frame.f_back
        if back is None or os.path.realpath(back.f_code.co_filename) not in self.tests:
            return False
        place = frame.f_code.co_filename
        if place == "<string>":
            return frame.f_code.co_name == "__init__"
        path = os.path.realpath(place)
        return path.startswith(self.here) and "site-packages" not in path and path not in self.tests

    def _enter(self, frame):
        code = frame.f_code
        if code.co_name in ("<module>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>") or not code.co_flags & inspect.CO_OPTIMIZED:
            return
        step = self._method(frame) or self._function(frame)
        self.steps.append(step)
        self.frames[frame] = step

    def _method(self, frame):
        code = frame.f_code
        if not code.co_argcount:
            return None
        own = frame.f_locals.get(code.co_varnames[0])
        owner = own if isinstance(own, type) else type(own)
        held = next((vars(each)[code.co_name] for each in owner.__mro__ if code.co_name in vars(each)), None)
        inner = held.fget if isinstance(held, property) else getattr(held, "__func__", held)
        if isinstance(held, property) and held.fset is not None and held.fset.__code__ is code:
            inner, kind = held.fset, "set"
        else:
            kind = "get" if isinstance(held, property) else "method"
        inner = inspect.unwrap(inner) if callable(inner) else inner
        if getattr(inner, "__code__", None) is not code:
            return None
        positional, named = arguments_of(frame, inner)
        given, named = [self._keep(each) for each in positional[1:]], {name: self._keep(each) for name, each in named.items()}
        if code.co_name == "__init__":
            return ["new", self._origin(owner), None, given, named, self._number(own)]
        if isinstance(own, type):
            return ["method", self._origin(own), code.co_name, given, named, None]
        if self._known(own) is None:
            if owner.__init__ is not object.__init__:
                raise Broken()
            self.steps.append(["new", self._origin(owner), None, [], {}, self._number(own)])
        return [kind, ("object", self._known(own)), code.co_name, given, named, None]

    def _function(self, frame):
        code = frame.f_code
        module = sys.modules.get(frame.f_globals.get("__name__"))
        held = getattr(module, code.co_name, None)
        inner = inspect.unwrap(held) if callable(held) else None
        if getattr(inner, "__code__", None) is code:
            on = ("origin", module.__name__, code.co_name)
        else:
            number = next((at for at, each in enumerate(self.objects) if getattr(each, "__code__", None) is code), None)
            if number is None:
                raise Broken()
            on, inner = ("object", number), self.objects[number]
        positional, named = arguments_of(frame, inner)
        return ["call", on, None, [self._keep(each) for each in positional], {name: self._keep(each) for name, each in named.items()}, None]

    def _leave(self, step, frame, result):
        if frame.f_code.co_flags & GENERATOR or step[5] is not None:
            return
        if is_live(result) and self._known(result) is None:
            step[5] = self._number(result)

    def _origin(self, owner):
        if os.path.realpath(getattr(sys.modules.get(owner.__module__), "__file__", None) or "/") in self.tests or "<" in owner.__qualname__:
            raise Broken()
        return ("origin", owner.__module__, owner.__qualname__)

    def _known(self, value):
        return next((at for at, each in enumerate(self.objects) if each is value), None)

    def _number(self, value):
        self.objects.append(value)
        return len(self.objects) - 1

    def _keep(self, value):
        number = self._known(value)
        return ("value", pickle.loads(pickle.dumps(value, 4))) if number is None else ("object", number)


def is_live(value):
    """Whether an object is stateful, unlike plain data."""
    if isinstance(value, (types.FunctionType, types.MethodType)):
        return True
    kind = type(value)
    here = os.getcwd() + os.sep
    place = os.path.realpath(getattr(sys.modules.get(kind.__module__), "__file__", None) or "/")
    return place.startswith(here) and "site-packages" not in place and not isinstance(value, (tuple, str, int, BaseException))
