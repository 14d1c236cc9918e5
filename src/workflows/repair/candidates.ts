import type { Briefing, OfferedPatch, PatchSource, RepairSearchRequest } from "../../domain/ports/repair.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import type { Ports } from "../ports.ts";
import { readTexts } from "../proof/settle.ts";
import type { FixSearchInput, FixSearchResume } from "./fix-search-input.ts";
import type { Tally } from "./fix-search-tally.ts";
import { environmentOf } from "./repair-target.ts";
import type { Aim } from "./try-candidates.ts";

export type CandidatesPorts = Pick<Ports, "locate" | "sources">;

export interface CandidatesState {
  /** An interrupted session that its source continues. */
  readonly session: FixSearchResume["session"];
  /** Search has used up its iterations. */
  readonly onlyModels: boolean;
  /** A patch helps: a model is not asked in this iteration, but starts from the patch in the next one. */
  readonly hasFound: () => boolean;
}

/** The patches of every source for these targets, cheapest source first. */
export async function* candidates(
  ports: CandidatesPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  { session, onlyModels, hasFound }: CandidatesState,
): AsyncGenerator<OfferedPatch> {
  const isDone = (source: PatchSource) => (session !== null || onlyModels) && !source.isModel;
  if (session !== null) tally.add(session.tried);
  if (ports.sources.some(isDone)) tally.suspect(ports.locate(aim.target));
  for (const source of ports.sources) {
    if (isDone(source)) continue;
    if (input.signal.aborted || (source.isModel && hasFound())) return;
    if (tally.spent(source)) continue;
    input.onEvent({ kind: "phase", phase: "search" });
    const offered = source.patches(requestFor(ports, input, tally, aim, { session, source }));
    if (source.isModel) yield* tally.whileModelWorks(offered);
    else yield* untilSpent(offered, () => tally.spent(source));
  }
}

/**
 * A screened patch has already cost its time, so it is judged even after the deadline; so is every patch from a
 * model.
 */
async function* untilSpent(
  offered: AsyncIterable<OfferedPatch>,
  isSpent: () => boolean,
): AsyncGenerator<OfferedPatch> {
  for await (const each of offered) {
    if (!each.screened && isSpent()) return;
    yield each;
  }
}

function requestFor(
  { locate }: CandidatesPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  { session, source }: Pick<CandidatesState, "session"> & { readonly source: PatchSource },
): RepairSearchRequest {
  const suspects: RepairSearchRequest["watch"]["suspects"] = (found) => {
    tally.suspect(found);
    input.onEvent({ kind: "suspects", suspects: found });
  };
  const brief = lazily(async (): Promise<Briefing> => {
    if (!tally.hasSuspects()) suspects(locate(await aim.measure()));
    tally.handOver();
    return briefOn(input, tally, { session });
  });
  return {
    target: aim.target,
    environment: environmentOf(input.tree, input.baseline.suites),
    signal: input.signal,
    leftMs: () => tally.leftMs(source),
    measure: aim.measure,
    brief,
    watch: {
      suspects,
      progress: ({ tried, latest }) => tally.progress(tried, latest),
      searched({ tried, operators, partly, complete }) {
        tally.add(tried, operators);
        if (!complete) tally.endEarly();
        tally.helped(partly);
      },
    },
  };
}

async function briefOn(
  input: FixSearchInput,
  tally: Tally,
  { session }: Pick<CandidatesState, "session">,
): Promise<Briefing> {
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
    kept: tally.kept(),
    say: (text, activity) => input.onEvent({ kind: "brain", text, ...(activity && { activity }) }),
    ...(session && { resume: session }),
  };
}
