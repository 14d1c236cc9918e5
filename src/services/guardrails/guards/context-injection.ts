import { counted } from "../../../domain/rules/text/counted.ts";
import { inform } from "../answers.ts";
import type { Guard, GuardInput } from "../guard.ts";
import { currentTask, treeOf, verificationCommands } from "../project-facts.ts";

/** Claude Code moves longer texts to a file that the model may not read. */
const MAX_LENGTH = 9_000;

export const contextInjection: Guard = {
  meta: {
    id: "context_injection",
    title: "The brain starts with a map",
    why: "Most sessions start by exploring. Providing the file tree, the verification commands, the task and the last state up front saves that work.",
    examples: [
      {
        title: "the commands in AGENTS.md",
        event: { event: "start", source: "startup" },
        files: { "AGENTS.md": "# Checks\n- `pytest tests/`\n" },
        effect: "allow",
        says: "pytest tests/",
      },
      {
        title: "the next task of the plan",
        event: { event: "start", source: "startup" },
        files: { "IMPLEMENTATION_PLAN.md": "- [x] one\n- [ ] add a greeting\n" },
        effect: "allow",
        says: "add a greeting",
      },
      {
        title: "the tree",
        event: { event: "start", source: "startup" },
        files: { "src/app.py": "" },
        effect: "allow",
        says: "app.py",
      },
      {
        title: "the tools, if the host names them",
        event: { event: "start", source: "startup", tools: ["read_file", "edit_file"] },
        effect: "allow",
        says: "edit_file",
      },
      {
        title: "where a resumed session left off",
        after: [{ event: "start", source: "startup", task: "fix the parser" }],
        event: { event: "start", source: "resume" },
        effect: "allow",
        says: "fix the parser",
      },
      {
        title: "a time budget",
        event: { event: "start", source: "startup" },
        settings: { middleware: { context_injection: { time_budget_seconds: 600 } } },
        effect: "allow",
        says: "600 seconds",
      },
    ],
  },
  onStart(input) {
    const text = [
      tree(input),
      tools(input),
      commands(input),
      plan(input),
      resumed(input),
      time(input),
      rules(input),
    ]
      .filter((part) => part !== null)
      .join("\n\n");
    return inform(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}\n(cut)` : text);
  },
};

function tree({ event, settings, files }: GuardInput<"start">): string | null {
  const { inject_dir_tree, max_tree_depth } = settings.middleware.context_injection;
  const text = inject_dir_tree && event.source !== "resume" ? treeOf(event.root, max_tree_depth, files) : "";
  return text === "" ? null : `## Project structure\n${text}`;
}

function tools({ event, settings }: GuardInput<"start">): string | null {
  if (!settings.middleware.context_injection.inject_tools || !event.tools?.length) return null;
  return `## Tools\n${event.tools.join(", ")}`;
}

function commands({ event, files }: GuardInput<"start">): string | null {
  const found = verificationCommands(event.root, files);
  return found.length === 0
    ? null
    : `## Verification commands (AGENTS.md)\n${found.map((command) => `- ${command}`).join("\n")}`;
}

function plan({ event, files }: GuardInput<"start">): string | null {
  const status = currentTask(event.root, files);
  if (!status) return null;
  return `## Tasks (IMPLEMENTATION_PLAN.md)\n- done: ${status.completed}\n- open: ${status.remaining}\n- next: ${status.next ?? "none"}`;
}

function resumed({ event, state }: GuardInput<"start">): string | null {
  if (event.source !== "resume" && event.source !== "compact") return null;
  const { tests_passed } = state.verification_status;
  const edited = Object.keys(state.edits);
  const lines = [
    `- task: ${state.current_task ?? "unknown"}`,
    `- tests: ${tests_passed ? "passed after the last change" : state.unverified ? "not passed since the last change" : "nothing to verify yet"}`,
    ...(edited.length === 0 ? [] : [`- edited: ${edited.slice(0, 20).join(", ")}`]),
  ];
  return `## Where you were\n${lines.join("\n")}\nContinue from here; do not start over.`;
}

function time({ settings }: GuardInput<"start">): string | null {
  const seconds = settings.middleware.context_injection.time_budget_seconds;
  return seconds > 0
    ? `## Time\nThe time limit is ${counted(seconds, "second")}; after that no tool runs.`
    : null;
}

function rules({ settings }: GuardInput<"start">): string {
  const { loop_detection, pre_completion_checklist, file_protection } = settings.middleware;
  return [
    "## Enforced limits",
    ...(file_protection.enabled
      ? [
          `- Protected files (${file_protection.protected_patterns.join(", ")}, git, agent and editor configuration) cannot be written by any tool or shell command.`,
        ]
      : []),
    ...(loop_detection.enabled
      ? [
          `- After ${counted(loop_detection.edit_threshold, "edit")} to one file, you are asked to reconsider.`,
        ]
      : []),
    ...(pre_completion_checklist.enabled
      ? ["- You cannot stop while changed code has no passing test run after it."]
      : []),
  ].join("\n");
}
