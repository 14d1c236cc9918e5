import { AgentForgeError } from "../../domain/errors.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";

/** The result of a tool. Clients show a model only `structuredContent`, so everything is in there. */
export interface ToolAnswer {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

const MAX_TEXT = 20_000;

export function answer(value: unknown): ToolAnswer {
  const structuredContent = asObject(bounded(value));
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

export function refusal(error: string, hint?: string): ToolAnswer {
  return { ...answer({ error, ...(hint ? { hint } : {}) }), isError: true };
}

/** An error that a person or a model can fix becomes a result; anything else is a bug and is thrown. */
export async function answering(work: () => Promise<unknown>): Promise<ToolAnswer> {
  try {
    return answer(await work());
  } catch (error) {
    if (error instanceof AgentForgeError) return refusal(error.message, error.hint);
    throw error;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : { result: value };
}

function bounded(value: unknown): unknown {
  if (typeof value === "string")
    return value.length <= MAX_TEXT
      ? value
      : `${value.slice(0, MAX_TEXT)}\n(${value.length - MAX_TEXT} more characters)`;
  if (Array.isArray(value)) return value.map(bounded);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bounded(item)]));
  return value;
}
