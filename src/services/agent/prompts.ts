import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Guidance } from "../../domain/ports/repair.ts";

type PromptName =
  | "repair_agent_v3"
  | "repair_retry_v2"
  | "fix_violation_v3"
  | "plan_writer_v3"
  | "failing_test_v3";

/** Versioned Markdown; `{{name}}` is replaced by a value. A changed prompt gets a new version. */
export type Prompts = (name: PromptName, values?: Readonly<Record<string, string>>) => Promise<string>;

export function readPrompts(folder: string): Prompts {
  return async (name, values = {}) => {
    const text = await readFile(join(folder, `${name}.md`), "utf8");
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, key: string) => values[key] ?? "");
  };
}

/** The person's request: not fenced, because the model should follow it within the rules. */
export function personsRequest(issue: string | null): string {
  return issue === null ? "" : `The person you work for says:\n${issue}\n\n`;
}

/** A person's comments on an earlier attempt: not fenced either. */
export function personsWords(guidance: readonly Guidance[]): string {
  if (guidance.length === 0) return "";
  const words = guidance.map(({ by, at, text }) => `- ${by}, ${at.slice(0, 10)}: ${text}`);
  return `A person looked at an earlier attempt and says, newest first:\n${words.join("\n")}\n\n`;
}

/**
 * Marks text from the repository or a program as data. The id is the hash of the text, so no text can contain
 * its own end marker.
 */
export function fence(source: string, text: string): string {
  const id = createHash("sha256").update(source).update("\0").update(text).digest("hex").slice(0, 16);
  const label = source.replace(/[^\w ./:@-]/g, "?").slice(0, 200);
  return `<untrusted source="${label}" id="${id}">\n${text}\n</untrusted id="${id}">`;
}
