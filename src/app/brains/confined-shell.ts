import type { GuardDecision } from "../../domain/entities/guard-event.ts";

/** Questions about code that cannot be analyzed beforehand. */
const ANSWERED_BY_SANDBOX = ["inline_code", "unknown_program"];

/**
 * Elsewhere, a snippet or an unknown program leads to a question. In the sandbox it has no network, no
 * secrets and a layer that is discarded, so it may run there; denials and the user's own rules still apply.
 */
export function permitConfined(_event: object, objections: readonly GuardDecision[]): GuardDecision | null {
  const isAnswered =
    objections.length > 0 &&
    objections.every(
      ({ effect, rule, layer = "built-in" }) =>
        effect === "ask" && layer === "built-in" && ANSWERED_BY_SANDBOX.includes(rule),
    );
  if (!isAnswered) return null;
  return { effect: "allow", reason: "the sandbox confines it", rule: "confined", guard: "command_policy" };
}
