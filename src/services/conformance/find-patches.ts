import type { Patch, TextEdit } from "../../domain/entities/patch.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { openFile } from "./checked-file.ts";
import { applyEdits } from "./fix.ts";
import type { Identified } from "./identity.ts";
import { lineEdits } from "./line-edits.ts";
import { type CheckRequest, runChecks } from "./run-checks.ts";
import type { ViolationStore } from "./violation-store.ts";

const EDITS_COST = 1;
const FOLLOWED_COST = 2;
const FIXER_COST = 3;
/** Linters that fix everything at once give up after about this many rounds. */
const MOST_ROUNDS = 10;
/** A changed file is passed to the sandbox as one argument. */
const LONGEST_TEXT = 30_000;

/** The fix in an imported log. */
export function loggedFix(violation: Violation, edits: readonly TextEdit[]): Patch {
  return { ...toPatch(violation, "sarif-fix", EDITS_COST, edits), source: "sarif" };
}

export async function* findPatches(
  store: Pick<ViolationStore, "identify">,
  violation: Violation,
  request: CheckRequest,
): AsyncGenerator<Patch> {
  const checks = [`${violation.contract_id}/${violation.check_id}`];
  const find = async (tree: CheckRequest) =>
    (await store.identify(await runChecks({ ...tree, checks }))).map(({ identified }) => identified);
  const before = await find(request);
  const match = before.find(({ id }) => id === violation.violation_id);
  if (match === undefined) return;
  const { raw } = match;
  const { type, options } = raw.rule.check;
  if (raw.edits !== undefined) {
    yield toPatch(violation, type.meta.id, EDITS_COST, raw.edits);
    const followed = await withFollowUps(match, before, request, find);
    if (followed !== null) yield toPatch(violation, `${type.meta.id}-followed`, FOLLOWED_COST, followed);
  }
  if (type.fix === undefined) return;
  const file = openFile(raw.path, await request.read(raw.path));
  for (const edits of await type.fix(raw, file, options, { execute: request.execute ?? null }))
    yield toPatch(violation, `${type.meta.id}-fixer`, FIXER_COST, edits);
}

/**
 * One fix may call for the next: after `dict` for `Dict`, an import is unused. The edits of the violation and
 * of all violations that newly appear in its file; null if none appear, or if one of them has no fix.
 */
async function withFollowUps(
  { raw }: Identified,
  before: readonly Identified[],
  request: CheckRequest,
  find: (request: CheckRequest) => Promise<readonly Identified[]>,
): Promise<readonly TextEdit[] | null> {
  const { path } = raw;
  const original = await request.read(path);
  let text = applyEdits(original, raw.edits ?? []);
  for (let round = 0; round < MOST_ROUNDS && text.length <= LONGEST_TEXT; round++) {
    const fresh = newIn(path, before, await find(withText(request, path, text)));
    if (fresh.length === 0) return round === 0 ? null : lineEdits(path, original, text);
    const edits = fresh.flatMap((each) => each.raw.edits ?? []);
    if (fresh.some((each) => each.raw.edits === undefined)) return null;
    text = applyEdits(text, edits);
  }
  return null;
}

/** Violations of rules that are now broken more often. One on a changed line may be an old one under another id. */
function newIn(
  path: string,
  before: readonly Identified[],
  after: readonly Identified[],
): readonly Identified[] {
  const known = new Set(before.map(({ id }) => id));
  const here = (all: readonly Identified[]) =>
    Map.groupBy(
      all.filter(({ raw }) => raw.path === path && raw.suppressed === undefined),
      ({ raw }) => raw.scope,
    );
  const earlier = here(before);
  return [...here(after)].flatMap(([scope, found]) =>
    found.length > (earlier.get(scope)?.length ?? 0) ? found.filter(({ id }) => !known.has(id)) : [],
  );
}

/** The same tree with another text in one file. */
function withText(request: CheckRequest, path: string, text: string): CheckRequest {
  const { execute, read } = request;
  return {
    ...request,
    files: request.files.map((file) => (file.path === path ? { path } : file)),
    read: async (asked) => (asked === path ? text : read(asked)),
    ...(execute && { execute: (argv, readBack) => execute(argv, readBack, [{ path, text }]) }),
  };
}

function toPatch(violation: Violation, operator: string, cost: number, edits: readonly TextEdit[]): Patch {
  const plain = edits.map(({ path, start, end, text }) => ({ path, start, end, text }));
  return { source: "conformance", operator, description: violation.message, cost, edits: plain };
}
