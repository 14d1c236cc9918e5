"""Prints what is wrong with Python files that nobody type-checks: syntax, unused imports, names that nothing defines."""

import ast
import builtins
import os
import sys


def defined(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((each.asname or each.name).split(".")[0] for each in node.names)
    return found


def problems(path, trees):
    tree = trees[path]
    with open(path, encoding="utf-8") as file:
        excused = {number for number, line in enumerate(file, 1) if "# noqa" in line}
    known = defined(tree) | set(dir(builtins)) | {"__file__", "__name__"}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for name in sorted(used - known):
        yield f"{name} is not defined"
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for each in node.names:
            if node.lineno in excused:
                continue
            if (each.asname or each.name).split(".")[0] not in used and getattr(node, "module", "") != "__future__":
                yield f"{each.name} is imported and not used"
        beside = os.path.join(os.path.dirname(path), f"{getattr(node, 'module', None)}.py")
        for each in node.names if isinstance(node, ast.ImportFrom) and beside in trees else []:
            if each.name not in defined(trees[beside]):
                yield f"{node.module} has no {each.name}"


def main(paths):
    trees = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            trees[path] = ast.parse(file.read(), path)
    for path in paths:
        for problem in problems(path, trees):
            print(f"{os.path.basename(path)}: {problem}")


main(sys.argv[1:])
