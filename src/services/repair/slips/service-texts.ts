import { type Context, isScript } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import {
  child,
  descendants,
  enclosingClass,
  enclosingFunction,
  isValue,
  type SyntaxNode,
} from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

const MOST_USES = 12;
const WHY_KEYS = "keys that should be the same in any letter case";
const WHY_ADDRESS = "two parts of an address joined with two separators, or with none";

const pythonKeys: Slip = {
  language: "python",
  why: WHY_KEYS,
  chance: "ordinary",
  kinds: ["identifier"],
  examples: [
    [
      "class A:\n    def put(self, name, v):\n        self.d[name] = v\n\n    def get(self, name):\n        return self.d.get(name)\n",
      "class A:\n    def put(self, name, v):\n        self.d[name.lower()] = v\n\n    def get(self, name):\n        return self.d.get(name.lower())\n",
    ],
    [
      "def f(words):\n    seen = set()\n    for w in words:\n        if w in seen:\n            return w\n        seen.add(w)\n",
      "def f(words):\n    seen = set()\n    for w in words:\n        if w.lower() in seen:\n            return w\n        seen.add(w.lower())\n",
    ],
  ],
  leaves: ["def f(d, i):\n    return d[i]\n"],
  correct: sameKeys,
};

const javascriptKeys: Slip = {
  language: "javascript",
  why: WHY_KEYS,
  chance: "ordinary",
  kinds: ["identifier"],
  examples: [
    [
      "class A {\n  #m = new Map();\n  put(name, v) {\n    this.#m.set(name, v);\n  }\n  get(key) {\n    return this.#m.get(key);\n  }\n}\n",
      "class A {\n  #m = new Map();\n  put(name, v) {\n    this.#m.set(name.toLowerCase(), v);\n  }\n  get(key) {\n    return this.#m.get(key.toLowerCase());\n  }\n}\n",
    ],
  ],
  leaves: ["g(d[i]);"],
  correct: sameKeys,
};

/** A key is normalized wherever the class, or the function for a local variable, uses one of the same collection. */
function* sameKeys(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const collection = collectionOf(site, context);
  if (collection === null) return;
  const owner = /^(?:self|this)\./.test(collection) ? enclosingClass(site) : enclosingFunction(site);
  if (owner === null) return;
  const uses = descendants(owner).filter(
    (each) => each.kind === "identifier" && collectionOf(each, context) === collection,
  );
  if (uses.length < 2 || uses.length > MOST_USES || uses[0] !== site) return;
  const folded = isScript(context) ? ["toLowerCase", "trim"] : ["lower", "strip"];
  for (const method of folded) yield uses.map((each) => before(each.end, `.${method}()`));
}

const BY_KEY = /^(?:get|has|set|delete|pop|add|discard|setdefault|remove)$/;

/** The collection that an identifier is a key of. */
function collectionOf(site: SyntaxNode, context: Context): string | null {
  const { parent } = site;
  if (site.kind !== "identifier" || /^(?:i|j|n|k|id|index|at|pos)$/.test(context.text(site))) return null;
  if (parent?.kind === "subscript" && site.role === "index") {
    const object = child(parent, "object");
    return object === null ? null : context.text(object);
  }
  if (
    parent?.kind === "comparison" &&
    site.role === "left" &&
    /^(?:not )?in$/.test(parent.operators[0]?.text ?? "")
  ) {
    const right = child(parent, "right");
    return right === null ? null : context.text(right);
  }
  const call = parent?.kind === "arguments" ? callOf(parent.parent, context) : null;
  if (!call || call.object === null || call.given[0] !== site || !BY_KEY.test(call.name)) return null;
  return context.text(call.object);
}

const pythonAddress: Slip = {
  language: "python",
  why: WHY_ADDRESS,
  chance: "likely",
  kinds: ["string", "binary"],
  examples: [
    ['x = f"{base}/{path}"', `x = f"{base.rstrip('/')}/{path.lstrip('/')}"`],
    ['x = self.base + "/" + path', 'x = self.base.rstrip("/") + "/" + path.lstrip("/")'],
    ["x = base_url + path", 'x = base_url.rstrip("/") + "/" + path.lstrip("/")'],
  ],
  leaves: ["x = a + path"],
  *correct(site, context) {
    const trimmed = {
      left: (quote: string) => `.rstrip(${quote}/${quote})`,
      right: (quote: string) => `.lstrip(${quote}/${quote})`,
    };
    yield* joinedOnce(site, trimmed, context);
  },
};

const javascriptAddress: Slip = {
  language: "javascript",
  why: WHY_ADDRESS,
  chance: "likely",
  kinds: ["string", "binary"],
  examples: [
    [`x = \`\${base}/\${path}\`;`, `x = \`\${base.replace(/\\/+$/, '')}/\${path.replace(/^\\/+/, '')}\`;`],
    ["x = this.base + '/' + path;", "x = this.base.replace(/\\/+$/, '') + '/' + path.replace(/^\\/+/, '');"],
    ["x = baseUrl + path;", "x = baseUrl.replace(/\\/+$/, '') + '/' + path.replace(/^\\/+/, '');"],
  ],
  leaves: ["x = a - path;"],
  *correct(site, context) {
    const trimmed = { left: () => ".replace(/\\/+$/, '')", right: () => ".replace(/^\\/+/, '')" };
    yield* joinedOnce(site, trimmed, context);
  },
};

interface Trimming {
  left(quote: string): string;
  right(quote: string): string;
}

const BASE = /^(?:\w+\.)*#?_?\w*(?:base|root|host|prefix|url|origin|endpoint|dir(?:ectory)?|folder)\w*$/i;

function* joinedOnce(site: SyntaxNode, trim: Trimming, context: Context): Generator<readonly Change[]> {
  const text = context.text(site);
  if (site.kind === "string") {
    const inner = /\{([\w.#]+)\}\/\$?\{([\w.#]+)\}/.exec(text);
    const isTemplate = text.startsWith("`") || /^[fF]["']/.test(text);
    const [found = "", base = "", path = ""] = inner ?? [];
    if (inner === null || !isTemplate || !BASE.test(base)) return;
    const quote = text.startsWith("`") || text.at(1) === '"' ? "'" : '"';
    const start = site.start + inner.index + 1 + base.length;
    const end = site.start + inner.index + found.length - 1;
    yield [before(start, trim.left(quote)), before(end, trim.right(quote))];
    yield [before(start, trim.left(quote))];
    if (path !== "") yield [before(end, trim.right(quote))];
    return;
  }
  const [, base = "", separator, path = ""] = /^([\w.#]+) \+ (?:(["'])\/\2 \+ )?([\w.#]+)$/.exec(text) ?? [];
  if (path === "" || !BASE.test(base) || !isValue(site)) return;
  const quote = separator ?? (isScript(context) ? "'" : '"');
  const slash = `${quote}/${quote}`;
  yield [at(site, `${base}${trim.left(quote)} + ${slash} + ${path}${trim.right(quote)}`)];
}

export const serviceTextSlips: readonly Slip[] = [
  pythonKeys,
  javascriptKeys,
  pythonAddress,
  javascriptAddress,
];
