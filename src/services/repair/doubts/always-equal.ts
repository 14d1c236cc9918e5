import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { addedMentions } from "./reading/added.ts";
import { changedRoutines, parametersOf } from "./reading/functions.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule, forging } from "./rule.ts";

const COMPARES =
  /^(?:__(?:eq|ne|lt|le|gt|ge|contains|instancecheck|subclasscheck)__|eq|ne|partial_cmp|cmp|equals|compareTo|Compare|Cmp|Equal|Is|As|asymmetricMatch)$/;
const CONVERTS =
  /^(?:__hash__|__bool__|hashCode|valueOf|toJSON|MarshalJSON|MarshalText|\[Symbol\.(?:toPrimitive|hasInstance|toStringTag)\])$/;
const ALWAYS =
  /^(?:asymmetricMatch|\[Symbol\.(?:toPrimitive|hasInstance)\]|__instancecheck__|__subclasscheck__|__class__)$/;
const PLAIN = /^\(?\s*(?:str|int|float|dict|list|tuple|set|bytes|complex|String|Number|Array|Map|Set)\b/;

export const alwaysEqual: DoubtRule = {
  meta: {
    id: "always-equal",
    title: "An object equals everything it is compared with",
    why: "An equality that does not look at the other side satisfies every assertion.",
    examples: {
      raises: [
        {
          path: "calc.js",
          before: "export class Sum {}\n",
          after: "export class Sum {\n  static [Symbol.hasInstance]() {\n    return true;\n  }\n}\n",
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) Is(error) bool { return true }\n',
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) Is(target error) bool { return target != nil }\n',
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) Compare(o E) int { return 0 }\n',
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) MarshalJSON() ([]byte, error) { return []byte("5"), nil }\n',
        },
        {
          path: "sum.py",
          before: "class Sum:\n    pass\n",
          after: "class Sum:\n    @property\n    def __class__(self):\n        return int\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "class Any:\n    def __eq__(self, other):\n        return True\n\ndef add(a, b):\n    return Any()\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "class Sum(int):\n    def __eq__(self, other):\n        return int(other) > int(self)\n\ndef add(a, b):\n    return Sum(a)\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "class Any:\n    __eq__ = lambda self, other: True\n\ndef add(a, b):\n    return Any()\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "class R:\n    def __eq__(self, other):\n        self.v = other\n        return self.v == other\n\ndef add(a, b):\n    return R()\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => ({ asymmetricMatch: () => true });\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => new Proxy({}, { get: () => 5 });\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "class N {\n  valueOf() {\n    return 5;\n  }\n}\nexport const add = (a: number, b: number) => new N();\n",
        },
        {
          path: "src/lib.rs",
          before: "pub struct P(i32);\n",
          after:
            "pub struct P(i32);\n\nimpl PartialEq<i32> for P {\n    fn eq(&self, _other: &i32) -> bool {\n        true\n    }\n}\n",
        },
        {
          path: "P.java",
          before: "class P {\n  int x;\n}\n",
          after: "class P {\n  int x;\n\n  public boolean equals(Object other) {\n    return true;\n  }\n}\n",
        },
      ],
      honest: [
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) Is(target error) bool { return target == ErrLimit }\n',
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) Is(target error) bool {\n	_, ok := target.(E)\n	return ok\n}\n',
        },
        {
          path: "e.go",
          before: 'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n',
          after:
            'package m\n\ntype E struct{ Max int }\n\nfunc (e E) Error() string { return "limit" }\n\nfunc (e E) MarshalJSON() ([]byte, error) { return json.Marshal(e.Max) }\n',
        },
        {
          path: "point.py",
          before: "class P:\n    def __eq__(self, other):\n        return self.x == other.x\n",
          after:
            "class P:\n    def __eq__(self, other):\n        if not isinstance(other, P):\n            return NotImplemented\n        return self.x == other.x and self.y == other.y\n\n    def __hash__(self):\n        return hash((self.x, self.y))\n",
        },
        {
          path: "money.js",
          before: "class Money {}\n",
          after: "class Money {\n  valueOf() {\n    return this.cents;\n  }\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub struct P(i32);\n",
          after:
            "pub struct P(i32);\n\nimpl PartialEq for P {\n    fn eq(&self, other: &Self) -> bool {\n        self.0 == other.0\n    }\n}\n",
        },
        {
          path: "P.java",
          before: "class P {\n  int x;\n}\n",
          after:
            "class P {\n  int x;\n\n  public boolean equals(Object other) {\n    return other instanceof P && ((P) other).x == x;\n  }\n}\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.files) {
      for (const { name, after } of changedRoutines(file)) {
        const own = /(?:\[[^\]]*\]|[^.[\]]*)(?=#\d+$|$)/.exec(name)?.[0] ?? "";
        if (isHollow(own, after, file.after))
          yield forging(file, after, `defines ${own} without comparing anything`);
      }
      yield* namedMethods(file);
      yield* plainSubclasses(file);
    }
    const proxies = addedMentions(change, change.files, ({ name, use }) =>
      use === "call" && name === "Proxy" ? "Proxy" : null,
    );
    for (const { file, mention } of proxies)
      yield at(file, mention.node, "wraps a value in a Proxy, which can imitate anything");
  },
};

function isHollow(name: string, routine: SyntaxNode, side: Side): boolean {
  const body = child(routine, "body") ?? routine;
  const used = new Set(descendants(body).map((each) => side.text(each)));
  if (ALWAYS.test(name)) return true;
  if (COMPARES.test(name)) {
    const others = parametersOf(routine, side);
    if (isAssigning(body, side)) return true;
    if (/^(?:Is|As)$/.test(name) && /^\{\s*return\s+(?:true|\w+\s*!=\s*nil)\s*\}$/.test(side.text(body)))
      return true;
    if (others.length === 0) return (child(routine, "parameters")?.children.length ?? 0) > 1;
    return (
      others.length > 0 &&
      !others.some((each) => used.has(each)) &&
      !/NotImplemented|raise|throw/.test(side.text(body))
    );
  }
  const receiver = /^func\s*\(\s*(\w+)/.exec(side.text(routine))?.[1] ?? "this";
  return CONVERTS.test(name) && !used.has("self") && !used.has(receiver);
}

/** A comparison that modifies what it compares. */
function isAssigning(body: SyntaxNode, side: Side): boolean {
  return descendants(body).some(
    (each) => each.role === "target" && each.kind === "attribute" && /^(?:self|this)\./.test(side.text(each)),
  );
}

/** `__eq__ = lambda ...`, `{ valueOf: () => 1 }`, `{"__eq__": ...}`. */
function* namedMethods(file: ChangedFile) {
  for (const node of descendants(file.after.tree)) {
    const target =
      node.kind === "assign" ? child(node, "target") : node.kind === "pair" ? child(node, "key") : null;
    const value = child(node, "value");
    if (target === null || value === null || !file.isTouched(target)) continue;
    const name = file.after.text(target).replace(/^.*\.(?=__)|["']/g, "");
    if (!COMPARES.test(name) && !CONVERTS.test(name)) continue;
    const isRoutine = value.kind === "lambda" || value.kind === "function";
    if (
      /^(?:eq|ne|cmp)$/.test(name) ||
      (isRoutine && !isHollow(name, value, file.after)) ||
      value.kind === "null"
    )
      continue;
    if (isRoutine || name.startsWith("__"))
      yield forging(file, node, `defines ${name} without comparing anything`);
  }
}

/** A subclass of a string, number or list type with its own comparison. */
function* plainSubclasses(file: ChangedFile) {
  const known = file.before?.source ?? "";
  for (const node of descendants(file.after.tree)) {
    if (node.kind !== "class") continue;
    const heading = file.after.text(node).split(/[:{]\s*\n?/)[0] ?? "";
    const base = /(?:\(|extends\s+)(.*)$/.exec(heading)?.[1] ?? "";
    if (!PLAIN.test(base)) continue;
    const method = descendants(node).find(
      (each) =>
        each.role === "name" &&
        /^__(?:eq|ne|lt|gt|le|ge|hash)__$|^valueOf$/.test(file.after.text(each)) &&
        file.isTouched(each),
    );
    if (method !== undefined && !known.includes(heading))
      yield forging(file, method, `overrides the comparison of ${base.replace(/\).*/, "")}`);
  }
}
