"""Tests of a framework as objects that can be run repeatedly."""

import copy
import os


# A test with more ticks than this is heavy: the time to see it pass is better spent on other candidates.
HEAVY = 20000


class Test:
    """One test: `run` returns True when it passes. Never raises."""

    def __init__(self, name, run):
        self.name = name
        self.run = run
        self.passed, self.seconds, self.ticks = False, 0.0, 0
        # Ticks of its first run, passed or failed: a deterministic measure of how much work it does.
        self.work, self.heavy = 0, False
        # How many of its own statements it reached.
        self.steps = 0
        # Lines by path; None if it has not been run.
        self.lines = None
        # Its unittest test case, if it has one.
        self.case = None

    def know(self, about):
        """Copies the findings of a survey."""
        if about is None:
            return
        self.passed, self.seconds, self.lines = about["passed"], about["seconds"], about["lines"]
        self.work, self.steps = about["ticks"], about["steps"]
        # A test that failed would have continued; a test that never finished proves nothing.
        self.ticks = self.work if self.passed else self.work // 2 if about["ended"] else 0
        self.heavy = about["ended"] and self.work > HEAVY

    def reaches(self, path, first, last):
        return any(first <= line <= last for line in self.lines.get(path, ()))


def collect(request, work, before=None):
    """Loads the tests and runs `work(tests)` where they can run. `before(load)` is called when everything else is done:
    in a fork, `load(files, work)` does the rest. Unittest needs no preparation."""
    if request["framework"] == "unittest":
        collect_unittest(request["files"], work)
    else:
        collect_pytest(request["files"], work, before)


def collect_pytest(files, work, before):
    """Collects with pytest's own machinery and runs `work(tests)` while the session is open."""
    import pytest

    def tests_of(session):
        return [Test(item.nodeid, runner_of(item)) for item in session.items]

    def loader(session):
        def load(some, task):
            session.perform_collect(some)
            task(tests_of(session))

        return load

    class Plugin:
        @pytest.hookimpl(tryfirst=True)
        def pytest_collection(self, session):
            if before is not None:
                before(loader(session))

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session):
            work(tests_of(session))
            return True

    # The failures are not shown to anyone: no rewritten assertions, no tracebacks.
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
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        collect_in_django(files, work)
    else:
        work(list(unittest_tests(files)))


def collect_in_django(files, work):
    """Runs `work(tests)` while Django's own runner has its test databases ready."""
    import unittest

    import django
    from django.conf import settings
    from django.test.utils import get_runner

    django.setup()

    class Runner(get_runner(settings)):
        def build_suite(self, *labels, **rest):
            self.found = list(unittest_tests(files))
            return unittest.TestSuite(test.case for test in self.found)

        def run_suite(self, suite, **rest):
            work(self.found)
            return unittest.TestResult()

    Runner(verbosity=0, interactive=False).run_tests([])


def unittest_tests(files):
    import unittest

    loader = unittest.TestLoader()
    for file in files:
        name = file[:-3].replace("/", ".")
        stack = [loader.loadTestsFromName(name)]
        while stack:
            each = stack.pop(0)
            if isinstance(each, unittest.TestSuite):
                stack[:0] = list(each)
                continue

            # A suite also runs the fixtures of the class and the module.
            def run(case=each):
                result = unittest.TestResult()
                unittest.TestSuite([copy.copy(case)]).run(result)
                return result.wasSuccessful()

            test = Test(each.id(), guarded(run))
            test.case = each
            yield test


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


def is_in_file(name, file):
    return (dotted(name) + ".").startswith(dotted(file + "."))


def dotted(name):
    return name.replace("/", ".").replace("::", ".").replace(".py.", ".")


def matches(name, targets):
    flat = dotted(name)
    for target in targets:
        other = dotted(target)
        if flat == other or flat.endswith("." + other) or other.endswith("." + flat):
            return True
    return False
