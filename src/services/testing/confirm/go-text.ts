import type { Finished, Report, RunRequest } from "../contract.ts";
import { type GoEvent, type GoLayout, reportOf } from "../ecosystems/go-report.ts";
import { folderOf } from "../paths.ts";

/** Parses the output of `go test -v` into the events that `go test -json` would have produced. */
export function readGoText(process: Finished, layout: GoLayout, request: RunRequest): Report | null {
  return reportOf(eventsOf(process.stdout, onlyPackage(layout)), process, layout, request);
}

/**
 * The line that names a package follows the output of all its tests; anything after the last such line belongs to a
 * package whose output was cut off, and its name is known only if no other package has tests. A test's own output may
 * share a line with its verdict; of two verdicts on one test, the worse counts.
 */
function eventsOf(stdout: string, only: string | null): GoEvent[] {
  const events: GoEvent[] = [];
  let pending: GoEvent[] = [];
  let test: string | undefined;
  const failed = new Set<string | undefined>();
  for (const line of stdout.split("\n")) {
    const [, verdict, name] = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:[\t ]|$)/.exec(line) ?? [];
    if (verdict !== undefined && name !== undefined) {
      const Action = { "ok  ": "pass", FAIL: "fail", "?   ": "skip" }[verdict] ?? "fail";
      const own: GoEvent[] = [
        { Action: "start" },
        ...pending,
        { Action: "output", Output: `${line}\n` },
        { Action },
      ];
      events.push(...own.map((event) => ({ ...event, Package: name })));
      pending = [];
      test = undefined;
      failed.clear();
      continue;
    }
    const [, mark, named] = /=== (RUN|PAUSE|CONT|NAME) +(\S+)$/.exec(line) ?? [];
    const [, ended, which, seconds] = /--- (PASS|FAIL|SKIP): (\S+) \((\d+\.\d+)s\)$/.exec(line) ?? [];
    if (named !== undefined) test = named;
    if (which !== undefined) test = which;
    if (mark === "RUN") pending.push({ Action: "run", Test: test });
    pending.push({ Action: "output", Test: test, Output: `${line}\n` });
    if (ended !== undefined && !failed.has(test)) {
      pending.push({ Action: ended.toLowerCase(), Test: test, Elapsed: Number(seconds) });
      if (ended === "FAIL") failed.add(test);
    }
    // Output after the last top-level verdict belongs to the package.
    if (/^(PASS|FAIL)$/.test(line)) test = undefined;
  }
  return [...events, ...cutShort(pending, only)];
}

function cutShort(pending: readonly GoEvent[], only: string | null): GoEvent[] {
  if (!pending.some(({ Action }) => Action === "run")) return [];
  return [{ Action: "start" }, ...pending].map((event) => ({ ...event, Package: only ?? "(truncated)" }));
}

/** The package with the tests, if it is the only one. */
function onlyPackage({ module, declared }: GoLayout): string | null {
  const [folder, ...others] = new Set(Object.values(declared).map(folderOf));
  if (folder === undefined || others.length > 0) return null;
  return folder === "." ? module : `${module}/${folder}`;
}
