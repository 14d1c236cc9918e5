// The texts of a project's files, as a candidate changes them: with its edits, without types, and with instrumentation.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { resolve } from "node:path";
import { withoutTypeImports } from "./javascript-imports.mjs";

/** @typedef {"plain" | "observe" | "record"} Mode */

const MARKS = /** @type {const} */ ({ plain: "ticks", observe: "observe", record: "record" });

export class Texts {
  /** @type {Mode} What the code is instrumented for. */
  mode = "plain";
  #root;
  #known;
  #read = new Map();
  #changed = new Map();

  /** `sources` are the files that candidates may change, with their instrumentation. */
  constructor(sources, root) {
    this.#root = root;
    this.#known = new Map(sources.map((each) => [resolve(root, each.path), each]));
  }

  /** Replaces the previous candidate's edits with a candidate's edits. */
  apply(candidate) {
    this.#changed = new Map();
    for (const [path, start, end, text] of candidate) {
      const absolute = resolve(this.#root, path);
      const edits = this.#changed.get(absolute) ?? [];
      edits.push({ start, end, text });
      this.#changed.set(absolute, edits);
    }
  }

  isSource(path) {
    return this.#known.has(path);
  }

  isChanged(path) {
    return this.#changed.has(path);
  }

  /** As it is in the tree. */
  original(path) {
    const known = this.#known.get(path)?.text ?? this.#read.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(path, "utf8");
    this.#read.set(path, text);
    return text;
  }

  /** As it runs. */
  toRun(path) {
    const text = this.original(path);
    const source = this.#known.get(path);
    const bare = blanked(path, text);
    if (source === undefined) return compiled(path, bare ?? strip(path, text));
    const edits = this.#changed.get(path) ?? [];
    const marks = source.marks[MARKS[this.mode]];
    return compiled(path, bare === null ? strip(path, weave(text, edits, marks)) : weave(bare, edits, marks));
  }

  /** For each edit, the line of the enclosing statement, as observed runs name it. */
  placesOf(candidate) {
    return candidate.flatMap(([path, start]) => {
      const marks = this.#known.get(resolve(this.#root, path))?.marks.observe ?? [];
      /** @type {number | null} */
      let line = null;
      let nearest = -1;
      for (const [at, text] of marks) {
        const found = /__line__\(.*,(\d+)\)/.exec(text);
        if (found === null || at > start || at < nearest) continue;
        nearest = at;
        line = Number(found[1]);
      }
      return line === null ? [] : [{ path, line }];
    });
  }
}

const blank = new Map();

/** The text with types replaced by spaces, which keeps every offset; null if that is impossible. */
function blanked(path, text) {
  if (!isTypeScript(path)) return text;
  const known = blank.get(path);
  if (known?.text === text) return known.bare;
  /** @type {string | null} */
  let bare = null;
  try {
    bare = stripTypeScriptTypes(text);
  } catch {
    // enums and other non-erasable syntax need a real transformation
  }
  blank.set(path, { text, bare });
  return bare;
}

const compilations = new Map();

/** Only now: an edit may use an imported name that nothing else uses. */
function compiled(path, text) {
  if (!isTypeScript(path)) return text;
  const known = compilations.get(path);
  if (known?.text === text) return known.result;
  const result = withoutTypeImports(text);
  compilations.set(path, { text, result });
  return result;
}

function isTypeScript(path) {
  return /\.[cm]?tsx?$/.test(path);
}

function strip(path, text) {
  if (!isTypeScript(path)) return text;
  try {
    return stripTypeScriptTypes(text);
  } catch {
    return stripTypeScriptTypes(text, { mode: "transform" });
  }
}

/** The text with edits, and with instrumentation except where an edit replaced it. */
function weave(text, edits, marks) {
  if (edits.length === 0 && marks.length === 0) return text;
  const kept = marks.filter(([at]) => !edits.some((edit) => edit.start < at && at < edit.end));
  const all = [
    ...edits.map((edit) => ({ ...edit, rank: 1 })),
    ...kept.map(([at, insert]) => ({
      start: at,
      end: at,
      text: insert,
      rank: insert.startsWith("}") || insert.startsWith(")") ? 0 : 2,
    })),
  ].sort((a, b) => a.start - b.start || a.end - b.end || a.rank - b.rank);
  let woven = "";
  let at = 0;
  for (const each of all) {
    if (each.start < at) continue;
    woven += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return woven + text.slice(at);
}
