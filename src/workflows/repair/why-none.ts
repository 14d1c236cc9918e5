import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import type { Tally } from "./fix-search-tally.ts";

/** What ended the work: the time limit, no more candidates, or the model. Each has a different next step. */
export type EndedBy = "budget" | "candidates" | "model";

/** Why nothing was found. If a model ended the work, its reason, and what a person can do about it. */
export function whyNone(
  { sources, model }: Pick<Ports, "model" | "sources">,
  { request }: FixSearchInput,
  tally: Tally,
  helped: number,
  targets: readonly string[],
): { readonly why: string; readonly endedBy: EndedBy } {
  const partly =
    helped === 0
      ? ""
      : `; ${counted(helped, "change")} fixed some of the tests, but ${counted(targets.length, "test still fails", "tests still fail")}`;
  const [gaveUp] = sources.flatMap((source) => source.gaveUp?.() ?? []);
  if (gaveUp !== undefined) return { why: `${modelEnded(gaveUp, model)}${partly}`, endedBy: "model" };
  const spent = budgetSpent();
  if (spent !== null) return { why: `${spent}${partly}`, endedBy: "budget" };
  return { why: `${nothingLeft()}${partly}`, endedBy: "candidates" };

  function budgetSpent(): string | null {
    const { tried } = tally.report();
    const [search] = sources.filter((source) => !source.isModel);
    const modelSource = sources.find((source) => source.isModel);
    const onCandidates = `was used up after ${counted(tried, "candidate")}`;
    if (modelSource && tally.spent(modelSource) && request.wholeSeconds !== undefined) {
      const before = tally.wasAsked() ? "" : " before the model was asked";
      return `the budget of ${request.wholeSeconds} s ${onCandidates}${before}`;
    }
    if (search && !tally.wasAsked() && (tally.spent(search) || tally.endedEarly()))
      return `the budget of ${request.budgetSeconds} s ${onCandidates}`;
    return null;
  }

  function nothingLeft(): string {
    const { tried } = tally.report();
    if (tried === 0 && !tally.wasAsked()) return "no operator had anything to propose for this code";
    return `none of ${counted(tried, "candidate")} makes the failing tests pass without breaking another`;
  }
}

/** Why the model stopped, and the matching next step. */
export function modelEnded(why: string, model = ""): string {
  const said = why.trim().replace(/\.+$/, "");
  const named = model === "" || said.includes(model) ? said : `${model}: ${said}`;
  const next = ADVISED.test(said) ? undefined : NEXT.find(([pattern]) => pattern.test(said))?.[1];
  return next === undefined ? named : `${named}; ${next}`;
}

/** A provider's error message already names the next step. */
const ADVISED = /--brain|name another model|check the environment variable|Is the model served|config\.yaml/;

const NEXT: readonly (readonly [RegExp, string])[] = [
  [/budget of \S+ steps/, "raise model.max_steps in your own config.yaml"],
  [/budget of \S+ tokens/, "raise model.max_tokens in your own config.yaml"],
  [/budget of \$/, "raise model.max_cost_usd in your own config.yaml"],
  [/budget of \S+ s \(--budget\)/, "use a larger --budget"],
  [/budget of \S+ s\b/, "raise model.budget_seconds in your own config.yaml"],
  [/\b40[13]\b/, "set the right key in the environment and run it again"],
  [
    /\b402\b|quota|billing|credit/i,
    "check your account with the provider, or choose another model with --brain",
  ],
  [/\b404\b/, "check the model's name and address: agentforge doctor shows both"],
  [/\b(?:429|5\d\d)\b/, "run it again later, or choose another model with --brain"],
  [/\brefused\b/, "describe the purpose of the change with --issue, or choose another model with --brain"],
  [
    /too long|context|too many tokens/i,
    "lower model.context_tokens, or choose a model with a larger context with --brain",
  ],
  [/cut off|output limit/i, "raise model.max_output_tokens in your own config.yaml"],
  [
    /same step|called no tool|steps failed|more than \d+ times|changes was accepted|changed nothing/,
    "give more details with --issue, or choose another model with --brain",
  ],
];
