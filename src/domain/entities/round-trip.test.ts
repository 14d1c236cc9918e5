import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { arbitraryOf } from "../../../test/support/arbitrary.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const entities = await collectSchemas();

describe("every entity survives a round trip through disk", () => {
  it("covers every entity of SPEC section 3", () => {
    expect([...entities.keys()]).toEqual(
      expect.arrayContaining([
        ...["ToolCall", "ToolResult", "AgentAction", "ConversationMessage", "ExecutionContext", "StepResult"],
        ...["Violation", "FixAttempt", "TestResult", "TestFailure", "DiagnosticReport", "CodeChange"],
        ...["ConfidenceBreakdown", "Review", "Escalation", "Plan", "ActivityRecord"],
      ]),
    );
  });

  it.each([...entities])("%s: JSON and YAML return the same value", (_name, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (generated) => {
        const value = schema.parse(generated);
        expect(schema.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
        expect(schema.parse(parse(stringify(value)))).toEqual(value);
      }),
      { numRuns: 40 },
    );
  });

  it("fills in the defaults for a sparse record", () => {
    const step = entities.get("StepResult")?.parse({ success: true });
    expect(step).toMatchObject({ tool_results: [], should_continue: true, error: null });
  });
});

async function collectSchemas(): Promise<Map<string, z.ZodType>> {
  const found = new Map<string, z.ZodType>();
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  )) {
    if (file === "common.ts") continue;
    for (const [name, value] of Object.entries(await import(`./${file}`))) {
      if (value instanceof z.ZodObject) found.set(name, value);
    }
  }
  return found;
}
