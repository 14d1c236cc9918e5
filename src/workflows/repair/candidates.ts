import type { Briefing, OfferedPatch, PatchSource, RepairSearchRequest } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";
import { readTexts } from "../proof/settle.ts";
import type { FixSearchInput, FixSearchResume } from "./fix-search-input.ts";
import type { Tally } from "./fix-search-tally.ts";
import { environmentOf } from "./repair-target.ts";
import type { Aim } from "./try-candidates.ts";

export type CandidatesPorts = Pick<Ports, "locate" | "sources">;

/** What every source yields for this aim, cheapest source first. A session that was cut short goes on with its source. */
export async function* candidates(
  ports: CandidatesPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  session: FixSearchResume["session"],
): AsyncGenerator<OfferedPatch> {
  const isDone = (source: PatchSource) => session !== null && !source.resumes;
  if (session !== null) tally.add(session.tried);
  if (ports.sources.some(isDone)) tally.suspect(ports.locate(aim.target));
  for (const source of ports.sources) {
    if (isDone(source)) continue;
    if (tally.spent() || input.signal.aborted) return;
    input.onEvent({ kind: "phase", phase: "search" });
    yield* source.patches(requestFor(ports, input, tally, aim, session));
  }
}

function requestFor(
  { locate }: CandidatesPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  session: FixSearchResume["session"],
): RepairSearchRequest {
  let briefing: Promise<Briefing> | null = null;
  const suspects: RepairSearchRequest["watch"]["suspects"] = (found) => {
    tally.suspect(found);
    input.onEvent({ kind: "suspects", suspects: found });
  };
  return {
    target: aim.target,
    environment: environmentOf(input.tree, input.baseline.suites),
    signal: input.signal,
    leftMs: tally.leftMs,
    measure: aim.measure,
    brief() {
      briefing ??= brief();
      return briefing;
    },
    watch: {
      suspects,
      progress: ({ tried, latest }) => tally.progress(tried, latest),
      searched({ tried, operators, partly }) {
        tally.add(tried, operators);
        tally.helped(partly);
      },
    },
  };

  async function brief(): Promise<Briefing> {
    if (!tally.hasSuspects()) suspects(locate(await aim.measure()));
    tally.handOver();
    const { files } = await input.tree.changes();
    const [gone, changed] = [true, false].map((isGone) =>
      files.filter((file) => (file.after === null) === isGone).map((file) => file.path),
    );
    const report = tally.report();
    return {
      ...input.run,
      judging: async () => input.baseline.judging,
      issue: input.request.issue,
      suspects: report.suspects,
      partly: tally.partly(),
      tried: report.tried,
      files: await readTexts(input.tree, changed ?? []),
      gone: gone ?? [],
      say: (text, activity) => input.onEvent({ kind: "brain", text, ...(activity && { activity }) }),
      ...(session && { resume: session }),
    };
  }
}
