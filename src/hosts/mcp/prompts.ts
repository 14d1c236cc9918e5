interface PromptDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  text(values: Readonly<Record<string, string>>): string;
}

const PROMPTS: readonly PromptDefinition[] = [
  {
    name: "repair-tests",
    description: "Make failing tests pass and explain the fix.",
    arguments: [{ name: "test", description: "Only this test", required: false }],
    text: ({ test }) =>
      `Call \`repair\`${test ? ` with tests ["${test}"]` : ""}. If a fix was found, read the review with \`review\`, explain in a few sentences what was wrong and why the change is right, and tell me how to approve it. If none was found, read the suspected places with \`read_file\` and tell me what you would try; change nothing else.`,
  },
  {
    name: "explain-review",
    description: "Explain a pending change, with its risks.",
    arguments: [{ name: "review_id", description: "The id that `review` lists", required: true }],
    text: ({ review_id }) =>
      `Call \`review\` with review_id "${review_id}". Explain what the change does, what proves it, what it does not prove, and what could go wrong. End with a recommendation; the decision is mine.`,
  },
  {
    name: "clean-violations",
    description: "Work through the violations of the contracts, most severe first.",
    arguments: [],
    text: () =>
      "Call `check`. Then call `fix_violation` for each violation, the most severe first. Summarize in a table: violation, what was done, review or reason why not. Approve nothing.",
  },
];

export function listPrompts() {
  return PROMPTS.map(({ name, description, arguments: args }) => ({
    name,
    description,
    arguments: [...args],
  }));
}

/** The text of a prompt, or null if there is none with that name. */
export function promptText(name: string, values: Readonly<Record<string, string>>): string | null {
  return PROMPTS.find((prompt) => prompt.name === name)?.text(values) ?? null;
}
