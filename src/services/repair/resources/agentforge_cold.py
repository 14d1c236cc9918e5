"""Candidates that need the project's modules loaded from scratch: edits outside functions, or in functions that run at
import."""

import ast
import builtins
import functools
import itertools
import json
import os

from agentforge_children import BROKEN, PARTLY, PLAUSIBLE, SHARE, in_child, listen
from agentforge_sources import Ticks
from agentforge_state import Snapshot
from agentforge_tests import collect, is_in_file
from agentforge_workshop import SLOW_SECONDS, Workshop

COLD_SECONDS = 20


class ColdRoom:
    """A process that has not imported the project; forks for every candidate and writes one JSON line for each."""

    def __init__(self, serve, others):
        asked_read, asked_write = os.pipe()
        answer_read, answer_write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            for each in (asked_write, answer_read, *(end for room in others for end in (room.asking, room.reading))):
                os.close(each)
            try:
                with os.fdopen(asked_read) as asked, os.fdopen(answer_write, "w", buffering=1) as answers:
                    serve(asked, answers)
            finally:
                os._exit(0)
        os.close(asked_read)
        os.close(answer_write)
        self.asking, self.reading = asked_write, answer_read
        self.buffer = b""

    def fileno(self):
        return self.reading

    def tell(self, message):
        data = (json.dumps(message) + "\n").encode()
        while data:
            data = data[os.write(self.asking, data) :]

    def read(self):
        data = os.read(self.reading, 1 << 16)
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return [json.loads(line) for line in lines] if data else None

    def end(self):
        """Closes the pipes, so the process exits. Its current child exits with it, or at its limit."""
        os.close(self.asking)
        os.close(self.reading)


class ColdRooms:
    def __init__(self, count, request, sources, overrides):
        rooms = []
        for _ in range(count):
            rooms.append(ColdRoom(lambda asked, answers: serve(asked, answers, dict(request), sources, overrides), rooms))
        self.all, self.free = tuple(rooms), rooms

    def tell(self, message):
        for room in self.all:
            room.tell(message)


class ColdBatch:
    """Candidates in order, judged by one such process."""

    def __init__(self, number, candidates, rooms, ticks):
        self.number, self.candidates, self.rooms, self.ticks = number, candidates, rooms, ticks
        self.answers = []
        self.child = None

    def start(self):
        self.child = self.rooms.free.pop()
        for candidate in self.candidates:
            self.child.tell({"candidate": candidate, "ticks": self.ticks})

    def collect(self):
        """Reads answers; True when the batch is complete."""
        answers = self.child.read()
        missing = len(self.candidates) - len(self.answers)
        if answers is None:
            self.answers.extend([[BROKEN, 0]] * missing)
            return True
        self.answers.extend(answers)
        if len(self.answers) < len(self.candidates):
            return False
        self.rooms.free.append(self.child)
        return True

    def overdue(self):
        """The process limits each candidate itself."""
        return False


def serve(asked, answers, request, sources, overrides):
    """Does everything that precedes the imports once, at the first candidate; if a conftest imports the project during
    that, for each candidate."""
    builtins.__tick__ = Ticks.tick
    request.update(json.loads(asked.readline() or "{}"))
    first = asked.readline()

    def attend(load):
        for line in itertools.chain([first] if first else [], asked):
            job = json.loads(line)
            answer = judge(request, sources, overrides, job["candidate"], job["ticks"], load)
            answers.write(json.dumps(answer) + "\n")
        os._exit(0)

    if first and not request["preloaded"]:
        collect(request, None, attend)
    attend(lambda files, work: collect({**request, "files": files}, work))


def judge(request, sources, overrides, candidate, ticks, load):
    """The files of the targets first: few candidates get beyond them."""
    changes = changed_texts(sources, candidate)
    if changes is None:
        return [BROKEN, 0]
    near = [file for file in request["files"] if any(is_in_file(name, file) for name in request["resolved"])]
    answer = [BROKEN, 0]
    for files in (near, request["files"]):
        loading = functools.partial(load, files)
        run = functools.partial(run_afresh, request, overrides, changes, ticks, loading)
        answer = in_child(run, COLD_SECONDS) or [BROKEN, 0]
        if answer[0] not in (PLAUSIBLE, PARTLY, SHARE) or len(files) == len(request["files"]):
            break
    return answer


def changed_texts(sources, candidate):
    """Replacement texts by absolute path; None if one is no longer valid Python."""
    by_path = {}
    for path, first, last, text in candidate:
        by_path.setdefault(path, []).append((first, last, text))
    found = {}
    for path, edits in by_path.items():
        source = sources[path]
        changed = source.with_edits(edits)
        try:
            ast.parse(changed)
        except (SyntaxError, ValueError):
            return None
        found[source.absolute] = (path, changed)
    return found


def run_afresh(request, overrides, changes, ticks, load):
    """Imports everything with the candidate applied and runs the tests. Leaves traces, so it runs in a separate
    process."""
    overrides.texts.update(changes)
    verdict = [[BROKEN, 0]]

    def work(tests):
        known = {about["id"]: about for about in request["known"]}
        for test in tests:
            test.know(known.get(test.name))
        asked = [[test for test in tests if is_in_file(test.name, name)] for name in request["resolved"]]
        shop = Workshop.__new__(Workshop)
        shop.snapshot, shop.tests, shop.stateful, shop.clean = Snapshot([]), tests, request["stateful"], True
        shop.further = False
        shop.targets = [test for some in asked for test in some]
        shop.guards = [test for test in tests if test.passed and test.seconds < SLOW_SECONDS]
        if all(asked):
            verdict[0] = [*shop.run_tests(shop.targets, shop.guards, ticks), shop.further]

    listen()
    Ticks.left = ticks * 10
    try:
        load(work)
    except BaseException:
        pass
    return verdict[0]
