import { insertBefore } from "../../propose/edits.ts";
import { child, enclosingClass, enclosingFunction } from "../../syntax/node.ts";
import { bodyStatements } from "../first-statements.ts";
import { at, type Slip } from "../slip.ts";
import { block } from "./block.ts";
import { importing } from "./imports.ts";

const sharedDefault: Slip = {
  why: "a default value that all calls share",
  chance: "shown",
  kinds: ["parameter"],
  examples: {
    python: [
      [
        "def f(x, acc=[]):\n    acc.append(x)\n    return acc\n",
        "def f(x, acc=None):\n    if acc is None:\n        acc = []\n    acc.append(x)\n    return acc\n",
      ],
    ],
  },
  leaves: { python: ["def f(x, n=0):\n    return x + n\n"] },
  *correct(site, context) {
    const match = /^(\w+)(?:: [^=]+?)? ?= ?(\[\]|\{\}|(?:set|list|dict)\(\))$/.exec(context.text(site));
    const owner = site.parent?.parent;
    const body = owner?.kind === "function" ? child(owner, "body") : null;
    const first = body?.children[0];
    const [, name, value = ""] = match ?? [];
    if (name === undefined || first === undefined) return;
    const guard = insertBefore(
      context,
      first,
      block(first, `if ${name} is None:`, `${name} = ${value}`, context),
    );
    yield [at({ start: site.end - value.length, end: site.end }, "None"), ...guard.edits];
  },
};

const FRESH = String.raw`(?:(?:datetime\.)?(?:datetime|date)\.(?:now|utcnow|today)|time\.(?:time|monotonic)|(?:uuid\.)?uuid4|random\.\w+)\([^()]*\)`;

const calculatedOnce: Slip = {
  why: "a default value that is calculated once, when the function is defined",
  chance: "shown",
  kinds: ["parameter"],
  examples: {
    python: [
      [
        "def f(at=time.time()):\n    return at\n",
        "def f(at=None):\n    if at is None:\n        at = time.time()\n    return at\n",
      ],
      [
        "def f(x, now: datetime = datetime.now(UTC)):\n    return now\n",
        "def f(x, now: datetime = None):\n    if now is None:\n        now = datetime.now(UTC)\n    return now\n",
      ],
    ],
  },
  leaves: { python: ["def f(at=time.time):\n    return at()\n"] },
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
  why: "a default of a data class that is shared, or calculated once",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    python: [
      [
        "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    xs: list = []\n",
        "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    xs: list = field(default_factory=list)\n",
      ],
      [
        "from dataclasses import field\n@dataclass(frozen=True)\nclass A:\n    at: float = time.time()\n",
        "from dataclasses import field\n@dataclass(frozen=True)\nclass A:\n    at: float = field(default_factory=time.time)\n",
      ],
    ],
  },
  leaves: { python: ["@dataclass\nclass A:\n    n: int = 0\n"] },
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

export const pythonDefaultsSlips: readonly Slip[] = [sharedDefault, calculatedOnce, fieldDefault];
