import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { before, type Slip } from "./slip.ts";

const WHY = "seconds used as milliseconds, or milliseconds as seconds";
/** Names of times and durations in seconds; `exp`, `iat` and `nbf` are those of a token. */
const SECONDS =
  /(?:^|[._])(?:exp|iat|nbf|expires_?in|max_?age|(?:\w+_)?sec(?:ond)?s)$|[a-z](?:Secs|Seconds)$/i;
const MILLISECONDS = /(?:^|[._])(?:\w+_)?(?:ms|millis|milliseconds)$|[a-z](?:Ms|Millis|Milliseconds)$/;

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["attribute", "identifier"],
  examples: [
    ["const old = token.exp < Date.now();", "const old = token.exp * 1000 < Date.now();"],
    [
      "function f(token, now = Date.now()) { return decode(token).exp > now; }",
      "function f(token, now = Date.now()) { return decode(token).exp * 1000 > now; }",
    ],
    ["const end = Date.now() + reply.expires_in;", "const end = Date.now() + reply.expires_in * 1000;"],
    ["setTimeout(run, delaySeconds);", "setTimeout(run, delaySeconds * 1000);"],
  ],
  leaves: [
    "const old = token.exp * 1000 < Date.now();",
    "const old = token.exp < Date.now() / 1000;",
    "const same = a.exp === b.exp;",
  ],
  correct: (site, context) => converted(site, SECONDS, " * 1000", context),
};

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["attribute", "identifier"],
  examples: [
    ["time.sleep(delay_ms)", "time.sleep(delay_ms / 1000)"],
    ["end = time.time() + self.timeout_ms", "end = time.time() + self.timeout_ms / 1000"],
  ],
  leaves: ["time.sleep(delay)", "time.sleep(delay_ms / 1000)", "x = a_ms + b_ms"],
  correct: (site, context) => converted(site, MILLISECONDS, " / 1000", context),
};

/** A clock, or a call that waits: both are in the unit of the language. */
const CLOCK = /\b(?:Date\.now\(\)|getTime\(\)|performance\.now\(\)|now|time\.(?:time|monotonic)\(\))/;
const WAITS = /^(?:setTimeout|setInterval|sleep|delay)$/;

function* converted(
  site: SyntaxNode,
  unit: RegExp,
  factor: string,
  context: Context,
): Generator<readonly Change[]> {
  const { parent, role } = site;
  if (parent === null || !unit.test(context.text(site)) || role === "object" || role === "target") return;
  const isCompared = parent.kind === "comparison" || (parent.kind === "binary" && isSum(parent));
  const others = isCompared ? parent.children.filter((each) => each !== site) : [];
  const isWithClock = others.some(
    (each) => CLOCK.test(context.text(each)) && !/1000/.test(context.text(each)),
  );
  const call = parent.kind === "arguments" ? callOf(parent.parent, context) : null;
  if (isWithClock || (call !== null && WAITS.test(call.name))) yield [before(site.end, factor)];
}

function isSum({ operators }: SyntaxNode): boolean {
  return /^[+-]$/.test(operators[0]?.text ?? "");
}

export const timeUnitSlips: readonly Slip[] = [javascript, python];
