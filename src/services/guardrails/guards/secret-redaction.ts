import type { Guard } from "../guard.ts";

export const secretRedaction: Guard = {
  meta: {
    id: "secret_redaction",
    title: "Secrets are masked in tool output",
    why: "What a tool prints goes to a model, a trace and a journal. Secrets are masked before they get there; the same code redacts the trace.",
    examples: [
      {
        title: "a key in the output of a tool",
        event: {
          event: "after_tool",
          tool: { kind: "shell", name: "Bash", command: "npm run config" },
          result: { exit_code: 0, output: `API_KEY=${"a1b2c3d4e5f6".repeat(2)}\nport=80` },
        },
        effect: "allow",
        says: "<secret:api-key:",
      },
      {
        title: "a custom pattern",
        event: {
          event: "after_tool",
          tool: { kind: "shell", name: "Bash", command: "npm run config" },
          result: { exit_code: 0, output: "mycorp_12345678" },
        },
        settings: { middleware: { secret_redaction: { patterns: ["mycorp_*"] } } },
        effect: "allow",
        says: "<secret:own-pattern:",
      },
      {
        title: "ordinary output stays",
        event: {
          event: "after_tool",
          tool: { kind: "shell", name: "Bash", command: "ls" },
          result: { exit_code: 0, output: "src\ntest" },
        },
        effect: "allow",
      },
    ],
  },
  after({ event, mask }) {
    if (event.event === "batch") return null;
    const output = mask(event.result.output);
    return output === event.result.output
      ? null
      : {
          output,
          notes: [
            {
              kind: "warning",
              text: "The output contained something that looks like a secret; it was masked.",
            },
          ],
        };
  },
};
