import type { Crash } from "./proposals.ts";

/** Crashes of operators during one run, one entry per operator. */
export interface CrashLog {
  readonly add: (crash: Crash) => void;
  /** Sentences for people, each reported once. */
  drain(): readonly string[];
}

export function createCrashLog(): CrashLog {
  const crashes = new Map<string, { readonly first: Crash; count: number }>();
  return {
    add(crash) {
      const known = crashes.get(crash.operator);
      if (known === undefined) crashes.set(crash.operator, { first: crash, count: 1 });
      else known.count += 1;
    },
    drain() {
      const sentences = [...crashes.values()].map(
        ({ first: { operator, path, line, message }, count }) =>
          `operator ${operator} crashed at ${count === 1 ? "1 place" : `${count} places`}, first at ${path}:${line} (${message}): its changes there were not tried. This is a bug in AgentForge.`,
      );
      crashes.clear();
      return sentences;
    },
  };
}
