"""Saves pytest several hook calls for each file that none of its own collectors accepts. pytest 8 and later.

PYTEST_DONT_REWRITE: it has no assertions, and rewriting it would cost every run.
"""
import os
from fnmatch import fnmatchcase

import _pytest.main
import _pytest.python

# The files that these collect are known; any other collector may accept any file.
KNOWN = {"_pytest.python", "_pytest.doctest"}
KEPT = {"__init__.py", "conftest.py"}


def skip_untaken_files(config):
    """Hides Python files that are not tests by name from folder listings. Does nothing if pytest works differently."""
    scandir = getattr(_pytest.main, "scandir", None)
    if scandir is None or getattr(_pytest.python, "scandir", None) is not scandir:
        return

    def listing(path, *rest, **named):
        entries = scandir(path, *rest, **named)
        is_test = test_names(config)
        if is_test is None:
            return entries
        return [entry for entry in entries if not entry.name.endswith(".py") or is_test(entry.name) or entry.is_dir()]

    def restore():
        _pytest.main.scandir = _pytest.python.scandir = scandir

    _pytest.main.scandir = _pytest.python.scandir = listing
    config.add_cleanup(restore)


def test_names(config):
    """Whether pytest collects a Python file with this name; None if the name alone does not decide."""
    patterns = config.getini("python_files")
    if any(os.sep in each for each in patterns):
        return None
    # Both accept Python files with any name.
    if config.getoption("doctestmodules", True) or config.getoption("pyargs", True):
        return None
    # Checked for each folder: a conftest.py on the way may have added another collector. Before pytest 9,
    # `config.hook` does not show it.
    collect_file = getattr(config.pluginmanager.hook, "pytest_collect_file", None)
    if not hasattr(collect_file, "get_hookimpls"):
        return None
    for taker in collect_file.get_hookimpls():
        if getattr(taker.plugin, "__name__", None) not in KNOWN:
            return None
    named = {os.path.basename(str(each).partition("::")[0]) for each in config.args}
    return lambda name: name in KEPT or name in named or any(fnmatchcase(name, each) for each in patterns)
