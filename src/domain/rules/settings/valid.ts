import { z } from "zod";
import { AgentForgeError } from "../../errors.ts";

/** Parses a person's input; throws an error that says what is wrong if it does not match the schema. */
export function requireValid<T>(schema: z.ZodType<T>, data: unknown, name: string, hint: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new AgentForgeError("bad_input", `${name} is not valid:\n${z.prettifyError(parsed.error)}`, { hint });
}
