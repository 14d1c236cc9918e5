import type { Code } from "../syntax/code.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";
import { type Mark, marksOf } from "../validate/marks.ts";
import type { Aim, ChangedFile } from "./aims.ts";
import type { Routine } from "./routines.ts";

/**
 * A JavaScript file with instrumentation that ends loops, reports calls to the changed functions, and exposes them by
 * name.
 */
export function instrument(file: ChangedFile, side: "before" | "after"): object {
  const code = file[side];
  const text = code.source;
  const { ticks } = marksOf({ path: file.path, text });
  const shown = [...ticks, exposure(file, side)];
  const calls = file.aims.flatMap((aim) => callMarks(file.path, aim, aim[side], code));
  return { path: file.path, text, marks: { ticks: shown, observe: shown, record: [...shown, ...calls] } };
}

function exposure(file: ChangedFile, side: "before" | "after"): Mark {
  const entries = file.aims.map(
    (aim) => `${JSON.stringify(aim.name)}: () => [${parts(aim[side]).join(", ")}]`,
  );
  return [file[side].source.length, `\n;__expose__(${JSON.stringify(file.path)}, {${entries.join(", ")}});`];
}

/** The function, its receiver, and the class of the instances it is called on. */
function parts({ access }: Routine): readonly string[] {
  const method = /^(.+)\.prototype\.[\w$]+$/.exec(access);
  if (method !== null) return [access, "undefined", method[1] ?? ""];
  const receiver = access.slice(0, Math.max(0, access.lastIndexOf(".")));
  return receiver === "" ? [access] : [access, receiver];
}

function callMarks(path: string, aim: Aim, routine: Routine, code: Code): readonly Mark[] {
  const body = child(routine.node, "body");
  const given = argumentsOf(routine.node, code);
  if (body === null || given === null) return [];
  const self = routine.access.includes(".prototype.") ? "this" : "undefined";
  const call = `__called__(${JSON.stringify(path)},${JSON.stringify(aim.name)},${self},${given})`;
  if (body.kind === "block") return [[body.start + 1, `${call};`]];
  return [
    [body.start, `(${call},`],
    [body.end, ")"],
  ];
}

/** An expression for all arguments; null if an arrow function destructures them. */
function argumentsOf(node: SyntaxNode, { text }: Code): string | null {
  if (node.kind === "function") return "arguments";
  const parameters = child(node, "parameters");
  if (parameters === null) {
    const [only] = node.children;
    return only?.kind === "identifier" ? `[${text(only)}]` : "[]";
  }
  const names = parameters.children
    .filter((each) => each.kind !== "comment")
    .map((each) => /^(\.\.\.)?([\w$]+)(?=\s*(?:[?:=]|$))/.exec(text(each)));
  if (names.includes(null)) return null;
  return `[${names.map((found) => `${found?.[1] ?? ""}${found?.[2] ?? ""}`).join(",")}]`;
}
