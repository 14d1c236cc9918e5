"""How plausible candidates differ: the calls that tests make, and variations of their arguments."""

import random
import types

from agentforge_observe import Observer, brief, variants
from agentforge_sources import Ticks, TicksSpent
from agentforge_tests import fresh

OBSERVED_TESTS = 60


def compare(shop, candidates, ticks, limit):
    calls = observe_calls(shop, candidates)
    inputs = variations(shop, calls, limit)
    outcomes = [[] for _ in candidates]
    for index, candidate in enumerate(candidates):
        try:
            undo = shop.apply(candidate)
        except (SyntaxError, ValueError):
            undo = None
        if undo is None:
            continue
        try:
            for function, _, arguments in inputs:
                shop.snapshot.restore()
                Ticks.left = ticks
                outcomes[index].append(outcome(function, fresh(arguments)))
        finally:
            undo()
    shown = ["%s(%s)" % (name, ", ".join("%s=%s" % (key, brief(value)) for key, value in arguments.items())) for _, name, arguments in inputs]
    return {"inputs": shown, "outcomes": outcomes}


def observe_calls(shop, candidates):
    """Calls made by the tests that run what the candidates change, the failing ones first."""
    observer = Observer(shop.sources)
    judging = []
    for candidate in candidates:
        targets, guards = shop.judges_of(candidate)
        judging.extend(test for test in targets + guards if test not in judging)
    for test in judging[:OBSERVED_TESTS]:
        shop.snapshot.restore()
        Ticks.left = max(shop.floor, test.ticks * 4)
        observer.watch(test)
    return observer.calls


def outcome(function, arguments):
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
    except (TicksSpent, RecursionError):
        return "does not end"
    except BaseException as error:
        return "raises " + type(error).__name__


def variations(shop, calls, limit):
    chosen = []
    for _, path, line, name, given in calls:
        function = function_at(shop.sources[path], line, name)
        if function is not None:
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


def function_at(source, line, name):
    for routine in source.routines:
        if routine.name == name and routine.functions and routine.code.co_firstlineno == line:
            return routine.functions[0]
    return None
