"""Calls functions of a project with arguments that were recorded elsewhere, and reports their answers.

As a program, it is a plain process without any trace of tests: it reads one JSON line (where modules are found, texts
that replace files, functions, packed inputs) and writes a JSON line for every answer.
"""

import importlib
import importlib.machinery
import io
import json
import os
import pickle
import resource
import signal
import sys
from base64 import b64decode

from agentforge_observe import brief
from agentforge_play import Fresh, traced
from agentforge_shared import LIMITS

# CPU seconds and wall-clock seconds for one call; how many calls may take too long.
CALL_SECONDS = 0.15
WAIT_SECONDS = 2.0
MOST_SLOW = LIMITS["MOST_SLOW"]
MOST_ITEMS = LIMITS["MOST_ITEMS"]
COROUTINE = 0x80
MEMORY_BYTES = 600 << 20


class TooLong(BaseException):
    pass


class Unpackable(Exception):
    pass


class Reader(pickle.Unpickler):
    """Rejects test files: loading one would load the test framework too."""

    def __init__(self, data, forbidden):
        super().__init__(io.BytesIO(data))
        self.forbidden = forbidden

    def find_class(self, module, name):
        if module in self.forbidden:
            raise Unpackable(module)
        return super().find_class(module, name)


def unpack(packed, forbidden=()):
    return Reader(b64decode(packed), forbidden).load()


def find(module, name):
    """The function itself, as stored in its module or class."""
    place = importlib.import_module(module)
    *owners, last = name.split(".")
    for owner in owners:
        place = getattr(place, owner)
    held = vars(place)[last]
    if isinstance(held, property):
        return held.fget
    return getattr(held, "__func__", held) if isinstance(held, (staticmethod, classmethod)) else held


def outcome(call, given):
    """The result of a call and its effect on the arguments, as text. None if it takes too long."""
    if "random" in sys.modules:
        sys.modules["random"].seed(0)
    positional, named = given
    if getattr(getattr(call, "__code__", None), "co_flags", 0) & COROUTINE:
        importlib.import_module("asyncio")
    try:
        with Bound():
            result = settled(call(*positional, **named))
            return brief(result, 300) + " leaving " + brief((positional, named), 400)
    except TooLong:
        return None
    except (RecursionError, MemoryError):
        return "raises RecursionError"
    except BaseException as error:
        return "raises %s: %s" % (type(error).__name__, brief(str(error), 120))


def settled(result):
    if hasattr(result, "__await__") and hasattr(result, "send"):
        import asyncio

        return asyncio.run(result)
    if hasattr(result, "__next__") and hasattr(result, "__iter__"):
        return [each for each, _ in zip(result, range(MOST_ITEMS))]
    return result


class Bound:
    def __enter__(self):
        signal.signal(signal.SIGPROF, self.end)
        signal.signal(signal.SIGALRM, self.end)
        signal.setitimer(signal.ITIMER_PROF, CALL_SECONDS, CALL_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, WAIT_SECONDS, WAIT_SECONDS)

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def end(signum, frame):
        raise TooLong()


def override(texts):
    """Loads replacement texts instead of files, by absolute path."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name):
        path = loader.get_filename(name)
        text = texts.get(os.path.realpath(path))
        return original(loader, name) if text is None else compile(text, path, "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = get_code


def serve(request, tell):
    """The tests' own inputs forward, then backward, then the others: `[index, pass, outcome]` for each."""
    sys.path[:] = request["path"]
    override(request["texts"])
    functions = [find(module, name) for module, name in request["functions"]]
    slow = 0
    own = range(request["own"])
    for number, order in enumerate((own, reversed(own), range(request["own"], len(request["inputs"])))):
        for index in order:
            at, packed = request["inputs"][index]
            try:
                given = unpack(packed, request["forbidden"])
            except BaseException:
                continue
            found = outcome(functions[at], given)
            slow += found is None
            if slow > MOST_SLOW:
                return
            if found is not None:
                tell([index, number % 2, found])
    play(request, tell)


def play(request, tell):
    """Sequences of steps, each on the modules' state after loading: `[index, 2, trace]`."""
    tools = {"bound": Bound, "settled": settled, "brief": brief, "late": TooLong, "module": importlib.import_module}
    slow = 0
    for index, packed in enumerate(request.get("programs", ())):
        found = None
        try:
            steps = unpack(packed, request["forbidden"])
            if index == 0:
                fresh = Fresh(set(request["modules"]) | {step[1][1] for step in steps if step[1][0] == "origin"})
            fresh.restore()
            found = traced(steps, tools)
        except Exception:
            pass
        slow += found is None
        if slow > MOST_SLOW:
            return
        tell([index, 2, found])


def main():
    out = os.fdopen(os.dup(1), "w", buffering=1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    source = os.fdopen(os.dup(0))
    request = json.loads(source.readline())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES if hard < 0 else min(MEMORY_BYTES, hard), hard))
    sys.dont_write_bytecode = True
    for name in ("agentforge_observe", "agentforge_play"):
        sys.modules.pop(name, None)
    try:
        serve(request, lambda answer: out.write(json.dumps(answer) + "\n"))
        out.write('"end"\n')
    except BaseException as error:
        out.write(json.dumps("%s: %s" % (type(error).__name__, error)) + "\n")
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
