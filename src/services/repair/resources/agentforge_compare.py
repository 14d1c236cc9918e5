"""How plausible candidates differ, on the calls that tests make and on variations of their arguments."""

import collections.abc
import copy
import itertools
import random
import sys
import types

from agentforge_observe import MOST_FIELDS, Observer, brief, variants
from agentforge_shared import LIMITS
from agentforge_sources import Ticks, TicksSpent
from agentforge_state import own_modules
from agentforge_tests import fresh
from agentforge_vary import vary

OBSERVED_TESTS = 60
MOST_ITEMS = LIMITS["MOST_ITEMS"]


def compare(shop, candidates, ticks, limit):
    calls = observe_calls(shop, candidates)
    inputs = variations(shop, candidates, calls, limit)
    outcomes = [[] for _ in candidates]
    for index, candidate in enumerate(candidates):
        if not shop.judges_of(candidate)[0]:
            # It ran before the tests, and none of the calls runs it.
            continue
        try:
            undo = shop.apply(candidate)
        except (SyntaxError, ValueError):
            undo = None
        if undo is None:
            continue
        try:
            outcomes[index] = outcomes_of(shop, candidate, inputs, ticks)
        finally:
            undo()
    shown = ["%s(%s)" % (name, ", ".join("%s=%s" % (key, brief(value)) for key, value in arguments.items())) for _, name, arguments in inputs]
    return {"inputs": shown, "outcomes": outcomes}


def outcomes_of(shop, candidate, inputs, ticks):
    """The outcome of each input; empty if none of them runs the changed code."""
    changed = set()
    for _, routine, _ in shop.parts_of(candidate):
        changed.update(*(changed_codes(routine.code, function.__code__) for function in routine.functions))
    entered = []

    def watch(frame, event, argument):
        if event == "call" and frame.f_code in changed:
            entered.append(True)
            sys.setprofile(None)

    found = []
    for function, _, arguments in inputs:
        shop.snapshot.restore()
        Ticks.left = ticks
        sys.setprofile(None if entered else watch)
        try:
            found.append(outcome(function, fresh(arguments)))
        finally:
            sys.setprofile(None)
    return found if entered else []


def changed_codes(before, after):
    """The innermost pieces of code that differ: for a decorator, perhaps only the function that it returns."""
    known = {each.co_name: each for each in before.co_consts if isinstance(each, types.CodeType)}
    found = set()
    for each in after.co_consts:
        if isinstance(each, types.CodeType):
            found.update(changed_codes(known[each.co_name], each) if each.co_name in known else [each])
    if own_code(before) != own_code(after):
        found.add(after)
    return found


def own_code(code):
    plain = [repr(each) for each in code.co_consts if not isinstance(each, types.CodeType)]
    return code.co_code, plain, code.co_names, code.co_varnames


def observe_calls(shop, candidates):
    """Calls made by the tests that run the changed code, those of failing tests first."""
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
        if isinstance(result, collections.abc.Iterator):
            result = list(itertools.islice(result, MOST_ITEMS))
        return brief(result, 200) + " leaving " + brief(arguments, 400)
    except (TicksSpent, RecursionError):
        return "does not end"
    except BaseException as error:
        # An error raised by the project is part of its answer; an error of the language about bad input is not.
        own = type(error).__module__ in {module.__name__ for module in own_modules()}
        return "raises " + type(error).__name__ + (" " + brief((str(error), vars(error))) if own else "")


def variations(shop, candidates, calls, limit):
    """Calls as the tests make them, at most a third, and calls that differ from them in one argument; first those of
    the functions that the candidates change."""
    changed = {place for candidate in candidates for place in places_of(shop, candidate)}
    chosen, varied = [], []
    for _, path, line, name, given in sorted(calls, key=lambda call: (call[1], call[2]) not in changed):
        function = function_at(shop.sources[path], line, name)
        if function is None:
            continue
        chosen.append((function, name, given))
        others = [(function, name, {**given, key: other}) for key, value in given.items() for other in all_variants(value)]
        varied.append(((path, line) not in changed, others))
    source = random.Random(7)
    extra = []
    for indirect in (False, True):
        some = [each for is_indirect, others in varied if is_indirect == indirect for each in others]
        source.shuffle(some)
        extra.extend(some)
    kept = chosen[: max(limit // 3, limit - len(extra))]
    return kept + extra[: limit - len(kept)]


def all_variants(value):
    """Other values of the same kind: nearby, with the opposite sign or letter case, empty, reordered, with ties;
    and None."""
    found = list(variants(value))
    known = {repr(each) for each in found}
    try:
        more = [other for other, _ in vary(value)] + absent(value)
    except BaseException:
        return found
    for other in more:
        text = repr(other)
        if text not in known:
            known.add(text)
            found.append(other)
    return found


def absent(value):
    """A value in place of None, and None in place of a value, also in the fields of an object."""
    if value is None:
        return [0, 1, "a"]
    if not isinstance(getattr(value, "__dict__", None), dict):
        return [None]
    found = []
    for name, held in list(vars(value).items())[:MOST_FIELDS]:
        for other in (1,) if held is None else (None,):
            changed = copy.copy(value)
            vars(changed)[name] = other
            found.append(changed)
    return found


def places_of(shop, candidate):
    return [(source.path, routine.code.co_firstlineno) for source, routine, _ in shop.parts_of(candidate) or ()]


def function_at(source, line, name):
    for routine in source.routines:
        if routine.name == name and routine.functions and routine.code.co_firstlineno == line:
            return routine.functions[0]
    return None
