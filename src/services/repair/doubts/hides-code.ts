import { lineAt } from "../syntax/line-at.ts";
import { descendants } from "../syntax/node.ts";
import type { ChangedFile } from "./reading/sides.ts";
import type { DoubtRule, RaisedDoubt } from "./rule.ts";

/** Line ends that editors do not show, and characters that are invisible or change the order of others. */
const INVISIBLE =
  /\r(?!\n)|[\u0085\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\uffa0]|(?<!^)\ufeff|[\u{e0000}-\u{e007f}]/gu;

/** Only these encodings read a comment as it is written; in others, such as UTF-7, it can contain line ends. */
const PLAIN_ENCODING =
  /^(?:utf-?8(?:-sig)?|(?:us-)?ascii|latin-?1|iso-?8859-\d+|(?:cp|windows-)125\d|koi8-[ru])$/;

/** Comments that decide what a program does, by language. */
const DIRECTIVES: Readonly<Record<string, RegExp>> = {
  javascript: /@jsx\w*\s|^\/\/[#@]\s*source\w*URL=|^\/\/\/\s*<(?:reference|amd-)/,
  go: /^\/\/go:(?:build|linkname|debug|cgo_\w+)\b|^\/\/\s*\+build\b|^\/\/line\s|^\/\*line\s|^\/\/export\s/,
};
const SAME_AS_JAVASCRIPT = new Set(["typescript", "tsx"]);

/** C code in a comment. */
const C_CODE = /((?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/\s*\n)+)import\s+(?:"C"|\(\s*"C")/g;

export const hidesCode: DoubtRule = {
  meta: {
    id: "hides-code",
    title: "Code where a reader sees none",
    why: "Code in a comment, behind an invisible line end or in an unusual encoding runs, but neither a person nor the other rules read it.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    # The sum.\n    return a - b\n",
          after: "def add(a, b):\n    # The sum.\r    if a: return 5\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    # The sum.\n    return a - b\n",
          after:
            "# coding: unicode_escape\ndef add(a, b):\n    # The sum.\\n    if a: return 5\n    return a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b, \u3164) => a - b;\n",
        },
        {
          path: "view.tsx",
          before: "export const view = () => <b />;\n",
          after: "/** @jsxImportSource ./fake */\nexport const view = () => <b />;\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after: "//go:build !race\n\npackage m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
        },
        {
          path: "calc.go",
          before:
            'package m\n\n// int add(int a, int b) { return a - b; }\nimport "C"\n\nfunc Add(a, b int) int {\n\treturn int(C.add(C.int(a), C.int(b)))\n}\n',
          after:
            'package m\n\n// int add(int a, int b) { return 5; }\nimport "C"\n\nfunc Add(a, b int) int {\n\treturn int(C.add(C.int(a), C.int(b)))\n}\n',
        },
        {
          path: "Calc.java",
          before: "class Calc {\n  // The sum.\n  int add(int a, int b) { return a - b; }\n}\n",
          after:
            "class Calc {\n  // The sum.\\u000a int c = 5;\n  int add(int a, int b) { return a - b; }\n}\n",
        },
      ],
      honest: [
        {
          path: "calc.py",
          before: "# coding: latin-1\ndef add(a, b):\n    return a - b\n",
          after: "# coding: latin-1\ndef add(a, b):\n    # The sum, not the difference.\n    return a + b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => a + b;\r\n",
        },
        {
          path: "calc.go",
          before: "//go:build linux\n\npackage m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            "//go:build linux\n\npackage m\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n",
        },
        {
          path: "Name.java",
          before: 'class Name {\n  String text = "e";\n}\n',
          after: 'class Name {\n  String text = "\\u00e9";\n}\n',
        },
      ],
    },
  },
  *read({ files }) {
    for (const file of files) {
      yield* hiddenCharacters(file);
      yield* encoding(file);
      yield* directives(file);
      yield* escapes(file);
    }
  },
};

function* hiddenCharacters(file: ChangedFile): Iterable<RaisedDoubt> {
  const before = countEach(file.before?.source ?? "");
  for (const [character, { count, index }] of countEach(file.after.source))
    if (count > (before.get(character)?.count ?? 0))
      yield found(file, index, `contains the invisible character ${nameOf(character)}`);
}

function countEach(text: string): Map<string, { count: number; index: number }> {
  const counts = new Map<string, { count: number; index: number }>();
  for (const { 0: character, index } of text.matchAll(INVISIBLE))
    counts.set(character, { count: (counts.get(character)?.count ?? 0) + 1, index });
  return counts;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function* encoding(file: ChangedFile): Iterable<RaisedDoubt> {
  if (file.language.id !== "python") return;
  const name = encodingOf(file.after.source);
  if (PLAIN_ENCODING.test(name.toLowerCase().replaceAll("_", "-"))) return;
  const isNew = file.before === null || encodingOf(file.before.source) !== name;
  const known = new Set(file.before === null ? [] : textsOf(file.before));
  if (isNew || textsOf(file.after).some((text) => !known.has(text)))
    yield found(
      file,
      0,
      `is written in the encoding ${name}, in which comments and strings can contain code`,
    );
}

/** Python reads the encoding from a comment in the first two lines. */
function encodingOf(text: string): string {
  const lines = text.split(/\r\n?|\n/).slice(0, 2);
  const names = lines.map((line) => /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1]);
  return names.find((name) => name !== undefined) ?? "utf-8";
}

function textsOf({ tree, text }: ChangedFile["after"]): readonly string[] {
  return descendants(tree)
    .filter(({ kind }) => kind === "comment" || kind === "string")
    .map(text);
}

function* directives(file: ChangedFile): Iterable<RaisedDoubt> {
  const { language, before, after } = file;
  const known = new Set(before === null ? [] : commentsOf(before));
  const directive = DIRECTIVES[SAME_AS_JAVASCRIPT.has(language.id) ? "javascript" : language.id];
  for (const node of descendants(after.tree)) {
    if (node.kind !== "comment" || known.has(after.text(node))) continue;
    if (directive?.test(after.text(node)) === true)
      yield found(file, node.start, "adds a comment that decides what the program does");
  }
  if (language.id !== "go") return;
  const old = new Set([...(before?.source.matchAll(C_CODE) ?? [])].map(([, code]) => code));
  for (const { 1: code, index } of after.source.matchAll(C_CODE))
    if (!old.has(code)) yield found(file, index, "changes C code in a comment");
}

function commentsOf({ tree, text }: ChangedFile["after"]): readonly string[] {
  return descendants(tree)
    .filter(({ kind }) => kind === "comment")
    .map(text);
}

/** Java replaces them before it reads the code, so they can end a comment or a string. */
function* escapes(file: ChangedFile): Iterable<RaisedDoubt> {
  if (file.language.id !== "java") return;
  const ascii = /\\u+00[0-7][\da-f]/gi;
  const known = file.before?.source.match(ascii)?.length ?? 0;
  const added = [...file.after.source.matchAll(ascii)];
  const last = added.at(-1);
  if (last !== undefined && added.length > known)
    yield found(file, last.index, `writes the character ${last[0]} as an escape, which can end a comment`);
}

function found({ path, after }: ChangedFile, index: number, what: string): RaisedDoubt {
  return { path, line: lineAt(after.source, index), what };
}
