"""Lists simple bugs that could be planted in the Python sources of a package, in an order drawn from a seed.

  python3 plant.py FOLDER SEED MOST  →  one JSON line per bug: {path, kind, line, start, end, text}

Offsets are in bytes. The kinds are those of mutation testing, each a common mistake; they are independent of
the repair operators and share no code with them.
"""

import ast
import itertools
import json
import os
import random
import re
import sys

SKIPPED = re.compile(r"(^|/)(\.|tests?/|docs?/|examples?/|bench|build/|misc/|setup\.py|conftest\.py|test_|.*_test\.py)")
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "in": "not in"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}
SYMBOLS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.In: "in",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|",
}


class Planter(ast.NodeVisitor):
    def __init__(self, path, source):
        self.path, self.source, self.found, self.inside = path, source, [], []
        self.starts = [0]
        for line in source.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, line, column):
        return self.starts[line - 1] + column

    def span(self, node):
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def text(self, node):
        start, end = self.span(node)
        return self.source[start:end].decode()

    def add(self, kind, start, end, text):
        if not self.inside:
            return
        line = self.source[:start].count(b"\n") + 1
        self.found.append({"path": self.path, "kind": kind, "line": line, "start": start, "end": end, "text": text, "routine": self.inside[-1]})

    def replace(self, kind, node, text):
        self.add(kind, *self.span(node), text)

    def between(self, kind, left, right, old, new):
        """Replaces the operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.source[start:end].decode()
        if gap.count(old) == 1:
            at = start + len(gap[: gap.index(old)].encode())
            self.add(kind, at, at + len(old), new)

    def visit_FunctionDef(self, node):
        self.inside.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.inside.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Compare(self, node):
        left = node.left
        for operator, right in zip(node.ops, node.comparators):
            symbol = SYMBOLS.get(type(operator))
            if symbol is not None:
                self.between("comparison", left, right, symbol, COMPARISONS[symbol])
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node):
        symbol = SYMBOLS.get(type(node.op))
        if symbol in ARITHMETIC and not isinstance(getattr(node.left, "value", None), str):
            self.between("arithmetic", node.left, node.right, symbol, ARITHMETIC[symbol])
        if isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)):
            (start, middle), (other, end) = self.span(node.left), self.span(node.right)
            gap = self.source[middle:other].decode()
            if "(" not in gap and ")" not in gap:
                self.add("operand order", start, end, self.text(node.right) + gap + self.text(node.left))
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        if len(node.values) == 2:
            self.between("logic", *node.values, old, new)
            for kept in node.values:
                self.replace("condition dropped", node, self.text(kept))
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, (ast.Not, ast.USub)):
            self.replace("sign or not dropped", node, self.text(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node):
        value = node.value
        if isinstance(value, bool):
            self.replace("boolean", node, str(not value))
        elif isinstance(value, int) and self.text(node).isdigit():
            self.replace("number", node, str(value + 1))
            if value > 0:
                self.replace("number", node, str(value - 1))

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Call):
            self.replace("statement dropped", node, "pass")
        self.generic_visit(node)

    def visit_If(self, node):
        self.replace("condition negated", node.test, "not (%s)" % self.text(node.test))
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        symbol = SYMBOLS.get(type(node.op))
        if symbol in ("+", "-"):
            self.between("accumulation", node.target, node.value, symbol + "=", ARITHMETIC[symbol] + "=")
        self.generic_visit(node)

    def visit_Call(self, node):
        plain = [each for each in node.args if not isinstance(each, ast.Starred)]
        if len(plain) == len(node.args) >= 2:
            first, second = node.args[0], node.args[1]
            (start, middle), (other, end) = self.span(first), self.span(second)
            gap = self.source[middle:other].decode()
            if gap.strip() == ",":
                self.add("arguments swapped", start, end, self.text(second) + gap + self.text(first))
        self.generic_visit(node)

    def visit_Break(self, node):
        self.replace("break", node, "continue")

    def visit_Continue(self, node):
        self.replace("continue", node, "break")

    def visit_Subscript(self, node):
        if isinstance(node.slice, ast.Name):
            self.replace("index", node.slice, self.text(node.slice) + " - 1")
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        pass


def sources(folder):
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(here, name), folder)
            if name.endswith(".py") and not SKIPPED.search(path) and "/tests/" not in path:
                yield path


def main():
    folder, seed, most = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found, texts = [], {}
    for path in sources(folder):
        with open(os.path.join(folder, path), "rb") as file:
            source = file.read()
        planter = Planter(path, source)
        try:
            planter.visit(ast.parse(source))
        except SyntaxError:
            continue
        found.extend(planter.found)
        texts[path] = source
    sound = (bug for bug in mixed(found, random.Random(seed)) if compiles(bug, texts[bug["path"]]))
    for bug in itertools.islice(sound, most):
        print(json.dumps(bug))


def compiles(bug, source):
    try:
        ast.parse(source[: bug["start"]] + bug["text"].encode() + source[bug["end"] :])
        return True
    except (SyntaxError, ValueError):
        return False


def mixed(bugs, draw):
    """Each kind in turn, so that frequent kinds do not crowd out the others."""
    kinds = {}
    for bug in bugs:
        kinds.setdefault(bug["kind"], []).append(bug)
    piles = [kinds[kind] for kind in sorted(kinds)]
    for pile in piles:
        draw.shuffle(pile)
    while any(piles):
        draw.shuffle(piles)
        for pile in piles:
            if pile:
                yield pile.pop()


main()
