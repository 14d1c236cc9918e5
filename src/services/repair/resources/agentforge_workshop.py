"""Applies candidates, runs the tests on them, and reverts them."""

import gc
import types

from agentforge_children import BROKEN, COLD, COLD_TOO, FAILED, OUT_OF_TICKS, PARTLY, PLAUSIBLE, SHARE, Bounded, in_child, processor_seconds
from agentforge_shared import LIMITS
from agentforge_sources import Loading, Steps, Ticks, TicksSpent
from agentforge_state import Snapshot, own_modules
from agentforge_tests import matches

SLOW_SECONDS = 0.3
SLOWEST_SECONDS = 3.0
PROBED_TARGETS = LIMITS["PROBED_TARGETS"]
MOST_TICKS = 20000
# With this many ticks, targets that still run do not count against a candidate if enough others pass for each of them.
PATIENT = 500000
MOST_LATE = 4
FOR_ONE_LATE = 8


class Workshop:
    def __init__(self, request, sources, tests):
        self.sources = sources
        self.tests = tests
        self.floor = request["ticks"]
        self._bind_functions()
        self.snapshot = Snapshot(own_modules())
        self.judges = {}
        self.further = False

    def _bind_functions(self):
        """Finds the live function objects of every routine, behind any decorators."""
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
        for source in self.sources.values():
            lines = [line for path, line in Loading.places if path == source.path]
            for routine in source.routines:
                first = routine.code.co_firstlineno if routine.functions else routine.line
                routine.loaded = any(first <= line <= routine.last for line in lines)

    def plan(self, found, wanted):
        """Decides which tests judge, and how, based on the survey."""
        self.stateful, self.clean = found["stateful"], found["clean"]
        known = {each["id"]: each for each in found["tests"]}
        for test in self.tests:
            test.know(known.get(test.name))
        failing = [test for test in self.tests if test.lines is not None and not test.passed]
        self.targets = sorted([test for test in failing if matches(test.name, wanted)] or failing, key=lambda test: test.work)
        self.guards = [test for test in self.tests if test.passed and test.seconds < SLOWEST_SECONDS]
        self.guards.sort(key=lambda test: (test.seconds > SLOW_SECONDS, test.work))
        quick = [test.ticks * 4 for test in self.guards if test.seconds < SLOW_SECONDS]
        self.floor = min(MOST_TICKS, max([self.floor] + quick))

    def judges_of(self, candidate):
        """The targets and guards that run the changed functions: no other test can notice the difference."""
        parts = self.parts_of(candidate)
        if parts is None:
            return self.targets, self.guards
        key = tuple((source.path, routine.line) for source, routine, _ in parts)
        if key not in self.judges:
            reached = [test for test in self.targets if reaches(test, parts)]
            guards = [test for test in self.guards if reaches(test, parts)]
            # If none runs it but it ran before all of them, they see the result of that run.
            loaded = any(routine.loaded for _, routine, _ in parts)
            self.judges[key] = (reached or ([] if loaded else self.targets), guards)
        return self.judges[key]

    def parts_of(self, candidate):
        """The functions that a candidate changes, with their edits; None if it changes anything else."""
        parts = []
        for path, first, last, text in candidate:
            source, edit = self.sources[path], (first, last, text)
            routine = source.routine_of([edit])
            if routine is None or not routine.functions:
                return None
            known = next((edits for _, other, edits in parts if other is routine), None)
            if known is None:
                parts.append((source, routine, [edit]))
            else:
                known.append(edit)
        return parts

    def apply(self, candidate):
        """Applies a candidate's code; returns a function that reverts it, or None."""
        parts = self.parts_of(candidate)
        if parts is None:
            return None
        changes = [(function, code_of(*part)) for part in parts for function in part[1].functions]
        for function, code in changes:
            if len(code.co_freevars) != len(function.__code__.co_freevars):
                raise SyntaxError("closure changed")
        before = [(function, function.__code__) for function, _ in changes]
        for function, code in changes:
            function.__code__ = code

        def undo():
            for function, was in before:
                function.__code__ = was

        return undo

    def judge(self, candidate, ticks):
        """The verdict, how many targets pass, and whether one got further; or that modules have to be reloaded."""
        try:
            undo = self.apply(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return [BROKEN, 0]
        if undo is None:
            return [COLD, 0]
        try:
            targets, guards = self.judges_of(candidate)
            if not targets:
                return [COLD, 0]
            self.further = False
            verdict, fixed = self.run_tests(targets, guards, ticks)
            if verdict == FAILED and any(routine.loaded for _, routine, _ in self.parts_of(candidate)):
                return [COLD_TOO, fixed]
            return [verdict, fixed, self.further]
        finally:
            undo()

    def run_tests(self, targets, guards, ticks):
        if self.stateful and not self.clean:
            return self.run_apart(targets, guards, ticks)
        fixed, missed, late = 0, 0, 0
        for test in targets:
            if test.heavy and missed and not fixed:
                break
            passed, spent = self.run_one(test, ticks)
            if spent and test.heavy and fixed:
                # it runs beyond its failure, and nothing indicates that it would fail again: in the end the whole
                # suite judges
                continue
            fixed += passed
            late += spent
            missed += not passed and not spent
            if late >= (MOST_LATE if ticks >= PATIENT else 2) or missed >= PROBED_TARGETS or missed > fixed + 1:
                break
        if late and not (ticks >= PATIENT and missed == 0 and fixed >= FOR_ONE_LATE * late):
            return [OUT_OF_TICKS, fixed] if missed == 0 or fixed else [FAILED, 0]
        if fixed == 0:
            return [FAILED, 0]
        whole = PLAUSIBLE if len(targets) == len(self.targets) else SHARE
        verdict = PARTLY if missed else whole
        if not self.stateful:
            return [self.run_guards(guards, ticks, verdict), fixed]
        seconds = seconds_of(guards, ticks)
        held = in_child(lambda: self.run_guards(guards, ticks, verdict), seconds)
        if held == FAILED:
            held = in_child(lambda: self.run_in_order(targets, ticks)[0], seconds_of(self.tests, ticks))
        return [BROKEN if held is None else held, fixed]

    def run_guards(self, guards, ticks, verdict):
        for test in guards:
            passed, spent = self.run_one(test, ticks)
            if spent:
                return OUT_OF_TICKS
            if not passed:
                return FAILED
        return verdict

    def run_in_order(self, targets, ticks):
        """Tests that depend on state left by earlier ones run in the framework's order."""
        fixed, missed = 0, 0
        judging = set(targets) | set(self.guards)
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
        whole = PLAUSIBLE if len(targets) == len(self.targets) else SHARE
        return [(PARTLY if fixed else FAILED) if missed else whole, fixed]

    def run_apart(self, targets, guards, ticks):
        """In forks, so that no state left by the targets affects the next candidate: the first target alone, and only
        if it passes, all tests in order."""
        first = in_child(lambda: [*self.run_one(targets[0], ticks), self.further], seconds_of(targets[:1], ticks))
        if first is None:
            return [BROKEN, 0]
        passed, spent, self.further = first
        if not passed:
            return [OUT_OF_TICKS if spent else FAILED, 0]
        return in_child(lambda: self.run_in_order(targets, ticks), seconds_of(self.tests, ticks)) or [BROKEN, 0]

    def run_one(self, test, ticks):
        self.snapshot.restore()
        Ticks.left, Steps.taken = max(ticks, test.ticks * 4), 0
        try:
            with Bounded(bound_of(test, ticks)):
                passed = test.run()
        except TicksSpent:
            passed, Ticks.left = False, -1
        spent = Ticks.left < 0
        self.further = self.further or Steps.is_further(test.steps) and not test.passed
        return passed and not spent, spent


def reaches(test, parts):
    return any(test.reaches(source.path, routine.line, routine.last) for source, routine, _ in parts)


def code_of(source, routine, edits):
    code = source.code_of(routine, source.with_edits(edits, routine.start, routine.end))
    if code is None:
        raise SyntaxError("no such function")
    return code


def bound_of(test, ticks):
    return processor_seconds(ticks) + (4 * test.seconds if test.passed else min(2.0, 2 * test.seconds))


def seconds_of(tests, ticks):
    return 1 + sum(bound_of(test, ticks) for test in tests)
