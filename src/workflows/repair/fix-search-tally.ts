import type { Patch } from "../../domain/entities/patch.ts";
import type { KeptPatch, PatchSource, Suspect } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";
import { type BrainWork, describeBrains } from "./describe-brains.ts";
import type { FixSearchInput } from "./fix-search-input.ts";

export interface FixSearchReport {
  readonly tried: number;
  readonly seconds: number;
  /** Candidates by operator. */
  readonly operators: Readonly<Record<string, number>>;
  readonly suspects: readonly Suspect[];
  /** Changes by a model that the tests refused: each was a failed iteration. */
  readonly refused: number;
  /** Usage and cost of the sources, as sentences for people. */
  readonly notes: readonly string[];
}

/** A model has its own budget: search's clock does not stop it, and pauses while it works. */
type Clocked = Pick<PatchSource, "resumes">;

/** Counts candidates, and keeps the budgets: search's own, and the total if a person set one. */
export interface Tally {
  count(patch: Patch): void;
  refuse(patch: Patch): void;
  /** Keeps the first value that is set. */
  suspect(suspects: readonly Suspect[]): void;
  hasSuspects(): boolean;
  /** Candidates that a source ran itself. */
  add(tried: number, operators?: Readonly<Record<string, number>>): void;
  /** Patches of a source's own search that fixed some of the tests. */
  helped(patches: readonly Patch[]): void;
  partly(): readonly Patch[];
  progress(tried: number, latest: Patch): void;
  /** A patch that fixed some of the tests and is in the tree. */
  keep(kept: KeptPatch): void;
  kept(): readonly KeptPatch[];
  /** Sets search's remaining budget: this multiple of the time it has spent, and at least this many seconds. */
  limitRest(share: number, leastSeconds: number): void;
  leftMs(source: Clocked): number;
  spent(source: Clocked): boolean;
  /** Yields from the work while search's clock is paused. */
  whileThinking<Item>(work: AsyncIterable<Item>): AsyncGenerator<Item>;
  /** The model is asked now. */
  handOver(): void;
  wasAsked(): boolean;
  report(patches?: readonly Patch[]): FixSearchReport;
}

export function startTally(
  ports: Pick<Ports, "brain" | "elapsed" | "model" | "sources" | "testWriter">,
  input: FixSearchInput,
): Tally {
  const start = ports.elapsed();
  const seconds = () => (ports.elapsed() - start) / 1000;
  const operators: Record<string, number> = {};
  const { wholeSeconds = Infinity } = input.request;
  let budget = input.request.budgetSeconds;
  let thoughtSeconds = 0;
  const searchSeconds = () => seconds() - thoughtSeconds;
  const leftMs = ({ resumes }: Clocked) => {
    const whole = wholeSeconds - seconds();
    return Math.max(0, (resumes ? whole : Math.min(whole, budget - searchSeconds())) * 1000);
  };
  const thinkers = new Set(ports.sources.filter((source) => source.resumes).map((source) => source.id));
  let tried = 0;
  let refused = 0;
  let known: readonly Suspect[] = [];
  let partly: readonly Patch[] = [];
  const kept: KeptPatch[] = [];
  let handed: Pick<BrainWork, "tried" | "searchSeconds" | "partly"> | null = null;
  return {
    helped(patches) {
      partly = [...partly, ...patches];
    },
    partly: () => partly,
    count(patch) {
      tried += 1;
      operators[patch.operator] = (operators[patch.operator] ?? 0) + 1;
      input.onEvent({ kind: "candidate", tried, seconds: seconds(), patch });
    },
    refuse(patch) {
      if (thinkers.has(patch.source)) refused += 1;
    },
    suspect(suspects) {
      if (known.length === 0) known = suspects;
    },
    hasSuspects: () => known.length > 0,
    add(more, byOperator = {}) {
      tried += more;
      for (const [id, count] of Object.entries(byOperator)) operators[id] = (operators[id] ?? 0) + count;
    },
    progress(more, patch) {
      input.onEvent({ kind: "candidate", tried: tried + more, seconds: seconds(), patch });
    },
    keep: (one) => void kept.push(one),
    kept: () => kept,
    limitRest(share, leastSeconds) {
      const searched = searchSeconds();
      budget = Math.min(budget, searched + Math.max(leastSeconds, share * searched));
    },
    leftMs,
    spent: (source) => leftMs(source) === 0,
    async *whileThinking(work) {
      const began = seconds();
      try {
        yield* work;
      } finally {
        thoughtSeconds += seconds() - began;
      }
    },
    handOver() {
      handed ??= { tried, searchSeconds: searchSeconds(), partly: partly.length };
    },
    wasAsked: () => handed !== null,
    report: (patches = []) => ({
      tried,
      seconds: seconds(),
      operators,
      suspects: known,
      refused,
      notes: [
        ...describeBrains(ports, patches, {
          ...(handed ?? { tried, searchSeconds: searchSeconds(), partly: partly.length }),
          suspects: known,
          wasAsked: handed !== null,
        }),
        ...ports.sources.flatMap((source) => source.account?.() ?? []),
      ],
    }),
  };
}
