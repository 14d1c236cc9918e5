import os
import re

REFERENCE = re.compile(r"\$\{(\w+)(?::([^}]*))?\}")


class Settings:
    """Sections of keys; keys may refer to the environment as ${NAME} or ${NAME:default}."""

    def __init__(self, sections, environment=None):
        self._sections = sections
        self._environment = os.environ if environment is None else environment

    def get(self, path, default=None):
        section, _, key = path.rpartition(".")
        values = self._sections.get(section, {})
        if key not in values:
            return default
        return self._expand(values[key])

    def integer(self, path, default=0):
        value = self.get(path)
        return default if value is None else int(value)

    def flag(self, path):
        return str(self.get(path, "no")).lower() in ("yes", "true", "on", "1")

    def names(self, section):
        return sorted(self._sections.get(section, {}))

    def _expand(self, text):
        def replace(match):
            name, fallback = match.groups()
            return self._environment.get(name, fallback or "")

        return REFERENCE.sub(replace, text)


def read(text, environment=None):
    sections = {"": {}}
    current = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1].strip()
            sections.setdefault(current, {})
            continue
        key, equals, value = line.partition("=")
        if not equals:
            raise SyntaxError(f"line {number}: expected key = value")
        sections[current][key.strip()] = value.strip()
    return Settings(sections, environment)
