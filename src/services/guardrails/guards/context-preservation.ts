import { inform } from "../answers.ts";
import { edited } from "../example-events.ts";
import type { Guard } from "../guard.ts";
import { verificationCommands } from "../project-facts.ts";

export const contextPreservation: Guard = {
  meta: {
    id: "context_preservation",
    title: "Important facts survive compaction",
    why: "A summary forgets where the work left off. The facts are given to the summarizer and again at the next start, because they are kept in the state, not in the conversation.",
    examples: [
      {
        title: "the task and the commands",
        after: [{ event: "start", source: "startup", task: "add authentication" }],
        event: { event: "compact", trigger: "auto" },
        files: { "AGENTS.md": "- `go test ./...`\n" },
        effect: "allow",
        says: "add authentication",
      },
      {
        title: "what is not verified yet",
        after: [edited("src/app.py")],
        event: { event: "compact", trigger: "manual" },
        effect: "allow",
        says: "src/app.py",
      },
    ],
  },
  onCompact({ event, state, files }) {
    const commands = verificationCommands(event.root, files);
    const edits = Object.entries(state.edits).map(([path, count]) => `${path} (${count})`);
    const lines = [
      "Keep in the summary:",
      `- current task: ${state.current_task ?? "not named"}`,
      `- tasks: ${state.tasks_completed} done, ${state.tasks_remaining} open`,
      `- test cycle: ${state.tdd_phase ?? "not started"}; ${state.unverified ? "changed code has no passing test run yet" : "no unverified change"}`,
      ...(edits.length === 0 ? [] : [`- edited in this task: ${edits.slice(0, 30).join(", ")}`]),
      ...(commands.length === 0 ? [] : [`- verification commands: ${commands.join("; ")}`]),
      "Continue with the current task afterwards; do not start over.",
    ];
    return inform(lines.join("\n"));
  },
};
