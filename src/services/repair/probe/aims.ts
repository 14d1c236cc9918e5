import type { SourceFile } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import { type Code, readCode } from "../syntax/code.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { namesIn, type Routine, routinesOf } from "./routines.ts";

/** A function that exists before and after a change and may behave differently after it. */
export interface Aim {
  readonly path: string;
  readonly name: string;
  readonly before: Routine;
  readonly after: Routine;
}

/** One changed file, parsed before and after. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
  readonly aims: readonly Aim[];
}

export interface Side extends Code {
  readonly routines: readonly Routine[];
  /** Module statements and class fields that do not define a function. */
  readonly statements: readonly SyntaxNode[];
}

/**
 * What a change may have altered: functions whose text changed, and those that mention something whose text changed.
 */
export function changedFiles(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): readonly ChangedFile[] {
  const found: ChangedFile[] = [];
  for (const file of after) {
    const language = languageOf(file.path);
    const earlier = before.find((each) => each.path === file.path);
    if (language === null || earlier === undefined || earlier.text === file.text) continue;
    const [was, is] = [earlier, file].map(({ text }) => sideOf(readCode(text, language.grammar)));
    if (was === undefined || is === undefined) continue;
    found.push({ path: file.path, before: was, after: is, aims: aimsOf(file.path, was, is) });
  }
  return found;
}

function sideOf(code: Code): Side {
  const routines = routinesOf(code);
  const bodies = new Set(routines.flatMap((each) => [each.whole, each.owner]));
  const statements = code.tree.children.filter((each) => !holdsAny(each, bodies));
  const fields = routines.flatMap(({ owner }) => (owner === null ? [] : fieldsOf(owner, bodies)));
  return { ...code, routines, statements: [...statements, ...new Set(fields)] };
}

function fieldsOf(owner: SyntaxNode, bodies: ReadonlySet<SyntaxNode | null>): readonly SyntaxNode[] {
  return owner.children.flatMap((part) => part.children.filter((each) => !holdsAny(each, bodies)));
}

function holdsAny(node: SyntaxNode, among: ReadonlySet<SyntaxNode | null>): boolean {
  return among.has(node) || node.children.some((each) => holdsAny(each, among));
}

function aimsOf(path: string, before: Side, after: Side): readonly Aim[] {
  const changed = changedNames(before, after);
  const found: Aim[] = [];
  for (const routine of after.routines) {
    const earlier = before.routines.find((each) => each.name === routine.name);
    if (earlier === undefined) continue;
    const isSame = before.text(earlier.whole) === after.text(routine.whole);
    if (isSame && !changed.has(routine.name) && !mentions(routine, after, changed)) continue;
    found.push({ path, name: routine.name, before: earlier, after: routine });
  }
  return found;
}

function mentions(routine: Routine, side: Side, names: ReadonlySet<string>): boolean {
  return names.size > 0 && [...namesIn(routine.whole, side)].some((each) => names.has(each));
}

function changedNames(before: Side, after: Side): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of changedStatements(before, after))
    for (const name of namesIn(statement, after)) names.add(name);
  for (const { name } of newRoutines(before, after)) names.add(name.split(".").at(-1) ?? name);
  return names;
}

export function changedStatements(before: Side, after: Side): readonly SyntaxNode[] {
  const known = new Set(before.statements.map(before.text));
  return after.statements.filter((each) => each.kind !== "comment" && !known.has(after.text(each)));
}

export function newRoutines(before: Side, after: Side): readonly Routine[] {
  const known = new Set(before.routines.map((each) => each.name));
  return after.routines.filter((each) => !known.has(each.name));
}
