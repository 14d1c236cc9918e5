"""Forked processes: limited in memory and CPU time, supervised, and replaced when they are stuck."""

import json
import os
import resource
import select
import signal
import time

from agentforge_shared import VERDICTS
from agentforge_sources import Ticks, TicksSpent

FAILED = VERDICTS["FAILED"]
PLAUSIBLE = VERDICTS["PLAUSIBLE"]
OUT_OF_TICKS = VERDICTS["OUT_OF_TICKS"]
BROKEN = VERDICTS["BROKEN"]
PARTLY = VERDICTS["PARTLY"]
SHARE = VERDICTS["SHARE"]
COLD = VERDICTS["COLD"]
COLD_TOO = VERDICTS["COLD_TOO"]
MEMORY_BYTES = 320 << 20
# A child that prints nothing for this long is stuck: in CPU seconds, so that a busy machine changes no verdict, and in
# wall-clock time for a child that only waits.
SILENT_PROCESSOR_SECONDS = 3.0
SILENT_SECONDS = 20.0
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def limit_memory():
    """A candidate may use this much more memory than the process already has. A soft limit, because a child that has
    grown forks too."""
    try:
        with open("/proc/self/statm") as about:
            pages = int(about.read().split()[0])
    except OSError:
        return
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


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
        self.since, self.spent = time.monotonic(), 0.0

    def fileno(self):
        return self.reading

    def read(self):
        """Answers that have arrived; None at the end."""
        data = os.read(self.reading, 1 << 16)
        if not data:
            return None
        self.since, self.spent = time.monotonic(), self.processor_seconds()
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def processor_seconds(self):
        try:
            with open("/proc/%d/stat" % self.pid) as about:
                fields = about.read().rpartition(")")[2].split()
            return sum(int(each) for each in fields[11:15]) / CLOCK_TICKS
        except (OSError, ValueError):
            return time.monotonic()

    def stuck(self, seconds):
        """Whether it has used more than this many CPU seconds, or waited long, since its last output."""
        silent = time.monotonic() - self.since
        if silent < seconds:
            return False
        return silent > SILENT_SECONDS + 4 * seconds or self.processor_seconds() - self.spent > seconds

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self.reading)
        os.waitpid(self.pid, 0)


class Batch:
    """Candidates in order, judged by one child after another until each has an answer."""

    def __init__(self, number, candidates, work, seconds):
        self.silence = SILENT_PROCESSOR_SECONDS + 4 * seconds
        self.number = number
        self.candidates = candidates
        self.answers = []
        self.work = work
        self.child = None

    def start(self):
        done = len(self.answers)
        self.child = Child(lambda tell: self.work(self.candidates[done:], tell))

    def collect(self):
        """Reads answers; True when the batch is complete."""
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
        return self.child.stuck(self.silence)

    def abandon(self):
        """The child is stuck where ticks do not help: that candidate is broken, and the rest continue."""
        self.child.end()
        self.answers.append([BROKEN, 0])
        self.child = None
        if len(self.answers) < len(self.candidates):
            self.start()
            return False
        return True


def in_child(work, seconds):
    """Runs work in a fork and returns its result; None if it uses more than this much CPU time."""
    child = Child(lambda tell: tell(work()))
    answer = None
    while not child.stuck(seconds):
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
    """An outer limit for what ticks do not cover: numbers with a million digits, searches in long lists."""
    return min(3.0, 0.05 + ticks / 200000)


class Bounded:
    """Limits the code inside to this many CPU seconds. After half as much again, the signal's default action ends the
    process, because arithmetic in C does not handle signals. Wall-clock time is limited too, for code that only
    waits."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __enter__(self):
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, 1.5 * self.seconds)
        signal.setitimer(signal.ITIMER_REAL, 2 + 10 * self.seconds)

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def listen():
    signal.signal(signal.SIGPROF, out_of_time)
    signal.signal(signal.SIGALRM, out_of_time)


def out_of_time(signum, frame):
    Ticks.left = -1
    raise TicksSpent()
