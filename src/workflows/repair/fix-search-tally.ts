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
type Clocked = Pick<PatchSource, "isModel">;

/** Counts candidates, and keeps the budgets: search's own, and the total if a person set one. */
export interface Tally {
  count(patch: Patch): void;
  refuse(patch: Patch): void;
  /** Keeps the first value that is set. */
  suspect(suspects: readonly Suspect[]): void;
  hasSuspects(): boolean;
  /** Candidates that a source ran itself. */
  add(tried: number, operators?: Readonly<Record<string, number>>): void;
  /** A source's own search ended before its candidates did, although some of its budget is left. */
  endEarly(): void;
  endedEarly(): boolean;
  /** Patches of a source's own search that fixed some of the tests. */
  helped(patches: readonly Patch[]): void;
  partly(): readonly Patch[];
  progress(tried: number, latest: Patch): void;
  /** A patch that fixed some of the tests and is in the tree. */
  keep(kept: KeptPatch): void;
  kept(): readonly KeptPatch[];
  /** Limits search's remaining budget to the time it has spent, and at least this many seconds. */
  limitRest(leastSeconds: number): void;
  leftMs(source: Clocked): number;
  spent(source: Clocked): boolean;
  /** Yields from the work while search's clock is paused. */
  whileModelWorks<Item>(work: AsyncIterable<Item>): AsyncGenerator<Item>;
  /** The model is asked now. */
  handOver(): void;
  wasAsked(): boolean;
  report(patches?: readonly Patch[]): FixSearchReport;
}

export function startTally(ports: TallyPorts, input: FixSearchInput): Tally {
  return new RunningTally(ports, input);
}

type TallyPorts = Pick<Ports, "brain" | "elapsed" | "model" | "sources" | "testWriter">;

class RunningTally implements Tally {
  readonly #ports: TallyPorts;
  readonly #input: FixSearchInput;
  readonly #start: number;
  readonly #models: ReadonlySet<string>;
  readonly #operators: Record<string, number> = {};
  readonly #kept: KeptPatch[] = [];
  /** Search's own budget in seconds. */
  #budget: number;
  #modelSeconds = 0;
  #tried = 0;
  #refused = 0;
  #suspects: readonly Suspect[] = [];
  #partly: readonly Patch[] = [];
  #endedEarly = false;
  /** The state when the model was asked first. */
  #handed: Pick<BrainWork, "tried" | "searchSeconds" | "partly"> | null = null;

  constructor(ports: TallyPorts, input: FixSearchInput) {
    this.#ports = ports;
    this.#input = input;
    this.#start = ports.elapsed();
    this.#models = new Set(ports.sources.filter((source) => source.isModel).map((source) => source.id));
    this.#budget = input.request.budgetSeconds;
  }

  count(patch: Patch): void {
    this.#tried += 1;
    this.#addOperator(patch.operator, 1);
    this.progress(0, patch);
  }

  refuse(patch: Patch): void {
    if (this.#models.has(patch.source)) this.#refused += 1;
  }

  suspect(suspects: readonly Suspect[]): void {
    if (this.#suspects.length === 0) this.#suspects = suspects;
  }

  hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  add(tried: number, operators: Readonly<Record<string, number>> = {}): void {
    this.#tried += tried;
    for (const [id, count] of Object.entries(operators)) this.#addOperator(id, count);
  }

  endEarly(): void {
    this.#endedEarly = true;
  }

  endedEarly(): boolean {
    return this.#endedEarly;
  }

  helped(patches: readonly Patch[]): void {
    this.#partly = [...this.#partly, ...patches];
  }

  partly(): readonly Patch[] {
    return this.#partly;
  }

  progress(tried: number, patch: Patch): void {
    this.#input.onEvent({ kind: "candidate", tried: this.#tried + tried, seconds: this.#seconds(), patch });
  }

  keep(kept: KeptPatch): void {
    this.#kept.push(kept);
  }

  kept(): readonly KeptPatch[] {
    return this.#kept;
  }

  limitRest(leastSeconds: number): void {
    const searched = this.#searchSeconds();
    this.#budget = Math.min(this.#budget, searched + Math.max(leastSeconds, searched));
  }

  leftMs({ isModel }: Clocked): number {
    const whole = (this.#input.request.wholeSeconds ?? Infinity) - this.#seconds();
    const seconds = isModel ? whole : Math.min(whole, this.#budget - this.#searchSeconds());
    return Math.max(0, seconds * 1000);
  }

  spent(source: Clocked): boolean {
    return this.leftMs(source) === 0;
  }

  async *whileModelWorks<Item>(work: AsyncIterable<Item>): AsyncGenerator<Item> {
    const began = this.#seconds();
    try {
      yield* work;
    } finally {
      this.#modelSeconds += this.#seconds() - began;
    }
  }

  handOver(): void {
    this.#handed ??= this.#now();
  }

  wasAsked(): boolean {
    return this.#handed !== null;
  }

  report(patches: readonly Patch[] = []): FixSearchReport {
    const suspects = this.#suspects;
    const brains = { ...(this.#handed ?? this.#now()), suspects, wasAsked: this.wasAsked() };
    return {
      tried: this.#tried,
      seconds: this.#seconds(),
      operators: this.#operators,
      suspects,
      refused: this.#refused,
      notes: [
        ...describeBrains(this.#ports, patches, brains),
        ...this.#ports.sources.flatMap((source) => source.account?.() ?? []),
      ],
    };
  }

  #now() {
    return { tried: this.#tried, searchSeconds: this.#searchSeconds(), partly: this.#partly.length };
  }

  #addOperator(id: string, count: number): void {
    this.#operators[id] = (this.#operators[id] ?? 0) + count;
  }

  #seconds(): number {
    return (this.#ports.elapsed() - this.#start) / 1000;
  }

  #searchSeconds(): number {
    return this.#seconds() - this.#modelSeconds;
  }
}
