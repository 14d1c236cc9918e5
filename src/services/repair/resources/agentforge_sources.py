"""The files under repair: instrumented, split into functions, and changed in memory."""

import ast
import importlib.machinery
import os
import sys
import types

from agentforge_likeness import likeness

# A failing comparison got closer if its similarity improves by this much, out of 1.
NOTICEABLE = 0.04
EQUAL = {"assertEqual", "assertEquals", "assertListEqual", "assertDictEqual", "assertSequenceEqual", "assertCountEqual"}


class TicksSpent(BaseException):
    """The candidate has used up its budget."""


class Ticks:
    left = 0

    @staticmethod
    def tick():
        Ticks.left -= 1
        if Ticks.left < 0:
            raise TicksSpent()


class Loading:
    """Functions that run while modules are loaded: their results exist before any test starts."""

    places = set()

    @staticmethod
    def tick():
        code = sys._getframe(1).f_code
        Loading.places.add((code.co_filename, code.co_firstlineno))
        Ticks.tick()


class Steps:
    """Statements that tests have reached: of two failing runs, the one with more got further. The fraction says how
    close the last comparison was: zero if the statement raised an error before it."""

    taken = 0
    # Called with every comparison: what the test got and wanted, and whether they are equal.
    watcher = None

    @staticmethod
    def step():
        Steps.taken = int(Steps.taken) + 1

    @staticmethod
    def equal(got, wanted):
        result = got == wanted
        Steps.compared(got, wanted, result)
        return result

    @staticmethod
    def values(got, wanted):
        try:
            Steps.compared(got, wanted, got == wanted)
        except Exception:
            pass
        return got, wanted

    @staticmethod
    def compared(got, wanted, equal):
        if Steps.watcher is not None:
            Steps.watcher(got, wanted, bool(equal))
        if not equal:
            Steps.taken = int(Steps.taken) + 0.1 + round(0.8 * likeness(got, wanted), 3)

    @staticmethod
    def is_further(than):
        return Steps.taken > than + NOTICEABLE


class Instrument(ast.NodeTransformer):
    """Adds a tick at the start of every loop and function body."""

    def _tick(self, node):
        call = ast.Expr(ast.Call(ast.Name("__tick__", ast.Load()), [], []))
        at = 1 if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False) else 0
        for each in ast.walk(call):
            ast.copy_location(each, node.body[0])
        node.body.insert(at, call)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        self._tick(node)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_For = visit_FunctionDef
    visit_AsyncFor = visit_FunctionDef
    visit_While = visit_FunctionDef

    def visit_comprehension(self, node):
        self.generic_visit(node)
        tick = ast.Call(ast.Name("__tick__", ast.Load()), [], [])
        test = ast.Compare(tick, [ast.Is()], [ast.Constant(None)])
        for each in ast.walk(test):
            ast.copy_location(each, node.iter)
        node.ifs.insert(0, test)
        return node


class Pace(ast.NodeTransformer):
    """Adds a step before every statement inside functions, and observes equality comparisons."""

    def visit_FunctionDef(self, node):
        Comparisons().visit(node)
        for block in blocks_of(node):
            block[:] = [each for statement in block for each in (self._step(statement), statement)]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def _step(self, statement):
        call = ast.Expr(ast.Call(ast.Name("__step__", ast.Load()), [], []))
        for each in ast.walk(call):
            ast.copy_location(each, statement)
        return call


class Comparisons(ast.NodeTransformer):
    """Makes `assert a == b` and `self.assertEqual(a, b)` report what they compare."""

    def visit_Assert(self, node):
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            call = ast.Call(ast.Name("__equal__", ast.Load()), [test.left, test.comparators[0]], [])
            node.test = ast.copy_location(call, test)
            ast.copy_location(call.func, test)
        return node

    def visit_Call(self, node):
        is_equal = isinstance(node.func, ast.Attribute) and node.func.attr in EQUAL
        if is_equal and len(node.args) == 2 and not any(isinstance(each, ast.Starred) for each in node.args):
            call = ast.Call(ast.Name("__values__", ast.Load()), node.args, [])
            node.args = [ast.Starred(call, ast.Load())]
            for each in (call, call.func, node.args[0]):
                ast.copy_location(each, node)
        return node


def blocks_of(node):
    """The lists of statements in and under a node."""
    found = []
    for each in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(each, name, None)
            if isinstance(block, list) and not isinstance(each, ast.ClassDef):
                found.append(block)
    return found


def compile_source(text, path, instrument=Instrument):
    tree = instrument().visit(ast.parse(text, path))
    return compile(ast.fix_missing_locations(tree), path, "exec")


class Source:
    """A file under repair. Incoming offsets are UTF-16; internally, the text is sliced as UTF-16 too."""

    def __init__(self, path, text):
        self.path = path
        self.absolute = os.path.realpath(path)
        self.text = text
        self.wide = text.encode("utf-16-le", "surrogatepass")
        self.routines = []
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1)
        self.starts = starts
        self._collect(tree.body, [])

    def _collect(self, body, classes):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                routine = types.SimpleNamespace(
                    name=node.name,
                    classes=classes,
                    start=self.starts[node.lineno - 1],
                    inner=self.starts[node.body[0].lineno - 1]
                    if node.body[0].lineno > node.lineno
                    else self._column(node.body[0]),
                    end=self.starts[node.end_lineno],
                    line=node.lineno,
                    last=node.end_lineno,
                    functions=[],
                    code=None,
                    loaded=False,
                )
                self.routines.append(routine)
            elif isinstance(node, ast.ClassDef):
                self._collect(node.body, classes + [node.name])
            elif isinstance(node, (ast.If, ast.Try)):
                self._collect(node.body, classes)
                self._collect(getattr(node, "orelse", []), classes)

    def _column(self, node):
        line = self.text.split("\n")[node.lineno - 1].encode("utf-8")[: node.col_offset].decode("utf-8")
        return self.starts[node.lineno - 1] + len(line.encode("utf-16-le")) // 2

    def with_edits(self, edits, start=0, end=None):
        """The text between two offsets after applying the edits, which are between them."""
        end = len(self.wide) // 2 if end is None else end
        parts, at = [], start
        for first, last, text in sorted(edits):
            parts.append(self.wide[2 * at : 2 * first])
            parts.append(text.encode("utf-16-le", "surrogatepass"))
            at = last
        parts.append(self.wide[2 * at : 2 * end])
        return b"".join(parts).decode("utf-16-le", "surrogatepass")

    def routine_of(self, edits):
        for routine in self.routines:
            if all(routine.inner <= first and last <= routine.end for first, last, _ in edits):
                return routine
        return None

    def code_of(self, routine, text):
        """Code objects of the routine, by qualified name, from its new text."""
        head = "".join("%sclass %s:\n" % (" " * depth, name) for depth, name in enumerate(routine.classes))
        first = text.lstrip()
        indent = len(text) - len(first)
        if not routine.classes and indent > 0:
            head = "if 1:\n"
        code = compile_source(head + text, self.path)
        return find_code(code, routine.classes + [routine.name])


def find_code(code, names):
    for name in names:
        inner = [each for each in code.co_consts if isinstance(each, types.CodeType) and each.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


class Overrides:
    """Makes imports load instrumented sources and tests, with candidate changes applied."""

    def __init__(self, sources, tests):
        self.texts = {source.absolute: (source.path, source.text) for source in sources.values()}
        paced = {os.path.realpath(path) for path in tests}
        original = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader, name):
            place = loader.get_filename(name)
            path = os.path.realpath(place)
            if path in self.texts:
                label, text = self.texts[path]
                return compile_source(text, label)
            if path in paced:
                return compile_source(loader.get_data(place), place, Pace)
            return original(loader, name)

        importlib.machinery.SourceFileLoader.get_code = get_code
