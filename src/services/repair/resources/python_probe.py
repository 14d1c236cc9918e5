"""Compares old and new code of a Python project on the calls its tests make, on variations of them, and outside tests.

Reads one JSON line, writes one. Loads the tests of the changed tree, runs them in a fork and records the calls that
reach the changed functions. Two plain processes, one with the old texts and one with the new, replay the calls and
their variations; this process replays the calls as a test would make them.

  {"framework": "pytest", "files": [...], "aims": [{"path", "name"}], "old": [{"path", "text"}], "targets": [...],
   "limit": n, "seconds": n}
"""

import json
import os
import pickle
import re
import select
import sys
import time
from base64 import b64encode

from agentforge_calls import Recorder, functions_of, shown_call
from agentforge_children import in_child
from agentforge_imitate import disguise, imitation
from agentforge_plain import HERE, Plain, wait_for
from agentforge_programs import histories, programs_of, telling
from agentforge_replay import find, outcome, override, unpack
from agentforge_shared import LIMITS
from agentforge_sources import Loading, Steps, Ticks
from agentforge_steps import StepRecorder
from agentforge_tests import collect, matches
from agentforge_vary import about, features, leaves, variations

MOST_OWN = LIMITS["MOST_OWN"]
MOST_SEQUENCES = 2
# After this fraction of the whole time, the probe waits for nothing more: a partial answer is better than none.
DEADLINE = LIMITS["DEADLINE"]
STARTED = time.monotonic()


class OldRoom:
    """A fork from before any module was loaded, which can load the tests with the old texts. Waits for a request."""

    def __init__(self, request):
        asked, self.asking = os.pipe()
        self.reading, answers = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.asking)
            os.close(self.reading)
            try:
                self._serve(request, asked, answers)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(answers)

    def _serve(self, request, asked, answers):
        with os.fdopen(asked) as source, os.fdopen(answers, "w") as out:
            line = source.readline()
            if not line:
                return
            calls = json.loads(line)
            override({os.path.realpath(each["path"]): each["text"] for each in request["old"]})

            def work(tests):
                imitate = imitation(request, tests)
                found = [outcome(imitate(find(module, name)), unpack(packed)) for module, name, packed in calls]
                out.write(json.dumps(found) + "\n")
                out.flush()

            collect(request, work)

    def ask(self, calls, seconds):
        os.write(self.asking, (json.dumps(calls) + "\n").encode())
        data, until = b"", time.monotonic() + seconds
        while not data.endswith(b"\n"):
            ready, _, _ = select.select([self.reading], [], [], max(0, until - time.monotonic()))
            more = os.read(self.reading, 1 << 18) if ready else b""
            if not more:
                return None
            data += more
        return json.loads(data)

    def end(self):
        os.close(self.asking)
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)


def record(functions, tests, request):
    """In a fork, because it leaves traces. Target tests first; each test until time is up."""
    until = time.monotonic() + request["seconds"] / 3
    recorder = Recorder(functions)
    asked = [test for test in tests if matches(test.name, request["targets"])]
    passed = []
    for test in asked + [test for test in tests if test not in asked]:
        if time.monotonic() > until:
            break
        if request["framework"] == "pytest":
            os.environ["PYTEST_CURRENT_TEST"] = test.name + " (call)"
        passed.append((test in asked, recorder.watch(test)))
    return {
        "calls": [[at, call] for at, each in enumerate(functions) for call in each.calls.values()],
        "targets": len(asked),
        "failing": sum(1 for wanted, good in passed if wanted and not good),
    }


def probe(request, tests, plain, room, tell):
    functions = functions_of(request["aims"])
    if not functions:
        return tell({"failed": "the tests load none of the changed functions"})
    found = in_child(lambda: record(functions, tests, request), request["seconds"])
    if found is None:
        return tell({"failed": "the tests did not end in time"})
    if found["failing"]:
        return tell({"failed": "%d of the fixed tests fail in the comparison process" % found["failing"]})
    # Also in a fork: copies of arguments may share contents with the project's modules.
    inputs = in_child(lambda: inputs_of(functions, found["calls"], request["limit"]), request["seconds"]) or []
    own = [each for each in inputs if each["base"] is None]
    is_early = time.monotonic() < STARTED + request["seconds"]
    sequences = (in_child(lambda: sequences_of(tests, request), request["seconds"] / 2) if is_early else None) or []
    if not own and not sequences:
        return tell({"failed": "the tests make no repeatable call to the changed functions"})
    old, new = plain
    common = {
        "path": [os.path.abspath(each) for each in sys.path if os.path.abspath(each) != HERE],
        "functions": [[each.module, each.name] for each in functions],
        "inputs": [[each["at"], each["packed"]] for each in inputs],
        "own": len(own),
        "modules": sorted({each.module for each in functions}),
        "programs": [packed for each in sequences for packed in each["packed"]],
        "forbidden": sorted(test_modules(request)),
    }
    new.ask({**common, "texts": {}})
    old.ask({**common, "texts": {os.path.realpath(each["path"]): each["text"] for each in request["old"]}})
    imitate = imitation(request, tests)
    for each in own:
        each["inside"] = outcome(imitate(functions[each["at"]].call), unpack(each["packed"]))
    wait_for(plain, STARTED + 2 * request["seconds"] * DEADLINE)
    if new.failed and not old.failed:
        return tell({"unloadable": new.failed})
    if old.failed:
        return tell({"failed": "the changed modules cannot be loaded outside the tests: %s" % old.failed})
    for index, each in enumerate(inputs):
        each["old"], each["new"] = old.answers.get(index), new.answers.get(index)
    differing = [each for each in own if each["new"] and each["inside"] not in (None, each["new"][0])]
    if differing:
        calls = [[functions[each["at"]].module, functions[each["at"]].name, each["packed"]] for each in differing]
        answers = room.ask(calls, min(request["seconds"], STARTED + 2 * request["seconds"] - time.monotonic()))
        for each, answer in zip(differing, answers or [None] * len(differing)):
            each["insideOld"] = answer
    for each in inputs:
        each["aim"] = functions[each.pop("at")].index
        del each["packed"]
    tell({"probed": inputs, "histories": compared(sequences, old.traces, new.traces)})


def sequences_of(tests, request):
    """In a fork: what the fixed tests do step by step, and variations of it."""
    recorder, found = StepRecorder(request["files"]), []
    for test in tests:
        if matches(test.name, request["targets"]) and len(found) < MOST_SEQUENCES:
            steps = recorder.watch(test)
            if steps is not None:
                packed = [b64encode(pickle.dumps(each, 4)).decode() for each in [steps] + programs_of(steps)]
                found.append({"title": test.name, "packed": packed, "named": named_in(request)})
    return found


def named_in(request):
    texts = [each["text"] for each in request["old"]] + [each["text"] for each in request["new"]]
    return [found[0] for text in texts for found in re.finditer(r"('|\")(?:\\.|(?!\1).)*\1", text)]


def compared(sequences, old, new):
    found, first = [], 0
    for each in sequences:
        steps, *programs = [unpack(packed) for packed in each["packed"]]
        answers = [(old.get(first + at), new.get(first + at)) for at in range(len(each["packed"]))]
        first += len(each["packed"])
        found += histories(each["title"], steps, telling(steps, each["named"]), programs, answers)
    return found


def inputs_of(functions, calls, limit):
    """The tests' own inputs first, each once; then their variations, distributed evenly, without those that tests also
    use."""
    own, others = [], []
    for at, call in calls[:MOST_OWN]:
        given = unpack(call["packed"])
        shown = shown_call(functions[at], given)
        values = flat(given)
        own.append({
            "at": at,
            "shown": shown,
            "packed": call["packed"],
            "base": None,
            "unsteady": call["unsteady"],
            "values": [about(each) for each in values],
            "leaves": leaves(values)[:100],
            "features": features(values),
        })
    known = {(each["at"], each["shown"]) for each in own}
    share = max(24, limit // max(1, len(own)))
    for base, each in enumerate(own):
        positional, named = unpack(each["packed"])
        for values, varied, near in variations(positional + list(named.values()), share):
            if len(others) >= limit:
                break
            given = values[: len(positional)], dict(zip(named, values[len(positional) :]))
            try:
                shown = shown_call(functions[each["at"]], given)
                packed = b64encode(pickle.dumps(given, 4)).decode()
            except BaseException:
                continue
            if (each["at"], shown) not in known:
                known.add((each["at"], shown))
                others.append({
                    "at": each["at"],
                    "shown": shown,
                    "packed": packed,
                    "base": base,
                    "varied": varied,
                    "near": near,
                    "features": features(values),
                })
    return own + others


def flat(given):
    positional, named = given
    return [*positional, *named.values()]


def test_modules(request):
    paths = {os.path.realpath(each) for each in request["files"]}
    return {name for name, module in list(sys.modules.items()) if os.path.realpath(getattr(module, "__file__", None) or "/") in paths}


def main():
    out = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    plain = (Plain(), Plain())
    request = json.loads(sys.stdin.readline())
    told = []

    def tell(answer):
        told.append(answer)
        out.write(json.dumps(answer) + "\n")
        out.flush()

    sys.dont_write_bytecode = True
    sys.path[0] = os.getcwd()
    Loading.places, Ticks.left, Steps.taken = set(), 1 << 60, 0
    disguise(request["framework"])
    room = OldRoom(request)

    def work(tests):
        try:
            probe(request, tests, plain, room, tell)
        except BaseException as error:
            tell({"failed": "%s: %s" % (type(error).__name__, error)})

    try:
        collect(request, work)
    except BaseException as error:
        told or tell({"failed": "%s: %s" % (type(error).__name__, error)})
    told or tell({"failed": "the tests could not be loaded"})
    room.end()
    for each in plain:
        each.end()
    os._exit(0)


if __name__ == "__main__":
    main()
