import type { ToolCall } from "../entities/tool.ts";

/** Whether a call that was being made when the process ended may simply be made again. */
export type RepeatVerdict =
  | { readonly status: "safe"; readonly why: string }
  | { readonly status: "ask"; readonly why: string };

/**
 * The copy is made again with the recorded changes, so what a half-done call did to it is not there any more. What
 * counts is what a call may have done elsewhere.
 */
export function judgeRepeat(call: Pick<ToolCall, "name" | "category">): RepeatVerdict {
  switch (call.category) {
    case "read":
      return { status: "safe", why: "it only reads" };
    case "write":
      return { status: "safe", why: "it changes a copy, which is recreated in its earlier state" };
    case "execute":
      return ["run_tests", "run_single_test", "run_shell"].includes(call.name)
        ? { status: "safe", why: "it runs on a layer that is thrown away" }
        : { status: "ask", why: "it runs a command that is not ours, which may have done something already" };
    case "control":
      return { status: "safe", why: "what it says to people is on record where it was said" };
    default:
      return { status: "ask", why: "what it does is not known" };
  }
}
