import type { ModelTool } from "../../../domain/ports/model.ts";

/** Limits and strictness need not be sent: a call that violates them is answered with what is expected. */
const UNSAID = new Set([
  ...["additionalProperties", "default", "minItems", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum"],
]);

/** Tools as sent with every request: only the names, types and descriptions that a model needs. */
export function slimTools(tools: readonly ModelTool[]): ModelTool[] {
  return tools.map((tool) => ({ ...tool, parameters: slim(tool.parameters) as ModelTool["parameters"] }));
}

function slim(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(slim);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !UNSAID.has(key) || (key === "additionalProperties" && value !== false))
      .map(([key, value]) => [key, key === "properties" ? slimProperties(value) : slim(value)]),
  );
}

/** Property names belong to the tool and are kept, even if they look like keywords. */
function slimProperties(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, slim(schema)]));
}
