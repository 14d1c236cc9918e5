"""What tests may leave behind in the project's modules, and how to restore it."""

import os
import random
import sys
import types

from agentforge_sources import Ticks
from agentforge_tests import fresh

# Inspecting the project's objects may run its own code, which consumes ticks.
UNBOUNDED = 1 << 60
MOST_KEPT = 4000
LONGEST_KEPT = 5000


def own_modules():
    """Modules of the project, including tests."""
    here = os.getcwd() + os.sep
    found = []
    for _, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if (path.startswith(here) or not os.path.isabs(path) and path) and "site-packages" not in path:
            found.append(module)
    return found


class Snapshot:
    """Globals, class attributes, fields of objects, containers, mutable defaults and caches of the project's modules,
    by identity. Restoring costs one comparison for anything unchanged."""

    def __init__(self, modules):
        self.defaults, self.classes, self.containers, self.caches = [], [], [], []
        self.own = {module.__name__ for module in modules}
        self.seen = set()
        for module in modules:
            self._keep(vars(module))
        stack = [value for module in modules for name, value in list(vars(module).items()) if not name.startswith("__")]
        while stack and len(self.seen) < MOST_KEPT:
            stack.extend(self._remember(stack.pop()))

    def _remember(self, value):
        """Saves a value and yields its contents."""
        if id(value) in self.seen:
            return ()
        if isinstance(value, (list, dict, set)):
            return self._keep(value)
        if isinstance(value, tuple):
            return value
        if isinstance(value, type):
            if value.__module__ not in self.own:
                return ()
            self.seen.add(id(value))
            inside = {name: each for name, each in vars(value).items() if not name.startswith("__")}
            self.classes.append((value, inside))
            return inside.values()
        if callable(getattr(value, "cache_clear", None)):
            self.caches.append(value)
        function = getattr(value, "__wrapped__", value)
        if isinstance(function, types.FunctionType):
            self.seen.add(id(value))
            if any(isinstance(each, (list, dict, set)) for each in function.__defaults__ or ()):
                self.defaults.append((function, fresh(function.__defaults__)))
            return ()
        if type(value).__module__ in self.own and isinstance(getattr(value, "__dict__", None), dict):
            self.seen.add(id(value))
            return self._keep(vars(value))
        return ()

    def _keep(self, container):
        if len(container) > LONGEST_KEPT:
            return ()
        self.seen.add(id(container))
        was = container.copy()
        self.containers.append((container, was))
        return list(was.values()) if isinstance(was, dict) else list(was)

    def restore(self):
        Ticks.left = UNBOUNDED
        random.seed(0)
        for function, defaults in self.defaults:
            function.__defaults__ = fresh(defaults)
        for cache in self.caches:
            try:
                cache.cache_clear()
            except Exception:
                pass
        for container, was in self.containers:
            if differs(container, was):
                put_back(container, was)
        for owner, was in self.classes:
            now = vars(owner)
            for name, value in was.items():
                if now.get(name) is not value:
                    try:
                        setattr(owner, name, value)
                    except Exception:
                        pass


def differs(container, was):
    """Identical items are equal without calling their comparison."""
    try:
        return len(container) != len(was) or container != was
    except BaseException:
        return True


def put_back(container, was):
    if isinstance(container, list):
        container[:] = was
        return
    if isinstance(container, dict):
        for key in [key for key in container if key not in was]:
            del container[key]
        container.update(was)
        return
    container.clear()
    container.update(was)


def signature(limit=5000):
    """Everything reachable from the globals of the project's modules, as text: equal as long as nothing changes."""
    Ticks.left = UNBOUNDED
    modules = own_modules()
    own = {module.__name__ for module in modules}
    stack = [vars(module)[key] for module in modules for key in sorted(vars(module)) if not key.startswith("__")]
    seen, parts = {}, []
    while stack and len(seen) < limit:
        value = stack.pop()
        if value is None or isinstance(value, (bool, int, float, str, bytes)):
            parts.append(repr(value)[:60])
            continue
        if id(value) in seen:
            parts.append("^%d" % seen[id(value)])
            continue
        seen[id(value)] = len(seen)
        parts.append(type(value).__name__)
        if isinstance(value, (list, tuple)):
            stack.extend(value)
        elif isinstance(value, dict):
            stack.extend(value.values())
            parts.append(repr(len(value)))
        elif isinstance(value, (set, frozenset)):
            parts.append(repr(len(value)))
        elif type(value).__module__ in own and hasattr(value, "__dict__"):
            stack.extend(vars(value).values())
    return "|".join(parts)
