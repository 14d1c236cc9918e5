"""Replays sequences of steps (agentforge_steps.py) in a process that has loaded the project's modules."""

import pickle
import sys
import types

PLAIN = (type(None), bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)
CONTAINERS = (list, dict, set)


class Fresh:
    """The current globals of the project's modules and attributes of its classes, to be restored before each
    program."""

    def __init__(self, names):
        self.spaces, self.held, self.caches = [], [], []
        for name in names:
            module = sys.modules.get(name)
            if module is not None:
                self._keep(module, vars(module))
        for _, space in list(self.spaces):
            for value in space.values():
                if isinstance(value, type) and value.__module__ in names:
                    self._keep(value, {key: each for key, each in vars(value).items() if not key.startswith("__")})

    def _keep(self, owner, space):
        kept = {key: value for key, value in space.items() if not key.startswith("__")}
        self.spaces.append((owner, kept))
        for value in kept.values():
            if isinstance(value, CONTAINERS):
                self.held.append((value, value.copy()))
            if callable(getattr(value, "cache_clear", None)):
                self.caches.append(value)
            for each in getattr(value, "__defaults__", None) or ():
                if isinstance(each, CONTAINERS):
                    self.held.append((each, each.copy()))
            if type(value).__module__ in sys.modules and isinstance(getattr(value, "__dict__", None), dict) and not isinstance(value, (type, types.ModuleType)):
                self.held.append((vars(value), vars(value).copy()))

    def restore(self):
        for owner, space in self.spaces:
            for key, value in space.items():
                if vars(owner).get(key) is not value:
                    setattr(owner, key, value)
        for container, was in self.held:
            if isinstance(container, list):
                container[:] = was
            else:
                container.clear()
                container.update(was)
        for each in self.caches:
            each.cache_clear()


def traced(steps, tools):
    objects, trace = {}, []
    for step in steps:
        told = told_by(step, objects, tools)
        if told is None:
            return None
        trace.append(told)
    return trace


def told_by(step, objects, tools):
    kind, on, name, given, named, makes = step
    try:
        with tools["bound"]():
            target = objects[on[1]] if on[0] == "object" else place_of(on, tools)
            own = [argument(each, objects) for each in given]
            result = perform(kind, target, name, own, {key: argument(each, objects) for key, each in named.items()})
            if makes is not None:
                objects[makes] = result
            result = result if makes is not None else tools["settled"](result)
            if makes is not None or not isinstance(result, PLAIN) and is_object(result):
                return "an object"
            return tools["brief"]((result, [each for each, kept in zip(own, given) if kept[0] == "value"]), 300)
    except tools["late"]:
        return None
    except (RecursionError, MemoryError):
        return "raises RecursionError"
    except BaseException as error:
        return "raises %s: %s" % (type(error).__name__, tools["brief"](str(error), 120))


def perform(kind, target, name, given, named):
    if kind == "get":
        return getattr(target, name)
    if kind == "set":
        return setattr(target, name, given[0])
    return (getattr(target, name) if kind == "method" else target)(*given, **named)


def place_of(on, tools):
    place = tools["module"](on[1])
    for each in on[2].split("."):
        place = getattr(place, each)
    return place


def argument(kept, objects):
    return objects.get(kept[1]) if kept[0] == "object" else pickle.loads(pickle.dumps(kept[1], 4))


def is_object(value):
    return isinstance(value, types.FunctionType) or type(value).__repr__ is object.__repr__
