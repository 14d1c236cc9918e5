import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { remembered, type SyntaxNode } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

const WHY = "an extension already starts with its dot";

/** How each language takes the extension off a path, with the name that it gets. */
const NAMED: Readonly<Record<string, RegExp>> = {
  python: /\b(?:\w+, )?(\w+) = (?:(?:os\.)?path\.)?splitext\([^()]+\)(?:\[1\])?|\b(\w+) = [\w.]+\.suffix\b/g,
  go: /\b(\w+) :?= (?:file)?path\.Ext\(/g,
};
const NAMED_IN_SCRIPT = /\b(\w+) = (?:path\.)?extname\(/g;

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["string", "binary", "comparison"],
  examples: [
    [
      'stem, ext = os.path.splitext(p)\nx = f"{stem}_1.{ext}"\n',
      'stem, ext = os.path.splitext(p)\nx = f"{stem}_1{ext}"\n',
    ],
    ['ext = p.suffix\nx = stem + "." + ext\n', "ext = p.suffix\nx = stem + ext\n"],
    [
      'ext = os.path.splitext(p)[1]\nx = ext.lower() == "jpg"\n',
      'ext = os.path.splitext(p)[1]\nx = ext.lower() == ".jpg"\n',
    ],
    ['ext = p.suffix\nx = ext in ("jpg", "png")\n', 'ext = p.suffix\nx = ext in (".jpg", ".png")\n'],
  ],
  leaves: ['stem, ext = os.path.splitext(p)\nx = ext == ".jpg"\n', 'stem, ext = g(p)\nx = ext == "jpg"\n'],
  correct: withoutSecondDot,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["string", "binary", "comparison"],
  examples: [
    [
      "const ext = path.extname(p);\nconst x = `\u0024{stem}.\u0024{ext}`;\n",
      "const ext = path.extname(p);\nconst x = `\u0024{stem}\u0024{ext}`;\n",
    ],
    [
      "const ext = path.extname(p);\nconst x = stem + '.' + ext;\n",
      "const ext = path.extname(p);\nconst x = stem + ext;\n",
    ],
    [
      "const ext = extname(p);\nconst x = ext === 'jpg';\n",
      "const ext = extname(p);\nconst x = ext === '.jpg';\n",
    ],
  ],
  leaves: ["const ext = path.extname(p);\nconst x = ext === '';\n"],
  correct: withoutSecondDot,
};

const go: Slip = {
  language: "go",
  why: WHY,
  chance: "shown",
  kinds: ["string", "binary", "comparison"],
  examples: [
    [
      'package p\nfunc f(p, s string) string {\n\text := filepath.Ext(p)\n\treturn s + "." + ext\n}',
      "package p\nfunc f(p, s string) string {\n\text := filepath.Ext(p)\n\treturn s + ext\n}",
    ],
    [
      'package p\nfunc f(p string) bool {\n\text := filepath.Ext(p)\n\treturn ext == "jpg"\n}',
      'package p\nfunc f(p string) bool {\n\text := filepath.Ext(p)\n\treturn ext == ".jpg"\n}',
    ],
  ],
  correct: withoutSecondDot,
};

function* withoutSecondDot(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const names = extensionsIn(context);
  if (names.length === 0) return;
  const text = context.text(site);
  const name = `(?:${names.map(escapeRegex).join("|")})\\b`;
  if (site.kind === "comparison") yield withDots(site, name, context);
  const wanted =
    site.kind === "string"
      ? new RegExp(`\\.(?=\\$?\\{${name}[^{}]*\\}["'\`]$)`)
      : new RegExp(` \\+ (["'])\\.\\1(?= \\+ ${name}[^+]*$)`);
  const dot = wanted.exec(text);
  if (site.kind === "comparison" || dot === null) return;
  const start = site.start + dot.index;
  yield [at({ start, end: start + dot[0].length }, "")];
}

/** Names of extensions that are taken from a path as they are, without `[1:]` after it. */
const extensionsIn = remembered(({ source, language: { id } }: Context): readonly string[] => {
  const taken = source.matchAll(NAMED[id] ?? NAMED_IN_SCRIPT);
  return [...taken].flatMap((each) => {
    const rest = source.slice(each.index, source.indexOf("\n", each.index));
    const isCut = /\[1:\]|\.slice\(1\)|\.substring\(1\)|strip\(|removeprefix|Trim/.test(rest);
    return isCut ? [] : (each[1] ?? each[2] ?? []);
  });
});

/** `ext == ".jpg"` for `ext == "jpg"`. */
function withDots(site: SyntaxNode, name: string, context: Context): readonly Change[] {
  const [left, right] = site.children;
  if (!left || !right || !new RegExp(`^${name}(?:\\.\\w+\\(\\))?$`).test(context.text(left))) return [];
  const texts = right.kind === "string" ? [right] : right.children.filter(({ kind }) => kind === "string");
  if (!texts.every((each) => /^["'`]\w+["'`]$/.test(context.text(each)))) return [];
  return texts.map((each): Change => at({ start: each.start + 1, end: each.start + 1 }, "."));
}

export const extensionDotSlips: readonly Slip[] = [python, javascript, go];
