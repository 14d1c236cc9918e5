import { COSTS } from "../../costs.ts";
import { type Context, isDynamic } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { inverseName } from "../../propose/inverse-name.ts";
import { RETURNS_NEW } from "../../propose/method-call.ts";
import { importOfModule } from "../../propose/python-import.ts";
import { child, enclosingClass, methodsOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["call-name"];

export const callName: Operator = {
  meta: {
    id: "call-name",
    title: "Call a similar function or method",
    why: "`min` for `max`, `any` for `all`, `push` for `unshift`, `encode` for `decode`; or another function of the file, or method of the class, that takes the same number of arguments.",
    cost: costs.prior,
    kinds: ["call"],
    most: 30,
    examples: [
      { language: "python", before: "x = any(a)", after: "x = all(a)" },
      { language: "python", before: "x = f(1) + g(2)", after: "x = g(1) + g(2)" },
      { language: "python", before: "import math\nx = round(a)", after: "import math\nx = math.ceil(a)" },
      { language: "python", before: "x = round(a)", after: "import math\n\nx = math.floor(a)" },
      { language: "python", before: "import math\nx = math.floor(a)", after: "import math\nx = round(a)" },
      { language: "python", before: "x = base64.b64encode(a)", after: "x = base64.b64decode(a)" },
      {
        language: "python",
        before:
          "class A:\n    def f(self, k):\n        return k\n\n    def g(self, k):\n        return self.f(k)\n\n    def h(self, k):\n        return k",
        after:
          "class A:\n    def f(self, k):\n        return k\n\n    def g(self, k):\n        return self.h(k)\n\n    def h(self, k):\n        return k",
      },
      {
        language: "javascript",
        before: "class A { f(k) { return k; } g(k) { return this.f(k); } h(k) { return k; } }",
        after: "class A { f(k) { return k; } g(k) { return this.h(k); } h(k) { return k; } }",
      },
      { language: "javascript", before: "x = zlib.createGunzip();", after: "x = zlib.createGzip();" },
      { language: "javascript", before: "x = Math.floor(a);", after: "x = Math.ceil(a);" },
      { language: "typescript", before: "const x = a.some(f);", after: "const x = a.every(f);" },
      {
        language: "go",
        before: "package p\nvar x = strings.TrimLeft(a, b)",
        after: "package p\nvar x = strings.TrimRight(a, b)",
      },
      { language: "rust", before: "fn f() { a.min(b); }", after: "fn f() { a.max(b); }" },
      {
        language: "java",
        before: "class A { int x = Math.min(a, b); }",
        after: "class A { int x = Math.max(a, b); }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a.b(1)" },
      { language: "javascript", code: "function f(a) { return a.run(); }" },
    ],
  },
  *propose(site, context) {
    const callee = child(site, "callee");
    if (callee === null) return;
    const at = callee.kind === "attribute" ? child(callee, "property") : callee;
    if (at === null) return;
    const name = context.text(at);
    const tried = new Set([name]);
    const isForEffect = site.parent?.kind === "expression-statement";
    const isUseless = (other: string) => isForEffect && RETURNS_NEW.test(other);
    for (const family of context.language.confusions) {
      if (!family.includes(name)) continue;
      for (const other of family) {
        if (tried.has(other) || isUseless(other)) continue;
        tried.add(other);
        yield put(at, other, family.length > 3 ? costs.largeFamily : 0);
      }
    }
    const inverse = isDynamic(context) ? inverseName(name) : null;
    if (inverse !== null && !tried.has(inverse)) {
      tried.add(inverse);
      yield put(at, inverse);
    }
    yield* otherRounding(callee, context);
    const arity = child(site, "arguments")?.children.length ?? 0;
    if (callee.kind === "identifier") {
      for (const other of context.ingredients.functions) {
        if (tried.has(other.name) || other.arity !== arity) continue;
        tried.add(other.name);
        yield put(at, other.name, costs.anyFunction);
      }
      return;
    }
    for (const other of ownMethods(callee, arity, context)) {
      if (tried.has(other)) continue;
      tried.add(other);
      yield put(at, other, costs.ownMethod);
    }
    for (const other of context.ingredients.methods) {
      if (tried.has(other) || isUseless(other)) continue;
      tried.add(other);
      yield put(at, other, costs.anyMethod);
    }
  },
};

/** Methods of the same class that take as many arguments, for a call on the object itself. */
function ownMethods(callee: SyntaxNode, arity: number, context: Context): readonly string[] {
  const object = child(callee, "object");
  const owner = enclosingClass(callee);
  const self = context.language.id === "python" ? "self" : "this";
  if (object === null || owner === null || context.text(object) !== self) return [];
  return methodsOf(owner).flatMap((method) => {
    const name = child(method, "name");
    const parameters = (child(method, "parameters")?.children ?? []).map(context.text);
    const taken = parameters.filter((each) => each !== self).length;
    return name !== null && taken === arity ? [context.text(name)] : [];
  });
}

const OF_MATH: ReadonlySet<string> = new Set(["ceil", "floor", "trunc"]);
const BUILT_IN: readonly string[] = ["round", "int"];

/** In Python, some of the functions that round are built in, and others belong to a module. */
function* otherRounding(callee: SyntaxNode, context: Context): Generator<SitePatch> {
  if (context.language.id !== "python") return;
  const name = context.text(callee);
  if (name.startsWith("math.") && OF_MATH.has(name.slice("math.".length)))
    for (const other of BUILT_IN) yield put(callee, other, costs.largeFamily);
  if (!BUILT_IN.includes(name)) return;
  const imports = importOfModule("math", context);
  for (const other of OF_MATH) {
    const { edits, extra } = put(callee, `math.${other}`, imports.length === 0 ? 0 : costs.largeFamily);
    yield { edits: [...imports, ...edits], extra };
  }
}
