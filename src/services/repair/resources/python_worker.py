"""Judges candidate edits of Python sources by the project's own tests, without starting an interpreter for each.

Speaks JSON lines: one request on stdin, answers on stdout. The tests are imported once; a batch of candidates
runs in a forked child, which puts the changed function's new code into the function object that exists already.
Edits outside functions run in a fork of a process that has not imported the project yet. Loops and calls are
counted, so a candidate that loops for ever ends by its budget of ticks, at the same tick every time.

  {"op": "open", "framework": "pytest", "files": [...], "sources": [...], "targets": [...], "ticks": n, "jobs": n}
  {"op": "try", "batch": n, "ticks": n, "candidates": [[[path, start, end, text], ...], ...]}
  {"op": "compare", "batch": n, "ticks": n, "candidates": [...], "limit": n}
"""

import ast
import copy
import gc
import importlib.machinery
import json
import os
import random
import resource
import select
import signal
import sys
import time
import types

FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY = 0, 1, 2, 3, 4
MEMORY_BYTES = 320 << 20
SILENCE_SECONDS = 1.5
SLOWEST_TEST_SECONDS = 0.3
PROBED_TARGETS = 4
SURVEY_SECONDS = 60


class TicksSpent(BaseException):
    """The candidate has used up its budget."""


class Ticks:
    left = 0

    @staticmethod
    def tick():
        Ticks.left -= 1
        if Ticks.left < 0:
            raise TicksSpent()


# ---- sources -----------------------------------------------------------------------------------------------


class Instrument(ast.NodeTransformer):
    """Puts a tick at the head of every loop and function body."""

    def _tick(self, node):
        call = ast.Expr(ast.Call(ast.Name("__tick__", ast.Load()), [], []))
        at = 1 if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False) else 0
        for each in ast.walk(call):
            ast.copy_location(each, node.body[0])
        node.body.insert(at, call)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        self._tick(node)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_For = visit_FunctionDef
    visit_AsyncFor = visit_FunctionDef
    visit_While = visit_FunctionDef

    def visit_comprehension(self, node):
        self.generic_visit(node)
        tick = ast.Call(ast.Name("__tick__", ast.Load()), [], [])
        test = ast.Compare(tick, [ast.Is()], [ast.Constant(None)])
        for each in ast.walk(test):
            ast.copy_location(each, node.iter)
        node.ifs.insert(0, test)
        return node


def compile_source(text, path):
    tree = Instrument().visit(ast.parse(text, path))
    return compile(ast.fix_missing_locations(tree), path, "exec")


class Source:
    """A file under repair. Offsets that come in are UTF-16; inside, the text is sliced as UTF-16 too."""

    def __init__(self, path, text):
        self.path = path
        self.absolute = os.path.realpath(path)
        self.text = text
        self.wide = text.encode("utf-16-le", "surrogatepass")
        self.routines = []
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1)
        self.starts = starts
        self._collect(tree.body, [])

    def _collect(self, body, classes):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                routine = types.SimpleNamespace(
                    name=node.name,
                    classes=classes,
                    start=self.starts[node.lineno - 1],
                    inner=self.starts[node.body[0].lineno - 1]
                    if node.body[0].lineno > node.lineno
                    else self._column(node.body[0]),
                    end=self.starts[node.end_lineno],
                    line=node.lineno,
                    last=node.end_lineno,
                    functions=[],
                    code=None,
                )
                self.routines.append(routine)
            elif isinstance(node, ast.ClassDef):
                self._collect(node.body, classes + [node.name])
            elif isinstance(node, (ast.If, ast.Try)):
                self._collect(node.body, classes)
                self._collect(getattr(node, "orelse", []), classes)

    def _column(self, node):
        line = self.text.split("\n")[node.lineno - 1].encode("utf-8")[: node.col_offset].decode("utf-8")
        return self.starts[node.lineno - 1] + len(line.encode("utf-16-le")) // 2

    def with_edits(self, edits, start=0, end=None):
        """The text between two offsets after the edits, which lie between them."""
        end = len(self.wide) // 2 if end is None else end
        parts, at = [], start
        for first, last, text in sorted(edits):
            parts.append(self.wide[2 * at : 2 * first])
            parts.append(text.encode("utf-16-le", "surrogatepass"))
            at = last
        parts.append(self.wide[2 * at : 2 * end])
        return b"".join(parts).decode("utf-16-le", "surrogatepass")

    def routine_of(self, edits):
        for routine in self.routines:
            if all(routine.inner <= first and last <= routine.end for first, last, _ in edits):
                return routine
        return None

    def code_of(self, routine, text):
        """Code objects of the routine, by qualified name, from its new text."""
        head = "".join("%sclass %s:\n" % (" " * depth, name) for depth, name in enumerate(routine.classes))
        first = text.lstrip()
        indent = len(text) - len(first)
        if not routine.classes and indent > 0:
            head = "if 1:\n"
        code = compile_source(head + text, self.path)
        return find_code(code, routine.classes + [routine.name])


def find_code(code, names):
    for name in names:
        inner = [each for each in code.co_consts if isinstance(each, types.CodeType) and each.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


class Overrides:
    """Makes imports of source files instrumented, and of changed ones, changed."""

    def __init__(self, sources):
        self.texts = {source.absolute: (source.path, source.text) for source in sources.values()}
        original = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader, name):
            try:
                known = self.texts.get(os.path.realpath(loader.get_filename(name)))
            except Exception:
                known = None
            if known is None:
                return original(loader, name)
            return compile_source(known[1], known[0])

        importlib.machinery.SourceFileLoader.get_code = get_code


# ---- tests -------------------------------------------------------------------------------------------------


class Test:
    """One test: `run` returns True when it passes. Never raises."""

    def __init__(self, name, run):
        self.name = name
        self.run = run
        self.target = False
        self.ticks = 0
        self.seconds = 0.0


def collect_pytest(files, work):
    """Collects with pytest's own machinery and runs `work(tests)` while the session is open."""
    import pytest

    class Plugin:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session):
            work([Test(item.nodeid, runner_of(item)) for item in session.items], session.testsfailed)
            return True

    arguments = ["-s", "-p", "no:cacheprovider", "-p", "no:terminal", "--continue-on-collection-errors"]
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


# ---- the state a candidate must not leave behind -----------------------------------------------------------


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


# ---- observing the failing run -----------------------------------------------------------------------------

KINDS = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "boolean",
    "str": "string",
    "list": "list",
    "tuple": "list",
    "deque": "list",
    "dict": "dict",
    "defaultdict": "dict",
    "Counter": "dict",
    "OrderedDict": "dict",
    "set": "set",
    "frozenset": "set",
    "NoneType": "null",
    "function": "function",
    "builtin_function_or_method": "function",
    "method": "function",
}


class Observer:
    """Lines each test runs, kinds of values that variables hold, and calls from tests into the sources."""

    def __init__(self, sources, limit=40000):
        self.paths = {source.path: source.path for source in sources.values()}
        self.paths.update({source.absolute: source.path for source in sources.values()})
        self.kinds = {}
        self.calls = []
        self.limit = limit

    def watch(self, test):
        lines, budget = {}, [self.limit]
        paths, kinds = self.paths, self.kinds

        def local(frame, event, argument):
            path = paths[frame.f_code.co_filename]
            lines.setdefault(path, set()).add(frame.f_lineno)
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if budget[0] % 3 == 0 or event == "return":
                seen = kinds.setdefault(path, {}).setdefault(frame.f_code.co_firstlineno, {})
                for name, value in frame.f_locals.items():
                    seen.setdefault(name, set()).add(KINDS.get(type(value).__name__, "object"))
            return local

        def entered(frame, event, argument):
            if frame.f_code.co_filename not in paths or budget[0] < 0:
                return None
            back = frame.f_back
            if back is not None and back.f_code.co_filename not in paths and len(self.calls) < 400:
                self._remember(frame)
            return local(frame, "call", None) or local

        sys.settrace(entered)
        try:
            passed = test.run()
        finally:
            sys.settrace(None)
        return passed, {path: sorted(found) for path, found in lines.items()}

    def _remember(self, frame):
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if code.co_name.startswith("<") or code.co_freevars:
            return
        try:
            given = copy.deepcopy({name: frame.f_locals[name] for name in names})
            key = repr((code.co_filename, code.co_firstlineno, given))[:600]
        except BaseException:
            return
        if all(known[0] != key for known in self.calls):
            self.calls.append((key, self.paths[code.co_filename], code.co_firstlineno, code.co_name, given))


# ---- the warm side -----------------------------------------------------------------------------------------


class Workshop:
    def __init__(self, request, sources, tests):
        self.sources = sources
        self.tests = tests
        self.floor = request["ticks"]
        self.calls = []
        modules = [module for module in list(sys.modules.values()) if self._is_source(module)]
        self._bind_functions(modules)
        self.snapshot = Snapshot(modules)

    def _is_source(self, module):
        path = getattr(module, "__file__", None)
        return path is not None and os.path.realpath(path) in {each.absolute for each in self.sources.values()}

    def _bind_functions(self, modules):
        """Finds the live function objects of every routine, behind whatever decorators."""
        by_place = {}
        for source in self.sources.values():
            for routine in source.routines:
                by_place[(source.path, routine.line, routine.name)] = routine
        for value in gc.get_objects():
            if type(value) is types.FunctionType:
                code = value.__code__
                line = code.co_firstlineno
                for skip in range(0, 12):
                    routine = by_place.get((code.co_filename, line + skip, code.co_name))
                    if routine is not None:
                        routine.functions.append(value)
                        routine.code = code
                        break
                    if not skip and code.co_name.startswith("<"):
                        break

    def survey(self):
        """First run of everything, under observation. Leaves traces: runs in a child of its own."""
        observer = Observer(self.sources)
        report = []
        self.snapshot.restore()
        before = signature()
        for test in self.tests:
            self.snapshot.restore()
            Ticks.left = self.floor
            began = time.perf_counter()
            passed, lines = observer.watch(test)
            ticks = self.floor - Ticks.left
            if Ticks.left < 0:
                self.snapshot.restore()
                Ticks.left = self.floor * 100
                passed = test.run() and Ticks.left >= 0
                ticks = self.floor * 100 - Ticks.left
            seconds = round(time.perf_counter() - began, 4)
            report.append({"id": test.name, "passed": passed, "lines": lines, "seconds": seconds, "ticks": ticks})
        self.calls = observer.calls
        self.snapshot.restore()
        changed = signature() != before
        kinds = {
            path: {line: {name: sorted(found) for name, found in names.items()} for line, names in places.items()}
            for path, places in observer.kinds.items()
        }
        return {"tests": report, "kinds": kinds, "stateful": changed or self.remembers(report)}

    def remembers(self, report):
        """Whether tests come out otherwise when they are run again: state that a snapshot does not hold."""
        for test, known in zip(self.tests, report):
            self.snapshot.restore()
            Ticks.left = max(self.floor, known["ticks"] * 2)
            if known["seconds"] < 1 and (test.run() and Ticks.left >= 0) != known["passed"]:
                return True
        return False

    def plan(self, found, targets):
        """Decides which tests judge, and how, from what the survey found."""
        self.stateful = found["stateful"]
        known = {each["id"]: each for each in found["tests"]}
        for test in self.tests:
            about = known[test.name]
            test.passed, test.seconds = about["passed"], about["seconds"]
            test.ticks = about["ticks"] if test.passed else 0
        failing = [test for test in self.tests if not test.passed]
        self.targets = [test for test in failing if matches(test.name, targets)] or failing
        self.guards = [test for test in self.tests if test.passed and test.seconds < SLOWEST_TEST_SECONDS * 10]
        self.guards.sort(key=lambda test: test.seconds > SLOWEST_TEST_SECONDS)
        self.floor = min(20000, max([self.floor] + [test.ticks * 4 for test in self.guards]))

    def apply(self, candidate):
        """Puts a candidate's code in place; returns a function that takes it out again, or None."""
        source = self.sources[candidate[0][0]]
        edits = [(first, last, text) for _, first, last, text in candidate]
        routine = source.routine_of(edits)
        if routine is None or not routine.functions:
            return None
        text = source.with_edits(edits, routine.start, routine.end)
        code = source.code_of(routine, text)
        if code is None:
            raise SyntaxError("no such function")
        for function in routine.functions:
            if len(code.co_freevars) != len(function.__code__.co_freevars):
                raise SyntaxError("closure changed")
        before = [(function, function.__code__) for function in routine.functions]
        for function in routine.functions:
            function.__code__ = code

        def undo():
            for function, was in before:
                function.__code__ = was

        return undo

    def judge(self, candidate, ticks):
        try:
            undo = self.apply(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return [BROKEN, 0]
        if undo is None:
            return None
        try:
            return self.run_tests(ticks)
        finally:
            undo()

    def run_tests(self, ticks):
        if self.stateful:
            return self.run_in_order(ticks)
        fixed, missed, late = 0, 0, 0
        for test in self.targets:
            passed, spent = self.run_one(test, ticks)
            fixed += passed
            late += spent
            missed += not passed and not spent
            if late >= 2 or missed >= PROBED_TARGETS or missed > fixed + 1:
                break
        if late:
            return [OUT_OF_TICKS, fixed] if missed == 0 or fixed else [FAILED, 0]
        if fixed == 0:
            return [FAILED, 0]
        for test in self.guards:
            passed, spent = self.run_one(test, ticks)
            if spent:
                return [OUT_OF_TICKS, fixed]
            if not passed:
                return [FAILED, fixed]
        return [PARTLY if missed else PLAUSIBLE, fixed]

    def run_in_order(self, ticks):
        """Tests that lean on what earlier ones left behind run as the framework runs them."""
        fixed, missed = 0, 0
        judging = set(self.targets) | set(self.guards)
        for test in self.tests:
            if test not in judging:
                continue
            passed, spent = self.run_one(test, ticks)
            if spent:
                return [OUT_OF_TICKS, fixed]
            if not passed and test.passed:
                return [FAILED, fixed]
            if not test.passed:
                fixed += passed
                missed += not passed
        return [(PARTLY if fixed else FAILED) if missed else PLAUSIBLE, fixed]

    def run_one(self, test, ticks):
        self.snapshot.restore()
        Ticks.left = max(ticks, test.ticks * 4)
        passed = test.run()
        spent = Ticks.left < 0
        return passed and not spent, spent

    def judge_apart(self, candidate, ticks):
        """Judges in a fork, so that nothing a test leaves behind reaches the next candidate."""
        return in_child(lambda: self.judge(candidate, ticks), SILENCE_SECONDS + 4 * processor_seconds(ticks)) or [BROKEN, 0]

    # How plausible candidates differ: the calls the tests make, and variations of their arguments.

    def compare(self, candidates, ticks, limit):
        self.survey()
        inputs = self.variations(limit)
        outcomes = [[] for _ in candidates]
        for index, candidate in enumerate(candidates):
            try:
                undo = self.apply(candidate)
            except (SyntaxError, ValueError):
                undo = None
            if undo is None:
                continue
            try:
                for function, _, arguments in inputs:
                    self.snapshot.restore()
                    Ticks.left = ticks
                    outcomes[index].append(self.outcome(function, fresh(arguments)))
            finally:
                undo()
        shown = ["%s(%s)" % (name, ", ".join("%s=%s" % (key, brief(value)) for key, value in arguments.items())) for _, name, arguments in inputs]
        return {"inputs": shown, "outcomes": outcomes}

    def outcome(self, function, arguments):
        try:
            result = function(**arguments)
            if isinstance(result, types.GeneratorType):
                items = []
                for item in result:
                    items.append(item)
                    if len(items) > 200:
                        break
                result = items
            shown = brief(result, 200)
            left = brief(arguments, 200)
            return shown + (" leaving " + left if left != getattr(self, "_", None) else "")
        except TicksSpent:
            return "does not end"
        except RecursionError:
            return "does not end"
        except BaseException as error:
            return "raises " + type(error).__name__

    def variations(self, limit):
        chosen = []
        for _, path, line, name, given in self.calls:
            function = self.function_at(path, line, name)
            if function is None:
                continue
            chosen.append((function, name, given))
        varied = list(chosen)
        source = random.Random(7)
        for function, name, given in chosen:
            for key, value in given.items():
                for other in variants(value):
                    varied.append((function, name, {**given, key: other}))
        if len(varied) > limit:
            extra = varied[len(chosen) :]
            source.shuffle(extra)
            varied = (chosen + extra)[:limit]
        return varied

    def function_at(self, path, line, name):
        for routine in self.sources[path].routines:
            if routine.name == name and routine.functions and routine.code.co_firstlineno == line:
                return routine.functions[0]
        return None


def variants(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, 1, value * 2, -value]
    if isinstance(value, float):
        return [value + 1, value / 2, 0.0]
    if isinstance(value, str):
        return ["", value[1:], value[:-1], value + value[:1], value[::-1], value + " "]
    if isinstance(value, list):
        found = [[], value[1:], value[:-1], value[::-1], value + value[:1]]
        if value and all(isinstance(each, int) for each in value):
            found += [sorted(value), [each + 1 for each in value], value + [max(value) + 1], value + [0]]
        return [copy.deepcopy(each) for each in found]
    if isinstance(value, tuple):
        return [value[1:], value[::-1]] if value else []
    if isinstance(value, dict) and value:
        return [dict(list(value.items())[1:]), dict(list(value.items())[:-1])]
    return []


def brief(value, limit=80):
    try:
        text = repr(value)
    except BaseException:
        text = "<%s>" % type(value).__name__
    import re

    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def matches(name, targets):
    flat = name.replace("/", ".").replace("::", ".").replace(".py.", ".")
    for target in targets:
        other = target.replace("/", ".").replace("::", ".").replace(".py.", ".")
        if flat == other or flat.endswith("." + other) or other.endswith("." + flat):
            return True
    return False


# ---- processes ---------------------------------------------------------------------------------------------


def limit_memory():
    """A candidate may take so much more than the process has already."""
    try:
        with open("/proc/self/statm") as about:
            pages = int(about.read().split()[0])
    except OSError:
        return
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


class Child:
    """A forked process that writes one JSON line per answer."""

    def __init__(self, work):
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            status = 1
            try:
                limit_memory()
                with os.fdopen(writing, "w", buffering=1) as out:
                    work(lambda answer: out.write(json.dumps(answer) + "\n"))
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        self.reading = reading
        self.buffer = b""
        self.since = time.monotonic()

    def fileno(self):
        return self.reading

    def read(self):
        """Answers that have arrived; None at the end."""
        data = os.read(self.reading, 1 << 16)
        if not data:
            return None
        self.since = time.monotonic()
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self.reading)
        os.waitpid(self.pid, 0)


class Batch:
    """Candidates in order, judged by one child after another until each has an answer."""

    def __init__(self, number, candidates, work, ticks):
        self.silence = SILENCE_SECONDS + 4 * processor_seconds(ticks)
        self.number = number
        self.candidates = candidates
        self.answers = []
        self.work = work
        self.child = None

    def start(self):
        done = len(self.answers)
        self.child = Child(lambda tell: self.work(self.candidates[done:], tell))

    def collect(self):
        """Takes in answers; True when the batch is complete."""
        answers = self.child.read()
        if answers is not None:
            self.answers.extend(answers)
            return False
        self.child.end()
        self.child = None
        if len(self.answers) < len(self.candidates):
            self.answers.append([BROKEN, 0])
        if len(self.answers) < len(self.candidates):
            self.start()
            return False
        return True

    def overdue(self):
        return time.monotonic() - self.child.since > self.silence

    def abandon(self):
        """The child is stuck in something that ticks do not reach: that candidate is broken, the rest go on."""
        self.child.end()
        self.answers.append([BROKEN, 0])
        self.child = None
        if len(self.answers) < len(self.candidates):
            self.start()
            return False
        return True


def in_child(work, seconds):
    """Runs work in a fork and returns what it returns; None when it does not come back."""
    child = Child(lambda tell: tell(work()))
    answer, until = None, time.monotonic() + seconds
    while time.monotonic() < until:
        ready, _, _ = select.select([child], [], [], 0.2)
        if not ready:
            continue
        found = child.read()
        if found is None:
            break
        if found:
            answer = found[0]
    child.end()
    return answer


def processor_seconds(ticks):
    """Outer bound for what ticks do not see: numbers with a million digits, searches in long lists."""
    return min(3.0, 0.25 + ticks / 200000)


def out_of_time(signum, frame):
    Ticks.left = -1
    raise TicksSpent()


class Server:
    def __init__(self, out):
        self.out = out
        self.waiting = []
        self.running = []
        self.buffer = b""
        self.ended = False

    def tell(self, answer):
        self.out.write(json.dumps(answer) + "\n")
        self.out.flush()

    def requests(self):
        """Requests that have arrived, while batches go on in the background."""
        while not self.ended or self.running or self.waiting:
            readable = ([] if self.ended else [0]) + [batch.child for batch in self.running]
            ready, _, _ = select.select(readable, [], [], 0.5)
            for batch in list(self.running):
                complete = False
                if batch.child in ready:
                    complete = batch.collect()
                elif batch.overdue():
                    complete = batch.abandon()
                if complete:
                    self.running.remove(batch)
                    self.tell({"batch": batch.number, "answers": batch.answers})
            if 0 in ready:
                data = os.read(0, 1 << 20)
                if not data:
                    self.ended = True
                    for batch in self.running:
                        batch.child.end()
                    return
                *lines, self.buffer = (self.buffer + data).split(b"\n")
                for line in lines:
                    yield json.loads(line)
            while self.waiting and len(self.running) < self.jobs:
                batch = self.waiting.pop(0)
                batch.start()
                self.running.append(batch)

    def first(self):
        while True:
            data = os.read(0, 1 << 20)
            if not data:
                sys.exit(0)
            head, newline, rest = (self.buffer + data).partition(b"\n")
            self.buffer = head if not newline else rest
            if newline:
                return json.loads(head)


def cold_judge(request, sources, overrides, candidate, ticks):
    """Imports everything afresh with the candidate in place and runs the tests, in a process of its own."""
    by_path = {}
    for path, first, last, text in candidate:
        by_path.setdefault(path, []).append((first, last, text))
    for path, edits in by_path.items():
        source = sources[path]
        changed = source.with_edits(edits)
        try:
            ast.parse(changed)
        except (SyntaxError, ValueError):
            return [BROKEN, 0]
        overrides.texts[source.absolute] = (path, changed)
    verdict = [[BROKEN, 0]]

    def work(tests, errors):
        known = {name: passed for name, passed in request["known"]}
        targets = set(request["resolved"])
        found = {test.name for test in tests}
        if targets - found:
            return
        shop = Workshop.__new__(Workshop)
        shop.snapshot = Snapshot([])
        shop.targets = [test for test in tests if test.name in targets]
        shop.guards = [test for test in tests if known.get(test.name) and test.name not in request["slow"]]
        shop.tests, shop.stateful = tests, request["stateful"]
        for test in tests:
            test.passed = known.get(test.name, False)
        verdict[0] = shop.run_tests(ticks)

    Ticks.left = ticks * 10
    try:
        collect(request, work)
    except BaseException:
        pass
    return verdict[0]


def collect(request, work):
    if request["framework"] == "unittest":
        collect_unittest(request["files"], work)
    else:
        collect_pytest(request["files"], work)


def serve_cold(channel_in, channel_out, request, sources, overrides):
    """Waits for candidates that need fresh imports; forks for each."""
    with os.fdopen(channel_in) as asked, os.fdopen(channel_out, "w", buffering=1) as answers:
        for line in asked:
            job = json.loads(line)
            if "known" in job:
                request.update(job)
                continue
            answer = in_child(lambda: cold_judge(request, sources, overrides, job["candidate"], job["ticks"]), 20)
            answer = answer or [BROKEN, 0]
            answers.write(json.dumps(answer) + "\n")


def main():
    out = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    server = Server(out)
    request = server.first()
    server.jobs = request["jobs"]
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.getcwd())
    import builtins

    builtins.__tick__ = Ticks.tick
    sources = {each["path"]: Source(each["path"], each["text"]) for each in request["sources"]}
    overrides = Overrides(sources)
    if request["framework"] != "unittest":
        import pytest  # noqa: F401  so that forks have it

    cold = start_cold(request, sources, overrides)
    Ticks.left = 1 << 60

    def work(tests, errors):
        attend(server, request, sources, tests, cold)

    try:
        collect(request, work)
    except SystemExit:
        raise
    except BaseException as error:
        server.tell({"failed": "%s: %s" % (type(error).__name__, error)})


def start_cold(request, sources, overrides):
    asked_read, asked_write = os.pipe()
    answer_read, answer_write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(asked_write)
        os.close(answer_read)
        try:
            serve_cold(asked_read, answer_write, dict(request), sources, overrides)
        finally:
            os._exit(0)
    os.close(asked_read)
    os.close(answer_write)
    return types.SimpleNamespace(ask=os.fdopen(asked_write, "w", buffering=1), answers=os.fdopen(answer_read))


def attend(server, request, sources, tests, cold):
    gc.collect()
    shop = Workshop(request, sources, tests)
    gc.freeze()
    found = in_child(shop.survey, SURVEY_SECONDS)
    if found is None:
        server.tell({"failed": "the first run of the tests did not end"})
        return
    shop.plan(found, request["targets"])
    found["targets"] = [test.name for test in shop.targets]
    known = [[test.name, test.passed] for test in tests]
    slow = [test.name for test in tests if test.seconds > SLOWEST_TEST_SECONDS]
    about = {"known": known, "resolved": found["targets"], "slow": slow, "stateful": shop.stateful}
    cold.ask.write(json.dumps(about) + "\n")
    server.tell({"ready": found})

    def judge_all(candidates, tell, ticks):
        signal.signal(signal.SIGPROF, out_of_time)
        for candidate in candidates:
            signal.setitimer(signal.ITIMER_PROF, processor_seconds(ticks))
            try:
                answer = shop.judge_apart(candidate, ticks) if shop.stateful else shop.judge(candidate, ticks)
            except TicksSpent:
                answer = [OUT_OF_TICKS, 0]
            signal.setitimer(signal.ITIMER_PROF, 0)
            if answer is None:
                answer = ["cold"]
            tell(answer)

    for job in server.requests():
        ticks = max(shop.floor, job.get("ticks", 0))
        if job["op"] == "try":
            server.waiting.append(
                Batch(job["batch"], job["candidates"], lambda some, tell, ticks=ticks: judge_all(some, tell, ticks), ticks)
            )
        elif job["op"] == "cold":
            answers = []
            for candidate in job["candidates"]:
                cold.ask.write(json.dumps({"candidate": candidate, "ticks": ticks}) + "\n")
                answers.append(json.loads(cold.answers.readline()))
            server.tell({"batch": job["batch"], "answers": answers})
        elif job["op"] == "compare":
            batch = Batch(
                job["batch"],
                [None],
                lambda _, tell, job=job, ticks=ticks: tell(shop.compare(job["candidates"], ticks, job["limit"])),
                ticks * 40,
            )
            server.waiting.append(batch)


if __name__ == "__main__":
    main()
