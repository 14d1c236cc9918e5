import { inform } from "../answers.ts";
import { read } from "../example-events.ts";
import type { Guard } from "../guard.ts";

/**
 * The harness store writes the trace for every event, because the state is a fold over it. This section of
 * `harness.json` decides how much of a call each record keeps; the guard only announces it once.
 */
export const traceLogging: Guard = {
  meta: {
    id: "trace_logging",
    title: "Every event is logged",
    why: "`trace analyze`, the loop and verification guards and a resumed session all read the same append-only file, so nothing is lost when hooks run concurrently.",
    examples: [
      {
        title: "a session names its trace file",
        event: { event: "start", source: "startup" },
        effect: "allow",
        says: "trace-log.jsonl",
      },
      { title: "tool calls pass", event: read("src/app.ts"), effect: "allow" },
    ],
  },
  onStart({ settings }) {
    return inform(`Every tool call is logged in ${settings.state.dir}/<session>/trace-log.jsonl.`);
  },
};
