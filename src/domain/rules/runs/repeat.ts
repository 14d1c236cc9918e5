import type { ToolCall } from "../../entities/tool.ts";

/** Whether a call that was running when the process died may simply be repeated. */
export type RepeatVerdict =
  | { readonly status: "safe"; readonly why: string }
  | { readonly status: "ask"; readonly why: string };

/**
 * The copy is recreated with the recorded changes, so the effects of a partial call on it are gone. Only
 * effects outside the copy matter.
 */
export function judgeRepeat(call: Pick<ToolCall, "name" | "category">): RepeatVerdict {
  switch (call.category) {
    case "read":
      return { status: "safe", why: "it only reads" };
    case "write":
      return { status: "safe", why: "it changes a copy, which is recreated in its earlier state" };
    case "execute":
      return ["run_tests", "run_single_test", "run_shell"].includes(call.name)
        ? { status: "safe", why: "it runs on a layer that is discarded" }
        : { status: "ask", why: "it runs an external command, which may already have had effects" };
    case "control":
      return { status: "safe", why: "its messages to people are recorded if they were sent" };
    default:
      return { status: "ask", why: "its effect is unknown" };
  }
}
