import type { Code } from "../../syntax/code.ts";
import { descendants, type SyntaxNode } from "../../syntax/node.ts";

/** A module that a file imports, by its full name in the language, without `node:`. */
export interface Imported {
  readonly module: string;
  readonly node: SyntaxNode;
}

export interface Imports {
  readonly imported: readonly Imported[];
  /** Full names by local name: `quit` is `os._exit` after `from os import _exit as quit`. */
  readonly aliases: ReadonlyMap<string, string>;
}

type Reader = (text: string, note: (local: string, full: string) => void) => readonly string[];

/** Reads import statements and destructured modules. */
export function readImports(language: string, { tree, text }: Code): Imports {
  const reader = READERS[language] ?? ecmascript;
  const imported: Imported[] = [];
  const aliases = new Map<string, string>();
  for (const node of descendants(tree)) {
    if (!mayImport(node)) continue;
    const modules = reader(text(node), (local, full) => aliases.set(local, full));
    for (const module of modules) imported.push({ module, node });
  }
  return { imported, aliases };
}

function mayImport(node: SyntaxNode): boolean {
  return node.kind === "import" || node.kind === "declaration" || node.raw === "export_statement";
}

const READERS: Readonly<Record<string, Reader>> = { python, go, rust, java };

function python(text: string, note: (local: string, full: string) => void): readonly string[] {
  const from = /^from\s+([\w.]+)\s+import\s+([\s\S]+)$/.exec(text);
  if (from !== null) {
    const module = from[1] ?? "";
    for (const name of namesOf(from[2] ?? "", /\s+as\s+/)) note(name.local, `${module}.${name.own}`);
    return [module];
  }
  const plain = /^import\s+([\s\S]+)$/.exec(text);
  if (plain === null) return [];
  const names = namesOf(plain[1] ?? "", /\s+as\s+/);
  for (const name of names) if (name.local !== name.own) note(name.local, name.own);
  return names.map((name) => name.own);
}

function ecmascript(text: string, note: (local: string, full: string) => void): readonly string[] {
  const found: string[] = [];
  const pattern =
    /(?:import|export)\s+(?:type\s+)?([\w$*{}\s,]*?)\s*(?:from\s*)?["']([^"']+)["']|(?:const|let|var)\s+([\w$]+|\{[^}]*\})\s*=\s*(?:await\s+import|require)\(\s*["']([^"']+)["']\s*\)|(?:const|let|var)\s+(\{[^}]*\})\s*=\s*([\w$.]+)\s*;?$/g;
  for (const [, bound, module, kept, required, taken, object] of text.matchAll(pattern)) {
    const full = (module ?? required ?? object ?? "").replace(/^node:/, "");
    if (object === undefined) found.push(full);
    const clause = bound ?? kept ?? taken ?? "";
    const braces = /\{([^}]*)\}/.exec(clause);
    for (const name of namesOf(braces?.[1] ?? "", /\s+as\s+|\s*:\s*/))
      note(name.local, `${full}.${name.own}`);
    const whole = /^\s*(?:\*\s+as\s+)?([\w$]+)/.exec(clause);
    if (whole?.[1] !== undefined && object === undefined) note(whole[1], full);
  }
  return found;
}

function go(text: string, note: (local: string, full: string) => void): readonly string[] {
  if (!text.startsWith("import")) return [];
  const found: string[] = [];
  for (const [, local, module = ""] of text.matchAll(/([\w.]+)?\s*"([^"]+)"/g)) {
    found.push(module);
    const named = local === undefined || local === "import" ? module.split("/").at(-1) : local;
    note(named ?? module, module);
  }
  return found;
}

function rust(text: string, note: (local: string, full: string) => void): readonly string[] {
  const use = /^(?:pub\s+)?use\s+([\s\S]+);$/.exec(text)?.[1];
  if (use === undefined) return [];
  const [, prefix = "", group] = /^([\w:]*?)(?:::)?\{([\s\S]*)\}$/.exec(use) ?? [];
  const parts = group === undefined ? [use] : group.split(",").map((each) => `${prefix}::${each.trim()}`);
  for (const part of parts) {
    const [path = "", local] = part.split(/\s+as\s+/);
    const full = path.replaceAll("::", ".").replace(/\.self$/, "");
    note(local ?? full.split(".").at(-1) ?? full, full);
  }
  return [use.replaceAll("::", ".").replaceAll(/\s+/g, "")];
}

function java(text: string, note: (local: string, full: string) => void): readonly string[] {
  const module = /^import\s+(?:static\s+)?([\w.]+)/.exec(text)?.[1];
  if (module === undefined) return [];
  if (text.includes("static"))
    note(module.split(".").at(-1) ?? module, module.split(".").slice(-2).join("."));
  return [module];
}

function namesOf(
  list: string,
  separator: RegExp,
): readonly { readonly own: string; readonly local: string }[] {
  return list
    .replace(/[()\\]/g, " ")
    .split(",")
    .map((each) => each.trim().split(separator))
    .filter(([own]) => own !== undefined && /^[\w$.*]+$/.test(own))
    .map(([own = "", local]) => ({ own, local: local ?? own }));
}
