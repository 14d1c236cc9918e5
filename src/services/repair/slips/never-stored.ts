import { type Context, isScript } from "../propose/context.ts";
import { insertAfter } from "../propose/edits.ts";
import type { Change } from "../syntax/change.ts";
import { child, enclosingFunction, isStatement, type SyntaxNode } from "../syntax/node.ts";
import type { Slip } from "./slip.ts";

const WHY = "a new value of a field that is calculated and not stored";

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "likely",
  kinds: ["expression-statement"],
  examples: [
    [
      "class A:\n    def drop(self, k):\n        items = [x for x in self.items if x != k]\n",
      "class A:\n    def drop(self, k):\n        items = [x for x in self.items if x != k]\n        self.items = items\n",
    ],
  ],
  leaves: [
    "class A:\n    def drop(self, k):\n        items = [x for x in self.items if x != k]\n        return items\n",
    "class A:\n    def drop(self):\n        last = self.items[0]\n",
  ],
  correct: stored,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "likely",
  kinds: ["declaration"],
  examples: [
    [
      "class A { drop(k) { const items = this.items.filter((x) => x !== k); } }",
      "class A { drop(k) { const items = this.items.filter((x) => x !== k);\nthis.items = items; } }",
    ],
    [
      "class A {\n  done(k) {\n    const all = this.all$.value.map((x) => f(x, k));\n  }\n}",
      "class A {\n  done(k) {\n    const all = this.all$.value.map((x) => f(x, k));\n    this.all$.next(all);\n  }\n}",
    ],
    [
      "const [xs, setXs] = useState([]);\nfunction add(x) {\n  const next = [...xs, x];\n}",
      "const [xs, setXs] = useState([]);\nfunction add(x) {\n  const next = [...xs, x];\n  setXs(next);\n}",
    ],
  ],
  leaves: [
    "class A { drop(k) { const items = this.items.filter((x) => x !== k); return items; } }",
    "class A { drop() { const last = this.items[0]; } }",
  ],
  correct: stored,
};

function* stored(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = enclosingFunction(site);
  const [first, ...more] = site.children;
  const [target, value] = first?.kind === "assign" ? [child(first, "target"), child(first, "value")] : [];
  if (owner === null || !isStatement(site) || more.length > 0) return;
  if (target?.kind !== "identifier" || !value || isUsed(context.text(target), owner, context)) return;
  const store = storeOf(context.text(value), context.text(target), context);
  if (store !== null) yield insertAfter(context, site, store).edits;
}

function isUsed(name: string, owner: SyntaxNode, context: Context): boolean {
  const uses = context.text(owner).match(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, "g")) ?? [];
  return uses.length > 1;
}

/** Calls and literals that make a new value of the same kind. */
const DERIVED_IN_SCRIPT =
  /^(?:\[\.\.\.|\{ ?\.\.\.)?((?:this\.)?#?[\w$]+)(\.value)?(?:\.(?:map|filter|concat|slice|toSorted|toReversed|toSpliced|with)\(|,|\])/;
const DERIVED_IN_PYTHON =
  /^[[{(].* for .* in (self\.\w+)(?:\.items\(\))?(?: if .*)?[\]})]$|^(self\.\w+)\.(?:union|difference|intersection)\(|^(self\.\w+) [+|-] /s;

/** The statement that stores a value where it was derived from. */
function storeOf(value: string, name: string, context: Context): string | null {
  if (!isScript(context)) {
    const field = DERIVED_IN_PYTHON.exec(value)
      ?.slice(1)
      .find((each) => each !== undefined);
    return field === undefined ? null : `${field} = ${name}`;
  }
  const [, source, current] = DERIVED_IN_SCRIPT.exec(value) ?? [];
  if (source === undefined) return null;
  const setter = new RegExp(`\\[${source.replaceAll("$", "\\$")}, (\\w+)\\] = (?:React\\.)?useState`);
  const state = setter.exec(context.source)?.[1];
  if (state !== undefined) return `${state}(${name});`;
  if (!source.startsWith("this.")) return null;
  if (current === undefined) return `${source} = ${name};`;
  return /\bSubject\b|Subject\(|\$$/.test(source) ? `${source}.next(${name});` : `${source}.value = ${name};`;
}

export const neverStoredSlips: readonly Slip[] = [python, javascript];
