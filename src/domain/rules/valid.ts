import { z } from "zod";
import { AgentForgeError } from "../errors.ts";

/** What a person wrote, as the schema has it; says what is wrong with it where it does not fit. */
export function requireValid<T>(schema: z.ZodType<T>, data: unknown, name: string, hint: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new AgentForgeError("bad_input", `${name} is not valid:\n${z.prettifyError(parsed.error)}`, { hint });
}
