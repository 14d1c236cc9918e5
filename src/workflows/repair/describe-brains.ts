import type { Patch } from "../../domain/entities/patch.ts";
import type { Suspect } from "../../domain/ports/repair.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import type { Ports } from "../ports.ts";

/** The contributions of both brains to one repair. */
export interface BrainWork {
  readonly tried: number;
  /** How long the first brain searched. */
  readonly searchSeconds: number;
  readonly suspects: readonly Suspect[];
  /** Edits that fixed some of the tests before the second brain was asked. */
  readonly partly: number;
  readonly wasAsked: boolean;
}

/** Which brain repaired it, and what the first one saved or passed on. Empty if only search is used. */
export function describeBrains(
  { brain, model, sources, testWriter }: Pick<Ports, "brain" | "model" | "sources" | "testWriter">,
  patches: readonly Patch[],
  work: BrainWork,
): string[] {
  if (brain === undefined) return [];
  const asked = new Set(sources.filter((source) => source.isModel).map((source) => source.id));
  const byModel = patches.filter((patch) => asked.has(patch.source)).length;
  const name = `the model ${model ?? ""}`.trim();
  const searched = `${counted(work.tried, "candidate")} in ${work.searchSeconds.toFixed(1)} s`;
  if (brain === "llm") return patches.length === 0 ? [] : [`${name} repaired it`];
  if (patches.length > 0 && byModel === 0) {
    const wroteTest = (testWriter?.account() ?? []).length > 0;
    const saving = wroteTest ? "only wrote the test" : "was not used, so it cost nothing";
    const saved = work.wasAsked ? "" : `; ${name} ${saving}`;
    return [`search repaired it: ${searched}${saved}`];
  }
  const handed = `search (${searched}) passed on ${handedOn(work)}`;
  if (patches.length === 0) return work.wasAsked ? [handed] : [];
  const shared = byModel < patches.length ? "search fixed some of the tests and " : "";
  return [`${shared}${name} repaired ${shared === "" ? "it" : "the rest"}`, handed];
}

function handedOn({ suspects, partly }: BrainWork): string {
  const places = firstFew(suspects.map((suspect) => `${suspect.path}:${suspect.line}`));
  const lines =
    suspects.length === 0 ? "no suspected line" : `${suspects.length} suspected lines (${places})`;
  return partly === 0 ? lines : `${lines} and ${counted(partly, "edit")} that fixed some of the tests`;
}
