import type { OfferedPatch, Source } from "../../domain/ports/repair.ts";
import type { TestWriter } from "../../domain/ports/test-writer.ts";
import { type Limits, type Meter, startMeter } from "../../services/agent/index.ts";

/** One meter for everything that a model does in one run of the command: diagnosis, tests, repairs. */
export interface ModelMeter {
  /** Starts with the first request; every later call returns the same meter. */
  start(): Meter;
  /** Its clock runs while the source searches for a patch, not while the patch is judged or another brain works. */
  timed<Request extends object, Given extends Source<Request>>(source: Given & Source<Request>): Given;
  timedWriter(writer: TestWriter): TestWriter;
}

export interface ModelMeterOptions {
  readonly modelId: string;
  readonly limits: Limits;
  /** For search and model together, if a person sets a limit (`--budget`). */
  readonly wholeSeconds?: number | null;
  readonly elapsed: () => number;
}

export function openModelMeter(options: ModelMeterOptions): ModelMeter {
  const { modelId, elapsed, wholeSeconds } = options;
  const whole = wholeSeconds ?? Infinity;
  const limits = { ...options.limits, seconds: Math.min(options.limits.seconds, whole) };
  const clock = openStopwatch(elapsed);
  let meter: Meter | null = null;
  /** The limit of the whole run, if a person sets one. */
  let wholeLeftMs = () => Infinity;
  return {
    start() {
      meter ??= bounded(startMeter(modelId, limits, clock.read), whole, () => wholeLeftMs());
      return meter;
    },
    timed: (source) => ({
      ...source,
      patches(request: object) {
        if ("leftMs" in request) wholeLeftMs = request.leftMs as () => number;
        return whileRunning(clock, (source as Source<object>).patches(request));
      },
    }),
    timedWriter: (writer) => ({
      ...writer,
      write: (request, signal) => clock.during(() => writer.write(request, signal)),
    }),
  };
}

/** Names the limit that is reached first: the model's own or that of the whole run. */
function bounded(meter: Meter, wholeSeconds: number, wholeLeftMs: () => number): Meter {
  const isWhole = () => wholeLeftMs() <= meter.leftMs() || wholeSeconds <= meter.limits.seconds;
  const timeSpent = () =>
    isWhole() ? `the budget of ${wholeSeconds} s (--budget) is spent` : meter.timeSpent();
  return {
    limits: meter.limits,
    add: (usage) => meter.add(usage),
    step: () => meter.step(),
    carry: (used) => meter.carry(used),
    used: () => meter.used(),
    sinceLast: () => meter.sinceLast(),
    toString: () => meter.toString(),
    leftMs: () => Math.min(meter.leftMs(), wholeLeftMs()),
    timeSpent,
    spent() {
      const spent = meter.spent();
      if (spent !== null && spent !== meter.timeSpent()) return spent;
      return spent !== null || wholeLeftMs() <= 0 ? timeSpent() : null;
    },
  };
}

interface Stopwatch {
  read(): number;
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Several sources may work at once: the clock runs while any of them does. */
function openStopwatch(elapsed: () => number): Stopwatch {
  let before = 0;
  let since = 0;
  let working = 0;
  return {
    read: () => before + (working > 0 ? elapsed() - since : 0),
    async during(work) {
      if (working === 0) since = elapsed();
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        if (working === 0) before += elapsed() - since;
      }
    },
  };
}

async function* whileRunning(
  clock: Stopwatch,
  offered: AsyncIterable<OfferedPatch>,
): AsyncGenerator<OfferedPatch> {
  const candidates = offered[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await clock.during(() => candidates.next());
      if (done) return;
      yield value;
    }
  } finally {
    await candidates.return?.();
  }
}
