"""Tests of a framework as things that can be run again and again, and the state they must not leave behind."""

import copy
import os
import random
import sys
import types

from agentforge_sources import Ticks

# Looking at the project's objects may run its own code, which counts.
UNBOUNDED = 1 << 60


class Test:
    """One test: `run` returns True when it passes. Never raises."""

    def __init__(self, name, run):
        self.name = name
        self.run = run
        self.passed, self.seconds, self.ticks = False, 0.0, 0
        # Lines by path; None where it has not been run.
        self.lines = None

    def know(self, about):
        """Takes over what a survey found."""
        if about is None:
            return
        self.passed, self.seconds, self.lines = about["passed"], about["seconds"], about["lines"]
        self.ticks = about["ticks"] if self.passed else 0

    def reaches(self, path, first, last):
        return any(first <= line <= last for line in self.lines.get(path, ()))


def collect(request, work):
    if request["framework"] == "unittest":
        collect_unittest(request["files"], work)
    else:
        collect_pytest(request["files"], work)


def collect_pytest(files, work):
    """Collects with pytest's own machinery and runs `work(tests)` while the session is open."""
    import pytest

    class Plugin:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session):
            work([Test(item.nodeid, runner_of(item)) for item in session.items], session.testsfailed)
            return True

    # Nobody reads the failures: no rewritten assertions that explain them, no tracebacks.
    arguments = ["-s", "-p", "no:cacheprovider", "--continue-on-collection-errors", "--assert=plain", "--tb=no"]
    return pytest.main(arguments + files, plugins=[Plugin()])


def runner_of(item):
    import pytest
    from _pytest.runner import runtestprotocol

    def by_protocol():
        reports = runtestprotocol(item, log=False, nextitem=None)
        return all(report.passed or report.skipped for report in reports)

    parameters = dict(getattr(getattr(item, "callspec", None), "params", {}))
    plain = type(item) is pytest.Function and item.cls is None
    names = set(getattr(getattr(item, "_fixtureinfo", None), "names_closure", ["?"]))
    marks = {mark.name for mark in item.iter_markers()}
    if not plain or names - set(parameters) or marks - {"parametrize"}:
        return guarded(by_protocol)
    function = item.obj
    if getattr(function, "__code__", None) is None or function.__code__.co_flags & 0x280:
        return guarded(by_protocol)
    wanted = set(item._fixtureinfo.argnames)
    given = {name: value for name, value in parameters.items() if name in wanted}

    def directly():
        function(**fresh(given))
        return True

    return guarded(directly)


def collect_unittest(files, work):
    import unittest

    tests = []
    loader = unittest.TestLoader()
    for file in files:
        name = file[:-3].replace("/", ".")
        suite = loader.loadTestsFromName(name)
        stack = [suite]
        while stack:
            each = stack.pop(0)
            if isinstance(each, unittest.TestSuite):
                stack[:0] = list(each)
                continue

            def run(case=each):
                result = unittest.TestResult()
                copy.copy(case).run(result)
                return result.wasSuccessful()

            tests.append(Test(each.id(), guarded(run)))
    work(tests, 0)


def guarded(run):
    def safe():
        try:
            return run()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return type(error).__name__ in ("Skipped",)

    return safe


def fresh(values):
    try:
        return copy.deepcopy(values)
    except Exception:
        return values


class Snapshot:
    """Mutable defaults, module-level containers and caches of the project's modules."""

    def __init__(self, modules):
        self.defaults, self.containers, self.caches = [], [], []
        for module in modules:
            for name, value in list(vars(module).items()):
                if name.startswith("__"):
                    continue
                self._remember(value, module)
                if isinstance(value, type) and value.__module__ == module.__name__:
                    for inner in list(vars(value).values()):
                        self._remember(inner, module)

    def _remember(self, value, module):
        function = getattr(value, "__wrapped__", value)
        if callable(getattr(value, "cache_clear", None)):
            self.caches.append(value)
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            if any(isinstance(each, (list, dict, set)) for each in function.__defaults__ or ()):
                self.defaults.append((function, fresh(function.__defaults__)))
        if isinstance(value, (list, dict, set)) and len(value) < 1000:
            try:
                self.containers.append((value, copy.deepcopy(value)))
            except Exception:
                pass

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
        for value, was in self.containers:
            if isinstance(value, list):
                value[:] = copy.deepcopy(was)
            else:
                value.clear()
                value.update(copy.deepcopy(was))


def signature(limit=5000):
    """What can be reached from the globals of the project's modules, as text: the same as long as nothing changes."""
    Ticks.left = UNBOUNDED
    here = os.getcwd() + os.sep
    names = [name for name, module in list(sys.modules.items()) if (getattr(module, "__file__", None) or "").startswith(here)]
    own = set(names)
    stack = [vars(sys.modules[name])[key] for name in sorted(names) for key in sorted(vars(sys.modules[name])) if not key.startswith("__")]
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


def matches(name, targets):
    flat = name.replace("/", ".").replace("::", ".").replace(".py.", ".")
    for target in targets:
        other = target.replace("/", ".").replace("::", ".").replace(".py.", ".")
        if flat == other or flat.endswith("." + other) or other.endswith("." + flat):
            return True
    return False
