import { z } from "zod";
import { AgentForgeError } from "../errors.ts";

/** Parses what a person wrote; throws what is wrong with it if it does not match the schema. */
export function requireValid<T>(schema: z.ZodType<T>, data: unknown, name: string, hint: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new AgentForgeError("bad_input", `${name} is not valid:\n${z.prettifyError(parsed.error)}`, { hint });
}
