import { posix } from "node:path";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import type { SourceFile } from "../../../domain/ports/repair.ts";
import type { SandboxProcess } from "../../../domain/ports/sandbox.ts";

/**
 * The verdict on a candidate. `partly`: some of the targets pass and nothing broke. `share`: every target
 * that runs the changed function passes, but there are others that no edit there can fix. `cold`: only fresh
 * imports can decide. `cold_too`: it fails, but the changed code also runs while modules are loaded.
 */
export type Verdict = (typeof VERDICTS)[number];

export interface Answer {
  readonly verdict: Verdict;
  /** How many of the targets pass. */
  readonly fixed: number;
  /** Whether a target got further than without the candidate, by its own statements. */
  readonly further: boolean;
}

export interface SurveyedTest {
  readonly id: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** How much work it does, if counted, and whether it finished. */
  readonly ticks?: number;
  readonly ended?: boolean;
  /** Source lines that it ran. */
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

/** What the worker observed on the first run of the tests. */
export interface Survey {
  readonly tests: readonly SurveyedTest[];
  readonly targets: readonly string[];
  /** Kinds of values that variables had: path → first line of the function → name → kinds. */
  readonly kinds: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
  >;
  /** Lines of functions that ran while modules were loaded, if the worker reports them. */
  readonly loaded?: Readonly<Record<string, readonly number[]>>;
  /** Whether the worker can observe values. */
  readonly values?: boolean;
  /** The preferred batch size of the worker, if a few candidates cost as much as many. */
  readonly batch?: number;
}

/** Outcomes of each candidate on the same inputs. */
export interface Comparison {
  readonly inputs: readonly string[];
  readonly outcomes: readonly (readonly string[])[];
}

/** An expression whose values the tests can show. */
export interface ObservedPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Code without side effects, evaluated at every visit. */
  readonly atoms: readonly string[];
}

/** What one test did at a place, in order: it evaluated the expression, or compared something. */
export interface ObservedTest {
  readonly failing: boolean;
  readonly events: readonly (
    | { readonly atoms: readonly unknown[]; readonly value: unknown }
    | { readonly got: unknown; readonly wanted: unknown; readonly equal: boolean }
  )[];
}

export type Candidate = readonly TextEdit[];

export interface Opening {
  readonly framework: string;
  readonly files: readonly string[];
  readonly sources: readonly SourceFile[];
  readonly targets: readonly string[];
  readonly ticks: number;
  readonly jobs: number;
}

/** A warm process that judges candidates. Every request is answered or, if the process dies, rejected. */
export interface Worker {
  readonly survey: Survey;
  judge(candidates: readonly Candidate[], ticks: number): Promise<readonly Answer[]>;
  /** For edits that need the modules to be loaded from scratch. Slower. */
  judgeCold(candidates: readonly Candidate[], ticks: number): Promise<readonly Answer[]>;
  compare(candidates: readonly Candidate[], ticks: number, limit: number): Promise<Comparison>;
  /** What the tests that run a place do there, the failing ones first; nothing if the worker cannot observe values. */
  observe(place: ObservedPlace, ticks: number): Promise<readonly ObservedTest[]>;
  close(): Promise<void>;
}

/** Indexed by the workers' verdict numbers. */
export const VERDICTS = [
  "failed",
  "plausible",
  "out_of_ticks",
  "broken",
  "partly",
  "share",
  "cold",
  "cold_too",
] as const;
const BROKEN = VERDICTS.indexOf("broken");
const MOST_REASON = 240;

/** Starts a worker and waits for its first run of the tests. Returns the reason if this project cannot run warm. */
export async function openWorker(
  process: SandboxProcess,
  opening: Opening,
  root = ".",
): Promise<Worker | string> {
  const channel = new Channel(process);
  const survey = await channel.open(opening);
  if (typeof survey === "string") {
    await process.kill();
    return survey;
  }
  const judge = async (op: string, candidates: readonly Candidate[], ticks: number) => {
    const wire = candidates.map((each) => toWire(each, root));
    const { answers = [] } = await channel.ask({ op, ticks, candidates: wire });
    return candidates.map((_, index) => toAnswer(answers[index]));
  };
  return {
    survey: rootedSurvey(survey, root),
    judge: (candidates, ticks) => judge("try", candidates, ticks),
    judgeCold: (candidates, ticks) => judge("cold", candidates, ticks),
    async compare(candidates, ticks, limit) {
      const wire = candidates.map((each) => toWire(each, root));
      const { answers = [] } = await channel.ask({ op: "compare", ticks, limit, candidates: wire });
      const [found] = answers as unknown as Comparison[];
      return found?.inputs === undefined ? { inputs: [], outcomes: [] } : found;
    },
    async observe({ path, start, end, atoms }, ticks) {
      if (survey.values !== true) return [];
      const place = { at: [posix.relative(root, path), start, end], atoms };
      const { answers = [] } = await channel.ask({ op: "values", ticks, candidates: [place] });
      const [tests] = answers as unknown as readonly ObservedTest[][];
      // If the worker failed there, its answer is a verdict.
      return tests?.filter((each) => each.events !== undefined) ?? [];
    },
    async close() {
      process.stdin.end();
      await process.kill();
    },
  };
}

/** Requests to the worker's process and its answers, as JSON lines. */
class Channel {
  readonly #process: SandboxProcess;
  readonly #ready = Promise.withResolvers<Survey | string>();
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>();
  #requests = 0;
  #hasEnded = false;

  constructor(process: SandboxProcess) {
    this.#process = process;
    const end = () => this.#end();
    this.#listen().then(end, end);
  }

  /** Resolves to the reason if the first run of the tests fails. */
  open(opening: Opening): Promise<Survey | string> {
    this.#send({ op: "open", ...opening });
    return this.#ready.promise;
  }

  ask(request: Readonly<Record<string, unknown>>): Promise<Message> {
    if (this.#hasEnded) return Promise.reject(new WorkerEnded());
    this.#requests += 1;
    const batch = this.#requests;
    const answer = Promise.withResolvers<Message>();
    this.#waiting.set(batch, answer);
    this.#send({ ...request, batch });
    return answer.promise;
  }

  #send(request: Readonly<Record<string, unknown>>): void {
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
  }

  async #listen(): Promise<void> {
    for await (const line of this.#process.lines) {
      const message = parseMessage(line);
      if (message === null) continue;
      if (message.failed !== undefined) {
        this.#ready.resolve(firstLines(message.failed));
        break;
      }
      if (message.ready !== undefined) this.#ready.resolve(message.ready);
      const asked = message.batch === undefined ? undefined : this.#waiting.get(message.batch);
      if (message.batch === undefined || asked === undefined) continue;
      this.#waiting.delete(message.batch);
      asked.resolve(message);
    }
  }

  #end(): void {
    this.#hasEnded = true;
    this.#ready.resolve("the worker exited before the tests had run");
    for (const { reject } of this.#waiting.values()) reject(new WorkerEnded());
    this.#waiting.clear();
  }
}

/** A compiler's message can be long. */
function firstLines(text: string): string {
  const line = text
    .trim()
    .split(/\s*\n\s*/)
    .slice(0, 2)
    .join(" ");
  return line.length > MOST_REASON ? `${line.slice(0, MOST_REASON)}…` : line;
}

/** The worker's process has exited: its open requests have no answer. */
export class WorkerEnded extends Error {
  constructor() {
    super("the worker exited");
  }
}

type WireAnswer = readonly [verdict: number, fixed?: number, further?: boolean];

interface Message {
  readonly ready?: Survey;
  readonly failed?: string;
  readonly batch?: number;
  readonly answers?: readonly WireAnswer[];
}

function parseMessage(line: string): Message | null {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return null;
  }
}

/** The worker runs in the suite's folder and uses paths relative to it. */
function toWire(candidate: Candidate, root: string) {
  return candidate.map((edit) => [posix.relative(root, edit.path), edit.start, edit.end, edit.text]);
}

function rooted<T>(byPath: Readonly<Record<string, T>>, root: string): Record<string, T> {
  return Object.fromEntries(Object.entries(byPath).map(([path, value]) => [posix.join(root, path), value]));
}

function rootedSurvey(survey: Survey, root: string): Survey {
  if (root === ".") return survey;
  return {
    ...survey,
    kinds: rooted(survey.kinds, root),
    ...(survey.loaded === undefined ? {} : { loaded: rooted(survey.loaded, root) }),
    tests: survey.tests.map((test) => ({ ...test, lines: rooted(test.lines, root) })),
  };
}

function toAnswer([verdict = BROKEN, fixed = 0, further = false]: WireAnswer | readonly [] = []): Answer {
  return { verdict: VERDICTS[verdict] ?? "broken", fixed, further };
}
