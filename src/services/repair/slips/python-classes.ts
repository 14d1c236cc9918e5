import type { Context } from "../propose/context.ts";
import { insertAfter, insertBefore } from "../propose/edits.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, enclosingClass, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import { bodyStatements } from "./first-statements.ts";
import { block } from "./python-block.ts";
import { importing } from "./python-imports.ts";
import { at, type Slip } from "./slip.ts";

const FRESH = String.raw`(?:(?:datetime\.)?(?:datetime|date)\.(?:now|utcnow|today)|time\.(?:time|monotonic)|(?:uuid\.)?uuid4|random\.\w+)\([^()]*\)`;

const calculatedOnce: Slip = {
  language: "python",
  why: "a default value that is calculated once, when the function is defined",
  chance: "shown",
  kinds: ["parameter"],
  examples: [
    [
      "def f(at=time.time()):\n    return at\n",
      "def f(at=None):\n    if at is None:\n        at = time.time()\n    return at\n",
    ],
    [
      "def f(x, now: datetime = datetime.now(UTC)):\n    return now\n",
      "def f(x, now: datetime = None):\n    if now is None:\n        now = datetime.now(UTC)\n    return now\n",
    ],
  ],
  leaves: ["def f(at=time.time):\n    return at()\n"],
  *correct(site, context) {
    const match = new RegExp(`^(\\w+)(?::[^=]+)? ?= ?(${FRESH})$`).exec(context.text(site));
    const owner = site.parent?.parent;
    const first = owner?.kind === "function" ? bodyStatements(owner)[0] : undefined;
    const [, name, value = ""] = match ?? [];
    if (name === undefined || first === undefined) return;
    const guard = block(first, `if ${name} is None:`, `${name} = ${value}`, context);
    const rest = { start: site.end - value.length, end: site.end };
    yield [at(rest, "None"), ...insertBefore(context, first, guard).edits];
  },
};

const fieldDefault: Slip = {
  language: "python",
  why: "a default of a data class that is shared, or calculated once",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    xs: list = []\n",
      "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    xs: list = field(default_factory=list)\n",
    ],
    [
      "from dataclasses import field\n@dataclass(frozen=True)\nclass A:\n    at: float = time.time()\n",
      "from dataclasses import field\n@dataclass(frozen=True)\nclass A:\n    at: float = field(default_factory=time.time)\n",
    ],
  ],
  leaves: ["@dataclass\nclass A:\n    n: int = 0\n"],
  *correct(site, context) {
    const owner = enclosingClass(site);
    const value = child(site, "value");
    if (owner === null || value === null || enclosingFunction(site) !== null) return;
    const decorated = owner.parent?.raw === "decorated_definition" ? context.text(owner.parent) : "";
    if (!/^@(?:dataclasses\.)?dataclass\b/.test(decorated)) return;
    const factory = factoryOf(context.text(value));
    if (factory === null) return;
    yield [...importing("dataclasses", "field", context), at(value, `field(default_factory=${factory})`)];
  },
};

function factoryOf(value: string): string | null {
  const empty: Readonly<Record<string, string>> = { "[]": "list", "{}": "dict" };
  const named = /^(list|dict|set|deque|Counter)\(\)$/.exec(value)?.[1];
  const fresh = new RegExp(`^${FRESH}$`).test(value);
  const plain = fresh && value.endsWith("()") ? value.slice(0, -2) : null;
  return (
    empty[value] ?? named ?? plain ?? (fresh || /^(?:\[.*\]|\{.*\})$/.test(value) ? `lambda: ${value}` : null)
  );
}

const noHash: Slip = {
  language: "python",
  why: "a class that defines `__eq__` without `__hash__`: its objects fit in no set and are no keys",
  chance: "likely",
  kinds: ["class"],
  examples: [
    [
      "class A:\n    def __eq__(self, other):\n        return self.a == other.a and self.b == other.b\n",
      "class A:\n    def __eq__(self, other):\n        return self.a == other.a and self.b == other.b\n\n    def __hash__(self):\n        return hash((self.a, self.b))\n",
    ],
  ],
  leaves: ["class A:\n    def f(self):\n        return self.n\n"],
  *correct(site, context) {
    const methods = descendants(site).filter(({ kind }) => kind === "function");
    const named = (name: string) =>
      methods.find((each) => new RegExp(`^def ${name}\\(`).test(context.text(each)));
    const equality = named("__eq__");
    if (equality === undefined || /\b__hash__\b/.test(context.text(site))) return;
    const compared = context.text(equality).matchAll(/\bself\.(\w+)\b(?!\()/g);
    const fields = [...new Set([...compared].map((each) => `self.${each[1]}`))];
    if (fields.length === 0 || enclosingClass(equality) !== site) return;
    const value = fields.length === 1 ? fields[0] : `(${fields.join(", ")})`;
    const [added] = insertAfter(
      context,
      equality,
      block(equality, "def __hash__(self):", `return hash(${value})`, context),
    ).edits;
    if (added !== undefined) yield [{ ...added, text: `\n${added.text}` }];
  },
};

const endlessProperty: Slip = {
  language: "python",
  why: "a property that reads or sets itself",
  chance: "shown",
  kinds: ["attribute"],
  examples: [
    [
      "class A:\n    @property\n    def x(self):\n        return self.x\n\n    @x.setter\n    def x(self, v):\n        self.x = v\n",
      "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self._x = v\n",
    ],
    [
      "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self.x = v\n",
      "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, v):\n        self._x = v\n",
    ],
  ],
  leaves: ["class A:\n    @property\n    def x(self):\n        return self._x\n"],
  *correct(site, context) {
    const [owner, around] = [enclosingFunction(site), enclosingClass(site)];
    const name = owner === null ? null : child(owner, "name");
    const own = name === null ? "" : `self.${context.text(name)}`;
    if (owner === null || around === null || context.text(site) !== own) return;
    const isOfProperty = (each: SyntaxNode | null) =>
      each?.parent?.raw === "decorated_definition" &&
      /^@(?:property|cached_property|\w+\.setter)\b/.test(context.text(each.parent));
    if (!isOfProperty(owner)) return;
    const uses = descendants(around).filter(
      (each) =>
        each.kind === "attribute" &&
        context.text(each) === own &&
        isOfProperty(enclosingFunction(each)) &&
        isNamedLike(enclosingFunction(each), own, context),
    );
    yield uses.map((each): Change => at(each, own.replace(".", "._")));
  },
};

function isNamedLike(owner: SyntaxNode | null, own: string, context: Context): boolean {
  const name = owner === null ? null : child(owner, "name");
  return name !== null && `self.${context.text(name)}` === own;
}

const raisedInGenerator: Slip = {
  language: "python",
  why: "a generator ends by returning: StopIteration that is raised in it becomes a RuntimeError",
  chance: "shown",
  kinds: ["throw"],
  examples: [
    [
      "def f(xs):\n    for x in xs:\n        if not x:\n            raise StopIteration\n        yield x\n",
      "def f(xs):\n    for x in xs:\n        if not x:\n            return\n        yield x\n",
    ],
  ],
  leaves: ["def f(xs):\n    raise StopIteration\n"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !/^raise StopIteration(?:\(\))?$/.test(context.text(site))) return;
    if (descendants(owner).some(({ kind }) => kind === "yield")) yield [at(site, "return")];
  },
};

export const pythonClassSlips: readonly Slip[] = [
  calculatedOnce,
  fieldDefault,
  noHash,
  endlessProperty,
  raisedInGenerator,
];
