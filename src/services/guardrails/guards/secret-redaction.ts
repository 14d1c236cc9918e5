import { warn } from "../answers.ts";
import { ran } from "../example-events.ts";
import type { Guard } from "../guard.ts";

export const secretRedaction: Guard = {
  meta: {
    id: "secret_redaction",
    title: "Secrets are masked in tool output",
    why: "What a tool prints goes to a model, a trace and a journal. Secrets are masked before they get there; the same code redacts the trace.",
    examples: [
      {
        title: "a key in the output of a tool",
        event: ran("npm run config", `API_KEY=${"a1b2c3d4e5f6".repeat(2)}\nport=80`),
        effect: "allow",
        says: "<secret:api-key:",
      },
      {
        title: "a custom pattern",
        event: ran("npm run config", "mycorp_12345678"),
        settings: { middleware: { secret_redaction: { patterns: ["mycorp_*"] } } },
        effect: "allow",
        says: "<secret:own-pattern:",
      },
      { title: "ordinary output stays", event: ran("ls", "src\ntest"), effect: "allow" },
    ],
  },
  after({ event, mask }) {
    if (event.event === "batch") return null;
    const output = mask(event.result.output);
    return output === event.result.output
      ? null
      : { ...warn("The output contained something that looks like a secret; it was masked."), output };
  },
};
