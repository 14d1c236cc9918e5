import type { Patch } from "../../domain/entities/patch.ts";
import type { Suspect } from "../../domain/ports/repair.ts";
import { counted } from "../../domain/rules/counted.ts";
import type { Ports } from "../ports.ts";
import { type BrainWork, describeBrains } from "./describe-brains.ts";
import type { FixSearchInput } from "./fix-search-input.ts";

export interface FixSearchReport {
  readonly tried: number;
  readonly seconds: number;
  /** Candidates by operator. */
  readonly operators: Readonly<Record<string, number>>;
  readonly suspects: readonly Suspect[];
  /** Changes of a brain that thinks longer which the tests refused: each was an iteration that failed. */
  readonly refused: number;
  /** What sources used and cost, in sentences for people. */
  readonly notes: readonly string[];
}

/** Counts what is tried, and keeps the budget. */
export interface Tally {
  count(patch: Patch): void;
  refuse(patch: Patch): void;
  /** The first that are known stay. */
  suspect(suspects: readonly Suspect[]): void;
  hasSuspects(): boolean;
  /** Candidates that a source ran itself. */
  add(tried: number, operators?: Readonly<Record<string, number>>): void;
  /** Patches of a source's own search that fixed a part. */
  helped(patches: readonly Patch[]): void;
  partly(): readonly Patch[];
  progress(tried: number, latest: Patch): void;
  /** From here on, so many times what was spent until now, and at least so many seconds, within the budget. */
  limitRest(share: number, leastSeconds: number): void;
  leftMs(): number;
  spent(): boolean;
  /** The brain that thinks longer is asked now. */
  handOver(): void;
  report(patches?: readonly Patch[]): FixSearchReport;
}

export function startTally(
  ports: Pick<Ports, "brain" | "elapsed" | "model" | "sources">,
  input: FixSearchInput,
): Tally {
  const start = ports.elapsed();
  const seconds = () => (ports.elapsed() - start) / 1000;
  const operators: Record<string, number> = {};
  let budget = input.request.budgetSeconds;
  const thinkers = new Set(ports.sources.filter((source) => source.resumes).map((source) => source.id));
  let tried = 0;
  let refused = 0;
  let known: readonly Suspect[] = [];
  let partly: readonly Patch[] = [];
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
    limitRest(share, leastSeconds) {
      budget = Math.min(budget, seconds() + Math.max(leastSeconds, share * seconds()));
    },
    leftMs: () => Math.max(0, (budget - seconds()) * 1000),
    spent: () => seconds() > budget,
    handOver() {
      handed ??= { tried, searchSeconds: seconds(), partly: partly.length };
    },
    report: (patches = []) => ({
      tried,
      seconds: seconds(),
      operators,
      suspects: known,
      refused,
      notes: [
        ...describeBrains(ports, patches, {
          ...(handed ?? { tried, searchSeconds: seconds(), partly: partly.length }),
          suspects: known,
          wasAsked: handed !== null,
        }),
        ...ports.sources.flatMap((source) => source.account?.() ?? []),
      ],
    }),
  };
}

export function whyNone(
  tally: Tally,
  input: FixSearchInput,
  helped: number,
  targets: readonly string[],
): string {
  const partly =
    helped === 0
      ? ""
      : `; ${helped} of its changes helped, but ${counted(targets.length, "test still fails", "tests still fail")}`;
  const { tried } = tally.report();
  if (tally.spent())
    return `the budget of ${input.request.budgetSeconds} s was spent on ${counted(tried, "candidate")}${partly}`;
  if (tried === 0) return `no operator had anything to propose for this code${partly}`;
  return `none of ${counted(tried, "candidate")} makes the failing tests pass without breaking another${partly}`;
}
