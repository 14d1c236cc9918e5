import { counted } from "../../domain/rules/counted.ts";
import type { Ports } from "../ports.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import type { Tally } from "./fix-search-tally.ts";

/** What ended the work: the time, candidates that ran out, or the model. Each has another next step. */
export type EndedBy = "budget" | "candidates" | "model";

/** Why nothing was found. Where a model ended the work, its reason is the reason, with what a person can do about it. */
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
      : `; ${helped} of its changes helped, but ${counted(targets.length, "test still fails", "tests still fail")}`;
  const [gaveUp] = sources.flatMap((source) => source.gaveUp?.() ?? []);
  if (gaveUp !== undefined) return { why: `${modelEnded(gaveUp, model)}${partly}`, endedBy: "model" };
  const spent = budgetSpent();
  if (spent !== null) return { why: `${spent}${partly}`, endedBy: "budget" };
  return { why: `${nothingLeft()}${partly}`, endedBy: "candidates" };

  function budgetSpent(): string | null {
    const { tried } = tally.report();
    const [search] = sources.filter((source) => !source.resumes);
    const thinker = sources.find((source) => source.resumes);
    const onCandidates = `was spent on ${counted(tried, "candidate")}`;
    if (thinker && tally.spent(thinker) && request.wholeSeconds !== undefined) {
      const before = tally.wasAsked() ? "" : " before the model was asked";
      return `the budget of ${request.wholeSeconds} s ${onCandidates}${before}`;
    }
    if (search && !tally.wasAsked() && tally.spent(search))
      return `the budget of ${request.budgetSeconds} s ${onCandidates}`;
    return null;
  }

  function nothingLeft(): string {
    const { tried } = tally.report();
    if (tried === 0 && !tally.wasAsked()) return "no operator had anything to propose for this code";
    return `none of ${counted(tried, "candidate")} makes the failing tests pass without breaking another`;
  }
}

/** The words of a model's end, and the next step that belongs to them. */
export function modelEnded(why: string, model = ""): string {
  const said = why.trim().replace(/\.+$/, "");
  const named = model === "" || said.includes(model) ? said : `${model}: ${said}`;
  const next = ADVISED.test(said) ? undefined : NEXT.find(([pattern]) => pattern.test(said))?.[1];
  return next === undefined ? named : `${named}; ${next}`;
}

/** The words of a provider's failure name the next step themselves. */
const ADVISED = /--brain|name another model|check its variable|Is the model served|config\.yaml/;

const NEXT: readonly (readonly [RegExp, string])[] = [
  [/budget of \S+ steps/, "model.max_steps in your own config.yaml gives it more"],
  [/budget of \S+ tokens/, "model.max_tokens in your own config.yaml gives it more"],
  [/budget of \$/, "model.max_cost_usd in your own config.yaml gives it more"],
  [/budget of \S+ s \(--budget\)/, "a larger --budget gives it longer"],
  [/budget of \S+ s\b/, "model.budget_seconds in your own config.yaml gives it longer"],
  [/\b40[13]\b/, "set the right key in the environment and run it again"],
  [
    /\b402\b|quota|billing|credit/i,
    "look at your account with the provider, or name another model by --brain",
  ],
  [/\b404\b/, "check the model's name and address: agentforge doctor shows both"],
  [/\b(?:429|5\d\d)\b/, "run it again later, or name another model by --brain"],
  [/\brefused\b/, "say by --issue what the change is for, or name another model by --brain"],
  [
    /too long|context|too many tokens/i,
    "lower model.context_tokens, or name a model by --brain that reads more",
  ],
  [/cut off|output limit/i, "model.max_output_tokens in your own config.yaml lets it say more at once"],
  [
    /same step|called no tool|steps failed|more than \d+ times|changes held|changed nothing/,
    "say more by --issue, or name another model by --brain",
  ],
];
