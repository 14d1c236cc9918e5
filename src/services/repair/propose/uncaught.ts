import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { languageOf } from "../languages/list.ts";
import { framesOf } from "../localize/stack.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";
import { LARGEST_FILE } from "./source.ts";
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
  const files = sources.filter(
    ({ path, text }) => languageOf(path)?.id === "python" && text.length <= LARGEST_FILE,
  );
  const paths = files.map(({ path }) => path);
  const errors = failing.failures
    .filter(({ error_type }) => !BY_TEST.test(error_type))
    .slice(0, MOST_FAILURES)
    .flatMap((failure) => framesOf(failure, paths).map((frame) => ({ ...frame, type: failure.error_type })));
  for (const file of files) {
    const own = errors.filter(({ path }) => path === file.path);
    if (own.length === 0) continue;
    for (const { type, handler } of handlersAround(file, own))
      for (const naming of namingsIn(file, type)) yield* caughtBy(handler, naming, file);
  }
}

/** How a file can name an error, with the import that this needs. */
interface Naming {
  readonly name: string;
  readonly imports: readonly Change[];
}

/** Many tests often fail for the same reason. */
const MOST_FAILURES = 20;
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

interface Uncaught {
  readonly line: number;
  readonly type: string;
}

/** The handlers of each `try` statement that an error passed through, once for each type of error. */
function handlersAround({ path, text }: SourceFile, errors: readonly Uncaught[]) {
  const language = languageOf(path);
  if (language === null) return [];
  return descendants(parse(language.grammar, text)).flatMap((node) => {
    const body = node.kind === "try" ? child(node, "body") : null;
    if (body === null) return [];
    const inside = errors.filter(({ line }) => body.line <= line && line <= body.endLine);
    const handlers = node.children.filter((each) => each.kind === "catch");
    return [...new Set(inside.map((each) => each.type))].flatMap((type) =>
      handlers.map((handler) => ({ type, handler })),
    );
  });
}

function* caughtBy(handler: SyntaxNode, { name, imports }: Naming, file: SourceFile): Generator<Patch> {
  const caught = errorsOf(handler);
  if (caught === undefined || file.text.slice(caught.start, caught.end).includes(name)) return;
  const instead = { start: caught.start, end: caught.end, text: name };
  yield* patchOf(file, [...imports, withError(caught, name, file)], costs.prior);
  yield* patchOf(file, [...imports, instead], costs.prior + costs.instead);
}

/** The errors that a handler names; undefined if it catches everything. */
function errorsOf(handler: SyntaxNode): SyntaxNode | undefined {
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
