// Imports that TypeScript removes when it compiles: names of types, which no module exports when it runs.

const IMPORT = /^([ \t]*)import\s+([^;"'()]+?)\s+from\s*(["'])[^"'\n]*\3[ \t]*;?/gm;
// Comments inside a line are left in place: finding them without a parser could hide a use.
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
const PART = /(?:[\w$]+\s+as\s+)?([\w$]+)\s*(?:,|$)/g;

/**
 * Blanks imported names that the code of a TypeScript file never mentions, and imports of which no name is left.
 * `text` has no types anymore. Keeps every offset.
 */
export function withoutTypeImports(text) {
  const imports = [...text.matchAll(IMPORT)];
  if (imports.length === 0) return text;
  const code = imports.reduce((rest, each) => blankedAt(rest, each.index, each[0].length), text);
  const mentioned = new Set(code.replace(COMMENT, "").match(/[\w$]+/g));
  let kept = text;
  for (const each of imports) {
    const at = each.index + each[0].indexOf(each[2] ?? "");
    const parts = partsOf(each[2] ?? "");
    const unused = parts.filter(({ name }) => !mentioned.has(name));
    // Without any parts, all of them were marked as types.
    if (unused.length === parts.length) kept = blankedAt(kept, each.index, each[0].length);
    // A default import is followed by a comma that would have to go with it.
    else
      for (const { start, length, isNamed } of unused)
        if (isNamed) kept = blankedAt(kept, at + start, length);
  }
  return kept;
}

/** The local names of an import clause: `Calc, { add as plus, type }`. */
function partsOf(clause) {
  const brace = clause.indexOf("{");
  const named = brace === -1 ? "" : clause.slice(brace + 1, clause.lastIndexOf("}"));
  const whole = /^\s*(?:\*\s+as\s+)?([\w$]+)/.exec(brace === -1 ? clause : clause.slice(0, brace))?.[1];
  return [
    ...(whole === undefined ? [] : [{ name: whole, start: 0, length: 0, isNamed: false }]),
    ...[...named.matchAll(PART)].map((part) => ({
      name: part[1] ?? "",
      start: brace + 1 + part.index,
      length: part[0].length,
      isNamed: true,
    })),
  ];
}

function blankedAt(text, start, length) {
  const blank = text.slice(start, start + length).replace(/[^\n]/g, " ");
  return text.slice(0, start) + blank + text.slice(start + length);
}
