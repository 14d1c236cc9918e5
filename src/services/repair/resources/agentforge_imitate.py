"""What a test run looks like from the inside: the arguments of the process, its main module, the frames of a test."""

import os
import sys

from agentforge_tests import matches


def imitation(request, tests):
    """Makes calls look like those of a test: its file, its name, its module, and the surrounding framework."""
    wanted = [test for test in tests if matches(test.name, request["targets"])] or tests
    name = wanted[0].name if wanted else request["files"][0]
    file = next((each for each in request["files"] if each[:-3].replace("/", ".") in name.replace("/", ".")), request["files"][0])
    path = os.path.realpath(file)
    title = name.replace("::", ".").split(".")[-1].split("[")[0]
    module = next((each for each in list(sys.modules.values()) if os.path.realpath(getattr(each, "__file__", None) or "/") == path), None)
    scope = dict(vars(module)) if module is not None else {"__name__": os.path.basename(file)[:-3]}
    title = title if title.isidentifier() else "test_it"
    exec(compile("def %s(call, given, named):\n    return call(*given, **named)\n" % title, path, "exec"), scope)
    tester = scope[title]
    os.environ["PYTEST_CURRENT_TEST"] = name + " (call)"
    if request["framework"] != "pytest":
        os.environ.pop("PYTEST_CURRENT_TEST")
        return lambda call: lambda *given, **named: in_case(tester, call, given, named)
    return lambda call: lambda *given, **named: tester(call, given, named)


def in_case(tester, call, given, named):
    import unittest

    found = []

    class Result(unittest.TestResult):
        def addError(self, test, error):
            found.append((False, error[1]))

        addFailure = addError

    unittest.FunctionTestCase(lambda: found.append((True, tester(call, given, named)))).run(Result())
    passed, value = found[0]
    if passed:
        return value
    raise value


def disguise(framework):
    """The arguments and the main module that a person's own run would have."""
    main = sys.modules["__main__"]
    if framework == "pytest":
        import pytest

        place = os.path.join(os.path.dirname(pytest.__file__), "__main__.py")
        sys.argv[:] = [place]
        main.__file__, main.__package__ = place, "pytest"
    else:
        sys.argv[:] = [sys.executable + " -m unittest"]
        main.__package__ = "unittest"
