"""Measures executed lines of chosen files, without coverage.py. Python 3.6 and later."""
import bisect
import json
import os
import sys
import threading


# Tracing a line again after a test ran it costs time, and additional test names are never used.
MOST_RESTARTS = 200


class Lines:
    """Collects lines between `start` and `stop`; `mark` starts the lines of one test, `taken` ends them."""

    def __init__(self, files, wanted=None):
        # The only lines that matter, by file: tracing costs time per line, so functions without any of them, or whose
        # lines have all been seen, are skipped.
        self.wanted = {name: with_statements(name, lines) for name, lines in (wanted or {}).items()}
        self.left = {}
        self.names = {}
        for name in files:
            self.names[os.path.realpath(name)] = name
        self.known = {}
        self.total = {name: set() for name in self.names.values()}
        self.current = None
        self.monitoring = None
        self.seen = False
        self.restarts = 0

    def start(self):
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is not None and monitoring.get_tool(monitoring.COVERAGE_ID) is None:
            self.monitoring = monitoring
            monitoring.use_tool_id(monitoring.COVERAGE_ID, "agentforge")
            monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, self.on_line)
            monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)
            return
        trace = self.tracer()
        threading.settrace(trace)
        sys.settrace(trace)

    def stop(self):
        if self.monitoring is not None:
            self.monitoring.set_events(self.monitoring.COVERAGE_ID, 0)
            self.monitoring.free_tool_id(self.monitoring.COVERAGE_ID)
            return
        sys.settrace(None)
        threading.settrace(None)

    def mark(self):
        self.current = {}
        if not self.seen or (self.wanted and self.restarts >= MOST_RESTARTS):
            return
        self.seen = False
        self.restarts += 1
        self.left = {}
        if self.monitoring is not None:
            self.monitoring.restart_events()

    def taken(self):
        current, self.current = self.current, None
        return {name: sorted(lines) for name, lines in (current or {}).items()}

    def on_line(self, code, line):
        name = self.name_of(code.co_filename)
        if name is not None and (name not in self.wanted or line in self.wanted[name]):
            self.add(name, line)
        return self.monitoring.DISABLE

    def tracer(self):
        # Called for every call of the whole run, almost always for an unrelated function: no attribute
        # access, no other call.
        known = self.known
        missing = object()

        def trace(frame, event, _argument):
            name = known.get(frame.f_code.co_filename, missing)
            if name is missing:
                name = self.name_of(frame.f_code.co_filename)
            return None if name is None else self.trace(name, frame)

        return trace

    def trace(self, name, frame):
        if name in self.wanted:
            return self.trace_wanted(name, frame.f_code)

        def local(inner, kind, _):
            if kind == "line":
                self.add(name, inner.f_lineno)
            return local

        return local

    def trace_wanted(self, name, code):
        left = self.left.get(code)
        if left is None:
            left = self.left[code] = lines_of(code) & self.wanted[name]
        if not left:
            return None

        def local(inner, kind, _):
            if kind == "line" and inner.f_lineno in left:
                self.add(name, inner.f_lineno)
                left.discard(inner.f_lineno)
            if left:
                return local
            inner.f_trace = None
            return None

        return local

    def add(self, name, line):
        self.seen = True
        self.total[name].add(line)
        if self.current is not None:
            self.current.setdefault(name, set()).add(line)

    def name_of(self, filename):
        if filename not in self.known:
            self.known[filename] = self.names.get(os.path.realpath(filename))
        return self.known[filename]

    def measured(self):
        result = {}
        for path, name in self.names.items():
            executable = executable_lines(path)
            if executable is not None:
                executed = sorted(self.total[name] & executable)
                result[name] = {"executed": executed, "executable": sorted(executable)}
        return result


def executable_lines(path):
    try:
        with open(path, "rb") as source:
            code = compile(source.read(), path, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return None
    lines = set()
    waiting = [code]
    while waiting:
        each = waiting.pop()
        lines.update(lines_of(each))
        waiting.extend(constant for constant in each.co_consts if hasattr(constant, "co_code"))
    return lines


def with_statements(path, lines):
    """A line without code of its own, such as one inside a list, runs with the nearest line above that has some."""
    executable = sorted(executable_lines(path) or ())
    found = set(lines)
    if executable:
        found.update(executable[max(0, bisect.bisect_right(executable, line) - 1)] for line in lines)
    return found


def lines_of(code):
    if hasattr(code, "co_lines"):
        return {line for start, end, line in code.co_lines() if line and start != end and not is_entry(code, start)}
    import dis

    return {line for _, line in dis.findlinestarts(code) if line}


def is_entry(code, offset):
    """The RESUME instruction of a function has the line of its `def`, which the tracer reports as a call."""
    return offset == 0 and code.co_name != "<module>" and hasattr(sys, "_getframe") and sys.version_info >= (3, 11)


def requested():
    """The collector that the environment requests, or None."""
    wanted = os.environ.get("AGENTFORGE_COVERAGE")
    lines = os.environ.get("AGENTFORGE_COVERAGE_LINES")
    return Lines(json.loads(wanted), json.loads(lines) if lines else None) if wanted else None


class Journal:
    """Appends JSON lines to one of the artifacts."""

    def __init__(self, name):
        folder = os.environ.get("AGENTFORGE_ARTIFACTS", ".")
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.descriptor = os.open(os.path.join(folder, name), flags, 0o644)

    def emit(self, **event):
        line = json.dumps(event, ensure_ascii=True, default=str) + "\n"
        os.write(self.descriptor, line.encode("utf-8", "replace"))


def bound(text, limit=20000):
    """Keeps the beginning and the end, which contain the cause and the location."""
    text = str(text)
    if len(text) <= limit:
        return text
    tail = limit // 3
    return "%s\n... %d characters left out ...\n%s" % (text[: limit - tail], len(text) - limit, text[-tail:])


def relative(path):
    try:
        return os.path.relpath(os.path.realpath(str(path)), os.path.realpath(START)).replace(os.sep, "/")
    except ValueError:
        return str(path)


START = os.getcwd()
