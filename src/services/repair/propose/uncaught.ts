import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { languageOf } from "../languages/list.ts";
import { framesOf } from "../localize/stack.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";
import { toPatch } from "./to-patch.ts";

const costs = COSTS.uncaught;
const ID = "uncaught";
const BUILT_IN = /^\w+(?:Error|Iteration|Interrupt|Exit)$/;
/** A failed assertion is not what a handler in the code forgot. */
const BY_TEST = /^(?:AssertionError|Failed|Exception)$/;

/**
 * Lets the handlers around the lines of a Python traceback catch the error too, or instead of theirs: the failing test
 * says which error nobody caught.
 */
export function* uncaught({ failing, sources }: RepairTarget): Generator<Patch> {
  const files = sources.filter(({ path }) => languageOf(path)?.id === "python");
  const paths = files.map(({ path }) => path);
  for (const failure of failing.failures) {
    if (BY_TEST.test(failure.error_type)) continue;
    for (const { path, line } of framesOf(failure, paths)) {
      const file = files.find((each) => each.path === path);
      if (file === undefined) continue;
      for (const naming of namingsIn(file, failure.error_type)) yield* caughtAt(file, line, naming);
    }
  }
}

/** How a file can name an error, with the import that this needs. */
interface Naming {
  readonly name: string;
  readonly imports: readonly Change[];
}

const MOST_NAMINGS = 8;

/** A report may leave out the module of an error, so each module that the file imports may define it. */
function namingsIn({ text }: SourceFile, type: string): readonly Naming[] {
  const name = type.split(".").at(-1) ?? type;
  if (!/^\w+$/.test(name)) return [];
  if (new RegExp(`^(?:from\\s.*\\bimport\\b.*\\b${name}\\b|class\\s+${name}\\b)`, "m").test(text))
    return [{ name, imports: [] }];
  const builtIn = BUILT_IN.test(type) ? [{ name, imports: [] }] : [];
  const members = [...text.matchAll(/^import\s+([\w.]+)[ \t]*$/gm)].map(([, module]) => ({
    name: `${module}.${name}`,
    imports: [],
  }));
  const imported = [...text.matchAll(/^from\s+[\w.]+\s+import\s+[\w, ]+$/gm)].map((line) => {
    const end = line.index + line[0].length;
    return { name, imports: [{ start: end, end, text: `, ${name}` }] };
  });
  return [...builtIn, ...members, ...imported].slice(0, MOST_NAMINGS);
}

function* caughtAt(file: SourceFile, line: number, { name, imports }: Naming): Generator<Patch> {
  const language = languageOf(file.path);
  if (language === null) return;
  for (const node of descendants(parse(language.grammar, file.text))) {
    const body = node.kind === "try" ? child(node, "body") : null;
    if (body === null || line < body.line || line > body.endLine) continue;
    for (const handler of node.children.filter((each) => each.kind === "catch")) {
      const caught = caughtBy(handler);
      if (caught === undefined || file.text.slice(caught.start, caught.end).includes(name)) continue;
      const instead = { start: caught.start, end: caught.end, text: name };
      yield* patchOf(file, [...imports, withError(caught, name, file)], costs.prior);
      yield* patchOf(file, [...imports, instead], costs.prior + costs.instead);
    }
  }
}

/** The errors that a handler names; undefined if it catches everything. */
function caughtBy(handler: SyntaxNode): SyntaxNode | undefined {
  const [first] = handler.children;
  if (first === undefined || first.kind === "block") return undefined;
  return first.raw === "as_pattern" ? first.children[0] : first;
}

function withError({ kind, start, end }: SyntaxNode, error: string, { text }: SourceFile): Change {
  if (kind === "tuple") return { start: end - 1, end: end - 1, text: `, ${error}` };
  return { start, end, text: `(${text.slice(start, end)}, ${error})` };
}

function* patchOf(file: SourceFile, edits: readonly Change[], cost: number): Generator<Patch> {
  const patch = toPatch({ operator: ID, cost, edits, file });
  if (patch !== null) yield patch;
}
