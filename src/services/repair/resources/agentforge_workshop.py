"""Puts candidates in place, runs the tests on them, and takes them out again."""

import gc
import os
import random
import sys
import time
import types

from agentforge_children import BROKEN, FAILED, OUT_OF_TICKS, PARTLY, PLAUSIBLE, SILENCE_SECONDS, in_child, processor_seconds
from agentforge_observe import Observer, brief, variants
from agentforge_sources import Ticks, TicksSpent
from agentforge_tests import Snapshot, fresh, matches, signature

SLOWEST_TEST_SECONDS = 0.3
PROBED_TARGETS = 4


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

    def judge(self, candidate, ticks, run=None):
        try:
            undo = self.apply(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return [BROKEN, 0]
        if undo is None:
            return None
        try:
            return (run or self.run_tests)(ticks)
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
        """Judges in forks, so that nothing a test leaves behind reaches the next candidate: the first target alone,
        and only where it passes, all tests in their order."""
        seconds = SILENCE_SECONDS + 4 * processor_seconds(ticks)
        first = in_child(lambda: self.judge(candidate, ticks, self.run_first) or ["cold"], seconds) or [BROKEN, 0]
        if first[0] != PLAUSIBLE:
            return None if first == ["cold"] else first
        return in_child(lambda: self.judge(candidate, ticks), seconds + 10) or [BROKEN, 0]

    def run_first(self, ticks):
        passed, spent = self.run_one(self.targets[0], ticks)
        return [PLAUSIBLE if passed else OUT_OF_TICKS if spent else FAILED, 0]

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
            return brief(result, 200) + " leaving " + brief(arguments, 200)
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
