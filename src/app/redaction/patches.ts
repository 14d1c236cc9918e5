import type { Patch } from "../../domain/entities/patch.ts";
import type {
  Feedback,
  OfferedPatch,
  PatchSource,
  Source,
  ViolationSource,
} from "../../domain/ports/repair.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";

type ReadText = (path: string) => Promise<string | null>;

/**
 * Patches may come from a record, which keeps placeholders: a resumed model session, or the fix in an
 * imported report. The secrets of the files they edit are restored; a patch whose secret is missing is
 * dropped.
 */
export function wholePatches(source: PatchSource, redactor: Redactor): PatchSource {
  return whole(source, redactor, (request) => {
    let files: Promise<ReadonlyMap<string, string>> | null = null;
    const readAll = async () => {
      const { sources, tests } = await request.measure();
      const { files: changed } = await request.brief();
      return new Map([...sources, ...tests, ...changed].map(({ path, text }) => [path, text]));
    };
    return async (path) => {
      files ??= readAll();
      return (await files).get(path) ?? null;
    };
  });
}

export function wholeFixes(source: ViolationSource, redactor: Redactor): ViolationSource {
  return whole(
    source,
    redactor,
    ({ tree }) =>
      (path) =>
        tree.readText(path).catch(() => null),
  );
}

function whole<Request, Given extends Source<Request>>(
  source: Given & Source<Request>,
  redactor: Redactor,
  readerOf: (request: Request) => ReadText,
): Given {
  const known = new WeakMap<Patch, Patch>();
  return {
    ...source,
    ...learning(source, known),
    patches: (request: Request) => restored(source.patches(request), readerOf(request), redactor, known),
  };
}

async function* restored(
  candidates: AsyncIterable<OfferedPatch>,
  read: ReadText,
  redactor: Redactor,
  known: WeakMap<Patch, Patch>,
): AsyncGenerator<OfferedPatch> {
  for await (const candidate of candidates) {
    const patch = await wholePatch(candidate.patch, read, redactor);
    if (patch === null) continue;
    known.set(patch, candidate.patch);
    yield { ...candidate, patch };
  }
}

async function wholePatch(patch: Patch, read: ReadText, redactor: Redactor): Promise<Patch | null> {
  if (!patch.edits.some(({ text }) => text.includes("<secret:"))) return patch;
  const edits: Patch["edits"] = [];
  for (const edit of patch.edits) {
    const { text, unknown } = redactor.putBack(edit.text, (await read(edit.path)) ?? "");
    if (unknown.length > 0) return null;
    edits.push({ ...edit, text });
  }
  return { ...patch, edits };
}

/** A source knows its patches by identity. */
function learning({ learn }: { learn?(feedback: Feedback): void }, known: WeakMap<Patch, Patch>) {
  if (!learn) return {};
  return {
    learn: (feedback: Feedback) => learn({ ...feedback, patch: known.get(feedback.patch) ?? feedback.patch }),
  };
}
