import type { Patch } from "../../domain/entities/patch.ts";
import type { Feedback, PatchSource, ViolationSource } from "../../domain/ports/repair.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";

type ReadText = (path: string) => Promise<string | null>;

/**
 * Patches may come out of a record, which keeps placeholders: the session of a model that goes on, the fix in an
 * imported report. The secrets of the files they edit are put back; one whose secret is not there is dropped.
 */
export function wholePatches(source: PatchSource, redactor: Redactor): PatchSource {
  const known = new WeakMap<Patch, Patch>();
  return {
    ...source,
    ...learning(source, known),
    propose(target, signal, briefing) {
      const all = [...target.sources, ...target.tests, ...(briefing?.files ?? [])];
      const files = new Map(all.map(({ path, text }) => [path, text]));
      const read = async (path: string) => files.get(path) ?? null;
      return restored(source.propose(target, signal, briefing), read, redactor, known);
    },
  };
}

export function wholeFixes(source: ViolationSource, redactor: Redactor): ViolationSource {
  const known = new WeakMap<Patch, Patch>();
  return {
    ...source,
    ...learning(source, known),
    propose(violation, tree, signal, briefing) {
      const read = (path: string) => tree.readText(path).catch(() => null);
      return restored(source.propose(violation, tree, signal, briefing), read, redactor, known);
    },
  };
}

async function* restored(
  patches: AsyncIterable<Patch>,
  read: ReadText,
  redactor: Redactor,
  known: WeakMap<Patch, Patch>,
): AsyncGenerator<Patch> {
  for await (const patch of patches) {
    const whole = await wholePatch(patch, read, redactor);
    if (whole === null) continue;
    known.set(whole, patch);
    yield whole;
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
