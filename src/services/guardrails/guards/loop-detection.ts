import { counted } from "../../../domain/rules/text/counted.ts";
import { warn } from "../answers.ts";
import { edited, failed, read as reading } from "../example-events.ts";
import type { Guard, GuardInput } from "../guard.ts";
import { writtenPaths } from "../harness/edits.ts";
import { inspectCommand } from "../inspect.ts";

const LONGEST_CYCLE = 5;
const edit = edited("src/app.ts");
const failing = failed("make build", 2, "error: x.c:12: no such thing");
const read = (path: string) => ({ ...edit, tool: reading(path).tool });

export const loopDetection: Guard = {
  meta: {
    id: "loop_detection",
    title: "Loops are pointed out",
    why: "Brains retry the same edit, the same failing command or the same few steps until the budget is gone. A timely note breaks the loop. Counts reset with each task.",
    examples: [
      {
        title: "the fifth edit to one file",
        after: [edit, edit, edit, edit],
        event: edit,
        effect: "allow",
        says: "reconsider",
      },
      { title: "the fourth is fine", after: [edit, edit, edit], event: edit, effect: "allow" },
      {
        title: "the same failing command three times",
        after: [failing, failing],
        event: failing,
        effect: "allow",
        says: "failed 3 times",
      },
      {
        title: "a cycle of two",
        after: [read("a"), read("b"), read("a"), read("b"), read("a")],
        event: read("b"),
        effect: "allow",
        says: "same 2 steps",
      },
      {
        title: "a new task starts from zero",
        after: [
          edit,
          edit,
          edit,
          edit,
          { ...edit, event: "start", source: "startup", task: "one" },
          { event: "start", source: "startup", task: "two" },
        ],
        event: edit,
        effect: "allow",
      },
    ],
  },
  after(input) {
    const texts = [...editLoops(input), ...failureLoops(input), ...cycles(input)];
    return texts.length === 0 ? null : warn(...texts);
  },
};

function editLoops({
  event,
  state,
  settings,
  files,
}: GuardInput<"after_tool" | "tool_failed" | "batch">): string[] {
  const { edit_threshold } = settings.middleware.loop_detection;
  if (event.event !== "after_tool" || edit_threshold === 0) return [];
  const paths = writtenPaths(event.tool, inspectCommand(event.tool, event, files), event);
  return paths.flatMap((path) => {
    const count = state.edits[path] ?? 0;
    if (count < edit_threshold) return [];
    return [
      `${path} was edited ${counted(count, "time")} in this task (threshold ${edit_threshold}). Stop and reconsider: read the error again, look for the cause in another file, a dependency or the configuration, or try a different approach instead of one more tweak.`,
    ];
  });
}

function failureLoops({
  event,
  state,
  settings,
}: GuardInput<"after_tool" | "tool_failed" | "batch">): string[] {
  const { command_threshold, error_threshold } = settings.middleware.loop_detection;
  if (event.event === "batch" && state.batch_failures === 0) return [];
  if (state.recent.at(-1)?.endsWith(":ok") ?? true) return [];
  const last = state.recent.at(-1) ?? "";
  const action = Object.keys(state.failing_commands).find((key) => last.startsWith(`${key}:`));
  const times = action === undefined ? 0 : (state.failing_commands[action] ?? 0);
  if (command_threshold > 0 && times >= command_threshold)
    return [
      `The same call failed ${counted(times, "time")} without a success in between. Repeating it will not help: reconsider what it is supposed to show, and change something else first.`,
    ];
  const error = Object.keys(state.errors).find((key) => last.endsWith(`:${key}`));
  const seen = error === undefined ? 0 : (state.errors[error] ?? 0);
  if (error_threshold > 0 && seen >= error_threshold)
    return [
      `The same error occurred ${counted(seen, "time")}, after different calls: ${error}. Reconsider the cause; the changes so far did not address it.`,
    ];
  return [];
}

/** The shortest repeated sequence at the end of the recent actions. Repeated single edits are counted above. */
function cycles({ event, state, settings }: GuardInput<"after_tool" | "tool_failed" | "batch">): string[] {
  if (event.event === "batch" && state.batch_failures === 0) return [];
  const repeats = settings.middleware.loop_detection.cycle_repeats;
  if (repeats < 2) return [];
  for (let length = 1; length <= LONGEST_CYCLE; length += 1) {
    const latest = state.recent.slice(-length * repeats);
    if (latest.length < length * repeats) return [];
    if (latest.every((action, index) => action === latest[index % length])) {
      if (length === 1 && (latest[0]?.startsWith("write:") || !latest[0]?.endsWith(":ok"))) return [];
      return [
        length === 1
          ? `The same call was made ${repeats} times with the same result. Reconsider: it will show nothing new.`
          : `The same ${length} steps were taken ${repeats} times in a row. Reconsider the approach: leave the cycle.`,
      ];
    }
  }
  return [];
}
