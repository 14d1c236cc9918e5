"""Forked processes: bounded in memory and processor time, watched, and replaced when they are stuck."""

import json
import os
import resource
import select
import signal
import time

from agentforge_sources import Ticks, TicksSpent

FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY = 0, 1, 2, 3, 4
MEMORY_BYTES = 320 << 20
SILENCE_SECONDS = 1.5


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
    """Outer bound for what ticks do not see: numbers with a million digits, searches in long lists. Half as much
    again and the signal's default ends the process: arithmetic in C does not listen."""
    return min(3.0, 0.12 + ticks / 200000)


def out_of_time(signum, frame):
    Ticks.left = -1
    raise TicksSpent()
