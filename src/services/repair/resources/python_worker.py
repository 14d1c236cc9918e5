"""Judges candidate edits to Python sources by the project's own tests, without starting an interpreter for each.

Uses JSON lines: one request on stdin, answers on stdout. The tests are imported once; a batch of candidates
runs in a forked child, which puts the new code into the existing function object.
Edits outside functions run in a fork of a process that has not imported the project yet. Loops and calls are
counted, so a candidate that loops forever exhausts its budget of ticks, at the same tick every time.

  {"op": "open", "framework": "pytest", "files": [...], "sources": [...], "targets": [...], "ticks": n, "jobs": n}
  {"op": "try", "batch": n, "ticks": n, "candidates": [[[path, start, end, text], ...], ...]}
  {"op": "values", "batch": n, "ticks": n, "candidates": [{"at": [path, start, end], "atoms": [code, ...]}, ...]}
  {"op": "compare", "batch": n, "ticks": n, "candidates": [...], "limit": n}   cancels work in progress
"""

import builtins
import functools
import gc
import json
import os
import select
import sys

from agentforge_children import OUT_OF_TICKS, Batch, in_child, listen, processor_seconds
from agentforge_cold import ColdBatch, ColdRooms
from agentforge_compare import compare
from agentforge_sources import Loading, Overrides, Source, Steps, Ticks, TicksSpent
from agentforge_state import own_modules
from agentforge_survey import survey
from agentforge_tests import collect, is_in_file, matches
from agentforge_values import observe
from agentforge_workshop import Workshop, seconds_of

SURVEY_SECONDS = 90
COMPARE_SECONDS = 20
VALUES_SECONDS = 1


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
        """Requests that have arrived, while batches continue in the background."""
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
                    self.drop()
                    return
                *lines, self.buffer = (self.buffer + data).split(b"\n")
                for line in lines:
                    yield json.loads(line)
            while self.waiting and len(self.running) < self.jobs:
                batch = self.waiting.pop(0)
                batch.start()
                self.running.append(batch)

    def drop(self):
        """Drops work that is no longer needed."""
        for batch in self.running:
            batch.child.end()
        self.running, self.waiting = [], []

    def first(self):
        while True:
            data = os.read(0, 1 << 20)
            if not data:
                sys.exit(0)
            head, newline, rest = (self.buffer + data).partition(b"\n")
            self.buffer = head if not newline else rest
            if newline:
                return json.loads(head)


def attend(server, request, sources, tests, cold):
    builtins.__tick__ = Ticks.tick
    gc.collect()
    shop = Workshop(request, sources, tests)
    gc.freeze()
    found = in_child(lambda: survey(shop, request["targets"]), SURVEY_SECONDS)
    if found is None:
        server.tell({"failed": "the first run of the tests did not finish"})
        return
    shop.plan(found, request["targets"])
    found["targets"] = [test.name for test in shop.targets] or unloaded(request, tests)
    cold.tell({
        "known": [{**about, "lines": {}} for about in found["tests"]],
        "resolved": found["targets"],
        "stateful": shop.stateful,
        "preloaded": request.get("preloaded", True),
    })
    found["values"] = True
    server.tell({"ready": found})
    longest = seconds_of(shop.tests, 0)

    def judge_all(candidates, tell, ticks):
        listen()
        for candidate in candidates:
            try:
                answer = shop.judge(candidate, ticks)
            except TicksSpent:
                answer = [OUT_OF_TICKS, 0]
            tell(answer)

    def observe_all(places, tell, ticks):
        listen()
        for place in places:
            tell(observe(shop, place, ticks))

    def compare_all(_, tell, candidates, ticks, limit):
        tell(compare(shop, candidates, ticks, limit))

    for job in server.requests():
        ticks = max(shop.floor, job.get("ticks", 0))
        if job["op"] == "try":
            work = functools.partial(judge_all, ticks=ticks)
            server.waiting.append(Batch(job["batch"], job["candidates"], work, processor_seconds(ticks) + longest))
        elif job["op"] == "cold":
            server.waiting.append(ColdBatch(job["batch"], job["candidates"], cold, ticks))
        elif job["op"] == "values":
            work = functools.partial(observe_all, ticks=ticks)
            server.waiting.append(Batch(job["batch"], job["candidates"], work, VALUES_SECONDS))
        elif job["op"] == "compare":
            server.drop()
            work = functools.partial(compare_all, candidates=job["candidates"], ticks=ticks, limit=job["limit"])
            server.waiting.append(Batch(job["batch"], [None], work, COMPARE_SECONDS))


def unloaded(request, tests):
    """Requested test files that cannot be loaded: they represent the tests in them."""
    asked = [file for file in request["files"] if matches(file + ".", [each + "." for each in request["targets"]])]
    return [file for file in asked if not any(is_in_file(test.name, file) for test in tests)]


def load_framework():
    """Runs before any request: a worker that was started ahead is then ready, and so are its forks."""
    try:
        import pytest  # noqa: F401
    except ImportError:
        pass


def main():
    out = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    server = Server(out)
    load_framework()
    request = server.first()
    server.jobs = request["jobs"]
    sys.dont_write_bytecode = True
    sys.path[0] = os.getcwd()
    builtins.__tick__, builtins.__step__ = Loading.tick, Steps.step
    builtins.__equal__, builtins.__values__ = Steps.equal, Steps.values
    sources = {each["path"]: Source(each["path"], each["text"]) for each in request["sources"]}
    overrides = Overrides(sources, request["files"])
    cold = ColdRooms(request["jobs"], request, sources, overrides)
    Ticks.left = 1 << 60

    def before(load):
        request["preloaded"] = len(own_modules()) > 0

    try:
        collect(request, lambda tests: attend(server, request, sources, tests, cold), before)
    except SystemExit:
        raise
    except BaseException as error:
        server.tell({"failed": "%s: %s" % (type(error).__name__, error)})


if __name__ == "__main__":
    main()
