"""The first run of the tests: which ones fail, what each of them runs, and whether they depend on one another."""

import time

from agentforge_observe import Observer
from agentforge_sources import Steps, Ticks
from agentforge_state import signature
from agentforge_tests import matches

# CPU seconds. Tests that are not reached in this time do not judge here; in the end, the whole suite does.
FIRST_RUN_SECONDS = 8.0
SECOND_RUN_SECONDS = 3.0
DEEPER = 100
# For the first failing test if none has finished so far: distinguishes a long test from an endless loop.
DEEPEST = 1500


def survey(shop, wanted):
    """Runs the tests under observation, the requested ones first. Leaves traces, so it runs in a separate child."""
    observer = Observer(shop.sources)
    shop.snapshot.restore()
    before = signature()
    asked = [test for test in shop.tests if matches(test.name, wanted)]
    report = [look_at(shop, test, observer.watch, to_the_end=True) for test in asked]
    if asked and not any(about["ended"] for about in report):
        report[0] = look_at(shop, asked[0], observer.watch, to_the_end=True, deeper=DEEPEST)
    shop.snapshot.restore()
    clean = asked != [] and signature() == before
    began = time.process_time()
    for test in shop.tests:
        if time.process_time() - began > FIRST_RUN_SECONDS:
            break
        if test not in asked:
            report.append(look_at(shop, test, observer.watch_lines if asked else observer.watch))
    shop.snapshot.restore()
    kinds = {
        path: {line: {name: sorted(found) for name, found in names.items()} for line, names in places.items()}
        for path, places in observer.kinds.items()
    }
    stateful = signature() != before or remembers(shop, report)
    loaded = {source.path: lines_of(source) for source in shop.sources.values()}
    return {"tests": report, "kinds": kinds, "stateful": stateful, "clean": clean, "loaded": loaded}


def lines_of(source):
    """Lines of the functions that ran while modules were loaded."""
    return [line for each in source.routines if each.loaded for line in range(each.line, each.last + 1)]


def look_at(shop, test, watch, to_the_end=False, deeper=DEEPER):
    """What a test does within few ticks; with more ticks, whether it passes and, if it should fail, everything it
    does."""
    shop.snapshot.restore()
    Ticks.left, Steps.taken = shop.floor, 0
    began = time.process_time()
    passed, lines = watch(test)
    seconds, ticks = time.process_time() - began, shop.floor - Ticks.left
    ended, steps = Ticks.left >= 0, Steps.taken
    if Ticks.left < 0:
        shop.snapshot.restore()
        Ticks.left, Steps.taken = shop.floor * deeper, 0
        began = time.process_time()
        passed = test.run() and Ticks.left >= 0
        seconds, ticks = time.process_time() - began, shop.floor * deeper - Ticks.left
        ended, steps = Ticks.left >= 0, Steps.taken
        if to_the_end and ended:
            shop.snapshot.restore()
            Ticks.left = ticks * 2
            _, lines = watch(test)
    about = {"id": test.name, "passed": passed, "lines": lines, "seconds": round(seconds, 4), "ticks": ticks}
    return {**about, "ended": ended, "steps": steps}


def remembers(shop, report):
    """Whether tests give different results when they run again, because a snapshot does not cover all state."""
    tests = {test.name: test for test in shop.tests}
    began = time.process_time()
    for known in report:
        if time.process_time() - began > SECOND_RUN_SECONDS:
            break
        shop.snapshot.restore()
        Ticks.left = max(shop.floor, known["ticks"] * 2)
        if known["seconds"] < 1 and (tests[known["id"]].run() and Ticks.left >= 0) != known["passed"]:
            return True
    return False
