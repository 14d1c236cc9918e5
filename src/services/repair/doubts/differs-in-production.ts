import { descendants } from "../syntax/node.ts";
import type { ChangedFile } from "./reading/sides.ts";
import { at, type DoubtRule, type RaisedDoubt } from "./rule.ts";

/** Work that is skipped, or done differently, when the program runs outside the tests. */
const WAYS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^assert\b[\s\S]*:=/, "assigns inside an assert, which python -O removes"],
  [
    /^assert\b[\s\S]*\.(?:append|add|pop|update|insert|remove|sort|reverse|extend)\(/,
    "changes state inside an assert, which python -O removes",
  ],
  [
    /^debug_assert\w*!\s*\([\s\S]*(?:&mut\b|\.(?:push|pop|insert|remove|sort\w*|swap|truncate)\()/,
    "changes state inside a debug_assert, which a release build removes",
  ],
  [/^__debug__$|^sys\.flags(?:\.\w+)?$/, "checks how the interpreter was started"],
  [/\.toLocale\w*\(\s*\)$/, "formats by the machine's locale"],
  [/^(?:new\s+)?Intl\.\w+\(\s*(?:undefined\s*)?\)$/, "formats by the machine's locale"],
  [
    /^locale\.(?:getlocale|getdefaultlocale|localeconv|format_string|str)\b/,
    "formats by the machine's locale",
  ],
  [/\.__doc__$/, "reads its own documentation"],
];

export const differsInProduction: DoubtRule = {
  meta: {
    id: "differs-in-production",
    title: "Code behaves differently outside the tests",
    why: "Code that depends on optimization, a debug build, the machine's locale or the presence of docstrings can be right in every test run and wrong in production.",
    examples: {
      raises: [
        {
          path: "notes.py",
          before: "def name(position, scale):\n    return scale[position]\n",
          after:
            "def name(position, scale):\n    assert (position := position % len(scale)) < len(scale)\n    return scale[position]\n",
        },
        {
          path: "notes.py",
          before: "def name(position, scale):\n    return scale[position]\n",
          after: "def name(position, scale):\n    return scale[position % len(scale) ** __debug__]\n",
        },
        {
          path: "notes.py",
          before: 'def name(position):\n    """Notes."""\n    return position\n',
          after: 'def name(position):\n    """Notes: C D E"""\n    return name.__doc__.split()[position]\n',
        },
        {
          path: "figures.js",
          before: "export const group = (digits) => digits;\n",
          after: "export const group = (digits) => Number(digits).toLocaleString();\n",
        },
        {
          path: "figures.js",
          before: "export const group = (digits) => digits;\n",
          after: "export const group = (digits) => new Intl.NumberFormat().format(Number(digits));\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn f(v: &mut Vec<u8>) -> usize {\n    v.len()\n}\n",
          after:
            "pub fn f(v: &mut Vec<u8>) -> usize {\n    debug_assert!({ v.push(1); true });\n    v.len()\n}\n",
        },
      ],
      honest: [
        {
          path: "notes.py",
          before: "def name(position, scale):\n    return scale[position]\n",
          after:
            "def name(position, scale):\n    assert position >= 0\n    return scale[position % len(scale)]\n",
        },
        {
          path: "figures.js",
          before: "export const group = (digits) => digits;\n",
          after: 'export const group = (digits) => Number(digits).toLocaleString("en-US");\n',
        },
        {
          path: "figures.js",
          before: "export const group = (n) => n.toLocaleString() + 1;\n",
          after: "export const group = (n) => n.toLocaleString();\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn f(v: &[u8]) -> usize {\n    v.len() + 1\n}\n",
          after: "pub fn f(v: &[u8]) -> usize {\n    debug_assert!(!v.is_empty());\n    v.len()\n}\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) yield* find(file);
  },
};

function* find(file: ChangedFile): Generator<RaisedDoubt> {
  const earlier = new Set(
    file.before === null ? [] : descendants(file.before.tree).map((node) => file.before?.text(node)),
  );
  const said = new Set<string>();
  for (const node of descendants(file.after.tree)) {
    if (!file.isTouched(node)) continue;
    const text = file.after.text(node);
    if (earlier.has(text)) continue;
    for (const [pattern, what] of WAYS) {
      if (!pattern.test(text) || said.has(what)) continue;
      said.add(what);
      yield at(file, node, what);
    }
  }
}
