"""Runs unittest test cases and writes one JSON line per event. Python 3.6 and later.

Arguments: files, or `file.py::Class::method`; none for every test file below the working folder.
"""
import doctest
import fnmatch
import importlib
import importlib.util
import os
import sys
import time
import traceback
import unittest

import agentforge_lines
from agentforge_lines import Journal, bound, relative

SKIPPED_FOLDERS = {"node_modules", "venv", "env", "build", "dist", "__pycache__", "site-packages"}


class Result(unittest.TextTestResult):
    """Reports to the journal what the text runner prints on the screen."""

    def __init__(self, stream, descriptions, verbosity, **rest):
        super().__init__(stream, descriptions, verbosity, **rest)
        self.began = {}
        self.printed = 0

    def startTest(self, test):
        super().startTest(test)
        self.began[id(test)] = time.perf_counter()
        JOURNAL.emit(event="begin", id=id_of(test))
        if LINES and PER_TEST:
            LINES.mark()

    def stopTest(self, test):
        if LINES and PER_TEST:
            JOURNAL.emit(event="lines", id=id_of(test), lines=LINES.taken())
        JOURNAL.emit(event="finish", id=id_of(test))
        super().stopTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.tell(test, "passed")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.tell(test, "failed", err)

    def addError(self, test, err):
        super().addError(test, err)
        if isinstance(test, unittest.TestCase):
            self.tell(test, "failed", err)
        else:
            where = holder(test)
            path = where.split("::")[0]
            JOURNAL.emit(event="error", id=where, file=path, name=where, failure=describe(err, path))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            self.tell(test, "skipped")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.tell(test, "expected_failure")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        failure = {"type": "UnexpectedPass", "message": "the test was expected to fail and passed", "stack": "", "line": None}
        self.tell(test, "failed", failure=failure)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is None:
            self.show_progress()
        else:
            self.tell(test, "failed", err, note=str(subtest._subDescription()))

    def show_progress(self):
        """At most one dot per second: a test without any output would count as hung."""
        now = time.monotonic()
        if now - self.printed >= 1:
            self.printed = now
            self.stream.write(".")
            self.stream.flush()

    def tell(self, test, status, err=None, failure=None, note=None):
        path = path_of(test)
        if err is not None:
            failure = describe(err, path)
            if note:
                failure["message"] = "%s %s" % (note, failure["message"])
        JOURNAL.emit(
            event="test",
            id=id_of(test),
            file=relative(path),
            name=id_of(test).split("::", 1)[-1],
            status=status,
            seconds=time.perf_counter() - self.began.get(id(test), time.perf_counter()),
            line=first_line(test),
            failure=failure,
        )


def describe(err, path):
    kind, error, trace = err
    return {
        "type": kind.__name__,
        "message": bound(error),
        "stack": bound("".join(traceback.format_exception(kind, error, own_frames(trace)))),
        "line": line_in(error, trace, path),
    }


def own_frames(trace):
    """Without the top frames of unittest itself."""
    while trace is not None and "__unittest" in trace.tb_frame.f_globals:
        trace = trace.tb_next
    return trace


def line_in(error, trace, path):
    if path is None:
        return None
    wanted = os.path.realpath(path)
    if isinstance(error, SyntaxError) and error.filename and os.path.realpath(error.filename) == wanted:
        return error.lineno
    for frame, line in reversed(list(traceback.walk_tb(trace))):
        if os.path.realpath(frame.f_code.co_filename) == wanted:
            return line
    return None


def first_line(test):
    if isinstance(test, doctest.DocTestCase):
        line = test._dt_test.lineno
        return None if line is None else line + 1
    method = getattr(test, getattr(test, "_testMethodName", ""), None)
    code = getattr(getattr(method, "__func__", method), "__code__", None)
    return code.co_firstlineno if code else None


def path_of(test):
    if isinstance(test, doctest.DocTestCase):
        return test._dt_test.filename or test.id()
    module = sys.modules.get(test.__class__.__module__)
    return getattr(module, "__file__", None) or test.__class__.__module__


def id_of(test):
    # As pytest names them: `pkg/calc.py::pkg.calc.add`.
    if isinstance(test, doctest.DocTestCase):
        return "%s::%s" % (relative(path_of(test)), test.id())
    # A test inherited from a parent class belongs to the class that runs it.
    method = getattr(test, "_testMethodName", None) or str(test)
    return "%s::%s::%s" % (relative(path_of(test)), test.__class__.__qualname__, method)


def holder(test):
    """`setUpClass (test_a.CalcTest)` and `setUpModule (test_a)` name the class or module whose setup failed."""
    inside = str(test).partition("(")[2].rstrip(")")
    module, _, name = inside.rpartition(".")
    for known, rest in ((inside, ""), (module, name)):
        path = getattr(sys.modules.get(known), "__file__", None)
        if path:
            return "::".join(part for part in (relative(path), rest) if part)
    return str(test)


def test_files():
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(each for each in folders if each not in SKIPPED_FOLDERS and not each.startswith("."))
        for name in sorted(names):
            if fnmatch.fnmatch(name, "test*.py") or fnmatch.fnmatch(name, "*_test.py"):
                yield os.path.normpath(os.path.join(folder, name))


def load(path):
    """Imports a file as a module, named from the innermost folder that is not a package."""
    folder, name = os.path.split(os.path.abspath(path))
    parts = [os.path.splitext(name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module_name = ".".join(parts)
    known = sys.modules.get(module_name)
    if known is None or os.path.realpath(getattr(known, "__file__", "") or "") == os.path.realpath(path):
        return importlib.import_module(module_name)
    spec = importlib.util.spec_from_file_location("%s_%d" % (module_name, len(sys.modules)), path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def collect(arguments):
    # The id of a doctest does not name the test file whose `load_tests` finds it.
    doctests = {argument for argument in arguments if argument.count("::") == 1}
    wanted = {}
    for argument in arguments:
        if argument not in doctests:
            path, _, rest = argument.partition("::")
            wanted.setdefault(os.path.normpath(path), set()).add(rest)
    others = [path for path in test_files() if path not in wanted] if doctests or not arguments else []
    suite = unittest.TestSuite()
    for path in list(wanted) + others:
        try:
            module = load(path)
        except unittest.SkipTest:
            continue
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            if arguments and path not in wanted:
                continue
            trace = error.__traceback__
            failure = describe((type(error), error, trimmed(trace, path)), path)
            JOURNAL.emit(event="error", file=relative(path), failure=failure)
            sys.stderr.write("".join(traceback.format_exception(type(error), error, trimmed(trace, path))))
            FAILED.append(path)
            continue
        tests = unittest.defaultTestLoader.loadTestsFromModule(module)
        names = wanted.get(path, set() if arguments else {""})
        for test in flatten(tests):
            if "" in names or id_of(test).split("::", 1)[1] in names or id_of(test) in doctests:
                suite.addTest(test)
    return suite


def trimmed(trace, path):
    """From the first frame inside the file, after the import machinery; all of it if there is none."""
    frame = trace
    while frame is not None and os.path.realpath(frame.tb_frame.f_code.co_filename) != os.path.realpath(path):
        frame = frame.tb_next
    return frame or trace


def flatten(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            for test in flatten(each):
                yield test
        else:
            yield each


def run(arguments):
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        return run_in_django(arguments)
    return runner().run(collect(arguments))


def runner():
    return unittest.TextTestRunner(resultclass=Result, verbosity=2)


def run_in_django(arguments):
    """Django's runner prepares settings and test databases; the tests and the report are ours."""
    import django
    from django.conf import settings
    from django.test.utils import get_runner

    django.setup()
    outcomes = []

    class Runner(get_runner(settings)):
        def build_suite(self, *labels, **rest):
            return in_order(collect(arguments), self.reorder_by)

        def run_suite(self, suite, **rest):
            outcomes.append(runner().run(suite))
            return outcomes[0]

    Runner(verbosity=0, interactive=False).run_tests([])
    return outcomes[0]


def in_order(suite, classes):
    """Tests that leave the database as it was come first."""
    def rank(test):
        return next((at for at, each in enumerate(classes) if isinstance(test, each)), len(classes))

    return unittest.TestSuite(sorted(flatten(suite), key=rank))


JOURNAL = Journal("report.jsonl")
LINES = agentforge_lines.requested()
PER_TEST = bool(os.environ.get("AGENTFORGE_PER_TEST"))
FAILED = []

if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    JOURNAL.emit(event="start", tool="unittest", version="%d.%d.%d" % sys.version_info[:3])
    if LINES:
        LINES.start()
    outcome = run(sys.argv[1:])
    if LINES:
        LINES.stop()
        JOURNAL.emit(event="coverage", files=LINES.measured())
    JOURNAL.emit(event="end")
    sys.exit(0 if outcome.wasSuccessful() and not FAILED else 1)
