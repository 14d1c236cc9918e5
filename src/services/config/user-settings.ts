import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";

/** `config.yaml` in the user's own configuration folder: what a repository must not decide. */
export const UserSettings = z.strictObject({
  /** `postgres://…` instead of a SQLite file in each repository. */
  database: z.string().min(1).nullable().default(null),
});
export type UserSettings = z.infer<typeof UserSettings>;

export async function loadUserSettings(file: string): Promise<UserSettings> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw bad(file, error.message);
  });
  const parsed = UserSettings.safeParse(read(file, text) ?? {});
  if (parsed.success) return parsed.data;
  throw bad(file, z.prettifyError(parsed.error));
}

function read(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw bad(file, error instanceof Error ? error.message : String(error));
  }
}

function bad(file: string, why: string): AgentForgeError {
  return new AgentForgeError("bad_config", `${file}: ${why}`, {
    hint: "Known there: database (postgres://…).",
  });
}
