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
import gc
import json
import os
import select
import sys
import types

from agentforge_children import BROKEN, OUT_OF_TICKS, Batch, in_child, listen, processor_seconds
from agentforge_compare import compare
from agentforge_sources import Overrides, Source, Ticks, TicksSpent
from agentforge_state import Snapshot
from agentforge_survey import survey
from agentforge_tests import collect
from agentforge_workshop import SLOW_SECONDS, Workshop, seconds_of

SURVEY_SECONDS = 90
COLD_SECONDS = 20


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
        known = {about["id"]: about for about in request["known"]}
        for test in tests:
            test.know(known.get(test.name))
        shop = Workshop.__new__(Workshop)
        shop.snapshot, shop.tests, shop.stateful, shop.clean = Snapshot([]), tests, request["stateful"], True
        shop.targets = [test for test in tests if test.name in request["resolved"]]
        shop.guards = [test for test in tests if test.passed and test.seconds < SLOW_SECONDS]
        if len(shop.targets) == len(request["resolved"]):
            verdict[0] = shop.run_tests(shop.targets, shop.guards, ticks)

    listen()
    Ticks.left = ticks * 10
    try:
        collect(request, work)
    except BaseException:
        pass
    return verdict[0]


def serve_cold(channel_in, channel_out, request, sources, overrides):
    """Waits for candidates that need fresh imports; forks for each."""
    with os.fdopen(channel_in) as asked, os.fdopen(channel_out, "w", buffering=1) as answers:
        for line in asked:
            job = json.loads(line)
            if "known" in job:
                request.update(job)
                continue
            judge = lambda: cold_judge(request, sources, overrides, job["candidate"], job["ticks"])
            answer = in_child(judge, COLD_SECONDS)
            answer = answer or [BROKEN, 0]
            answers.write(json.dumps(answer) + "\n")


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
    found = in_child(lambda: survey(shop, request["targets"]), SURVEY_SECONDS)
    if found is None:
        server.tell({"failed": "the first run of the tests did not end"})
        return
    shop.plan(found, request["targets"])
    found["targets"] = [test.name for test in shop.targets]
    known = [{**about, "lines": {}} for about in found["tests"]]
    cold.ask.write(json.dumps({"known": known, "resolved": found["targets"], "stateful": shop.stateful}) + "\n")
    server.tell({"ready": found})
    longest = seconds_of(shop.tests, 0)

    def judge_all(candidates, tell, ticks):
        listen()
        for candidate in candidates:
            try:
                answer = shop.judge(candidate, ticks)
            except TicksSpent:
                answer = [OUT_OF_TICKS, 0]
            tell(["cold"] if answer is None else answer)

    for job in server.requests():
        ticks = max(shop.floor, job.get("ticks", 0))
        if job["op"] == "try":
            work = lambda some, tell, ticks=ticks: judge_all(some, tell, ticks)
            server.waiting.append(Batch(job["batch"], job["candidates"], work, processor_seconds(ticks) + longest))
        elif job["op"] == "cold":
            answers = []
            for candidate in job["candidates"]:
                cold.ask.write(json.dumps({"candidate": candidate, "ticks": ticks}) + "\n")
                answers.append(json.loads(cold.answers.readline()))
            server.tell({"batch": job["batch"], "answers": answers})
        elif job["op"] == "compare":
            work = lambda _, tell, job=job, ticks=ticks: tell(compare(shop, job["candidates"], ticks, job["limit"]))
            server.waiting.append(Batch(job["batch"], [None], work, COLD_SECONDS))


def main():
    out = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    server = Server(out)
    request = server.first()
    server.jobs = request["jobs"]
    sys.dont_write_bytecode = True
    sys.path[0] = os.getcwd()
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


if __name__ == "__main__":
    main()
