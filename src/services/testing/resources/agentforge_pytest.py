"""A pytest plug-in that writes one JSON line per event into the artifacts folder. pytest 6 and later.

PYTEST_DONT_REWRITE: it has no assertions, and rewriting it would cost every run.
"""
import os
import traceback

import pytest

import agentforge_lines
from agentforge_lines import Journal, bound, relative


class Reporter:
    def __init__(self, config):
        # With pytest-xdist, the workers run the tests and measure; only the controller reports.
        self.is_worker = hasattr(config, "workerinput")
        self.journal = Journal("report.jsonl")
        self.lines = agentforge_lines.requested()
        self.per_test = bool(os.environ.get("AGENTFORGE_PER_TEST"))
        self.root = str(config.rootdir)

    def emit(self, **event):
        if not self.is_worker:
            self.journal.emit(**event)

    def begin(self):
        self.emit(event="start", tool="pytest", version=pytest.__version__)
        if self.lines:
            self.lines.start()

    def pytest_collectreport(self, report):
        if report.failed:
            path = self.path_of(report.nodeid) if report.nodeid else None
            self.emit(event="error", file=path, failure=getattr(report, "agentforge", None) or plain(report))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        report = outcome.get_result()
        call = getattr(report, "call", None)
        if report.failed and call is not None and call.excinfo is not None:
            report.agentforge = describe(call.excinfo, getattr(collector, "path", None) or collector.fspath, report)

    def pytest_runtest_logstart(self, nodeid, location):
        self.emit(event="begin", id=self.id_of(nodeid))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        if self.lines and self.per_test:
            self.lines.mark()
        yield
        if self.lines and self.per_test:
            self.journal.emit(event="lines", id=self.id_of(item.nodeid), lines=self.lines.taken())

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if call.excinfo is not None and report.failed:
            report.agentforge = describe(call.excinfo, getattr(item, "path", None) or item.fspath, report)

    def pytest_runtest_logreport(self, report):
        if report.when != "call" and report.passed:
            return
        if report.outcome == "rerun":
            return
        self.emit(
            event="test",
            id=self.id_of(report.nodeid),
            file=self.path_of(report.location[0]),
            name=report.nodeid.split("::", 1)[-1],
            status=status_of(report),
            when=report.when,
            seconds=getattr(report, "duration", 0),
            line=(report.location[1] or 0) + 1,
            failure=(getattr(report, "agentforge", None) or plain(report)) if report.failed else None,
        )

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session, exitstatus):
        if self.lines:
            self.lines.stop()
            self.journal.emit(event="coverage", files=self.lines.measured())
        self.emit(event="end", exit=int(exitstatus))

    # Node ids are relative to pytest's root folder, ours to the folder it was started in.
    def id_of(self, nodeid):
        path, separator, rest = nodeid.partition("::")
        return self.path_of(path) + separator + rest

    def path_of(self, path):
        return relative(os.path.join(self.root, path.partition("::")[0]))


def status_of(report):
    expected = hasattr(report, "wasxfail")
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if report.skipped:
        return "expected_failure" if expected else "skipped"
    return "passed"


def describe(excinfo, path, report):
    error = excinfo.value
    if error.__class__.__name__ == "CollectError":
        error = error.__cause__
    if error is None:
        return plain(report)
    return {
        "type": error.__class__.__name__,
        "message": bound(error),
        "stack": bound(report.longreprtext if hasattr(report, "longreprtext") else report.longrepr),
        "line": line_in(error, os.path.realpath(str(path))),
    }


def line_in(error, path):
    """The line of the test file nearest to where the exception was raised."""
    if isinstance(error, SyntaxError) and error.filename and os.path.realpath(error.filename) == path:
        return error.lineno
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if os.path.realpath(frame.f_code.co_filename) == path:
            return line
    return None


def plain(report):
    text = str(report.longrepr or "")
    strict = text.startswith("[XPASS(strict)]")
    last = [line[2:].strip() for line in text.splitlines() if line.startswith("E ")]
    kind, separator, message = (last[-1] if last else text).partition(": ")
    if strict or not separator or " " in kind:
        kind, message = ("UnexpectedPass" if strict else "Error"), (last[-1] if last else text)
    return {"type": kind, "message": bound(message), "stack": bound(text), "line": None}


def pytest_configure(config):
    reporter = Reporter(config)
    config.pluginmanager.register(reporter, "agentforge-reporter")
    ignore_coverage_threshold(config)
    skip_untaken_files(config)
    reporter.begin()


def skip_untaken_files(config):
    try:
        from agentforge_collect import skip_untaken_files as skip
    except ImportError:  # an older pytest has other modules
        return
    skip(config)


def ignore_coverage_threshold(config):
    """A pytest-cov threshold is unrelated to the tests, and a few selected tests never reach it."""
    options = getattr(config.pluginmanager.getplugin("_cov"), "options", None)
    if getattr(options, "cov_fail_under", None):
        options.cov_fail_under = 0
