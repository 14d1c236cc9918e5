"""Plain processes that replay calls, without any trace of tests."""

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
COPIED = ("agentforge_replay.py", "agentforge_observe.py", "agentforge_play.py", "agentforge_shared.py", "shared.json")
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "USER", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHASHSEED", "LD_LIBRARY_PATH")


class Plain:
    """A process without any trace of tests: a different program, arguments and folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="app-")
        for name in COPIED:
            copied = "app.py" if name == "agentforge_replay.py" else name
            shutil.copyfile(os.path.join(HERE, name), os.path.join(self.folder, copied))
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(self.folder, "app.py"), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={name: os.environ[name] for name in KEPT if name in os.environ},
        )
        self.buffer, self.ended, self.failed = b"", False, None
        self.answers, self.traces = {}, {}

    def fileno(self):
        return self.process.stdout.fileno()

    def ask(self, request):
        try:
            self.process.stdin.write((json.dumps(request) + "\n").encode())
            self.process.stdin.flush()
        except OSError:
            self.ended, self.failed = True, "the process ended"

    def read(self):
        data = os.read(self.fileno(), 1 << 18)
        self.ended = not data
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            answer = json.loads(line)
            if isinstance(answer, str):
                self.ended, self.failed = True, None if answer == "end" else answer
                return
            index, number, found = answer
            if number == 2:
                self.traces[index] = found
                continue
            self.answers.setdefault(index, [None, None])[number] = found

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for(plain, until):
    while any(not each.ended for each in plain) and time.monotonic() < until:
        ready, _, _ = select.select([each for each in plain if not each.ended], [], [], 0.1)
        for each in ready:
            each.read()
