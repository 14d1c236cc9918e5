import { readFile } from "node:fs/promises";
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import { DEFAULT_SETTINGS, Settings } from "./settings.ts";

/** Reads `config.yaml`; a missing or empty file means the defaults. */
export async function loadSettings(file: string): Promise<Settings> {
  const text = await readIfPresent(file);
  if (text === null) return DEFAULT_SETTINGS;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    throw badConfig(`${file}:${line}:${col}: ${syntax.message}`);
  }
  const data: unknown = document.toJS() ?? {};
  const parsed = Settings.safeParse(data);
  if (parsed.success) return parsed.data;

  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
  const place = node?.range ? `:${lines.linePos(node.range[0]).line}` : "";
  throw badConfig(`${file}${place}: ${explain(issue)}`);
}

function explain(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return "is not valid";
  const where = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known = where === "" ? Object.keys(Settings.shape) : Object.keys(sectionOf(where));
    const keys = issue.keys.map((key) => `"${where === "" ? key : `${where}.${key}`}"`).join(", ");
    return `unknown setting ${keys}; known here: ${known.join(", ")}`;
  }
  return `"${where}": ${issue.message}`;
}

function sectionOf(name: string): object {
  return (DEFAULT_SETTINGS as unknown as Record<string, object>)[name] ?? {};
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw badConfig(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function badConfig(message: string): AgentForgeError {
  return new AgentForgeError("bad_config", message, {
    hint: "Mend the file, or move it away to run with the defaults.",
  });
}
