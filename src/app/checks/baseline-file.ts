import { hash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ViolationBaseline } from "../../domain/entities/violation-baseline.ts";
import { AgentForgeError, messageOf } from "../../domain/errors.ts";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/settings/bounded-data.ts";
import type { BaselineFile } from "../../services/conformance/index.ts";
import { writeDurably } from "../../services/workspace/index.ts";

export const BASELINE_FILE = ".agentforge/contracts/baseline.json";

/** The baseline next to the contracts; null if there is none. */
export async function openBaseline(stateFolder: string): Promise<BaselineFile | null> {
  const file = fileIn(stateFolder);
  const status = await lstat(file).catch(() => null);
  if (status === null) return null;
  if (!status.isFile()) throw unreadable("it is not a plain file");
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw unreadable(error.message);
  });
  return { digest: hash("sha256", text), parse: () => parseBaseline(text) };
}

function parseBaseline(text: string): ViolationBaseline {
  try {
    return ViolationBaseline.parse(readBounded(text, JSON.parse, WRITTEN_BY_PROGRAMS));
  } catch (error) {
    throw unreadable(messageOf(error));
  }
}

/** One line for each entry, so that two branches can be merged. A link in its place is replaced, not followed. */
export async function writeBaseline(stateFolder: string, baseline: ViolationBaseline): Promise<void> {
  const folder = join(stateFolder, "contracts");
  if (!(await lstat(folder)).isDirectory())
    throw new AgentForgeError("bad_config", ".agentforge/contracts is not a folder", {
      hint: "Replace it with a real folder; AgentForge does not follow links when it writes.",
    });
  const lines = baseline.violations.map((entry) => `    ${JSON.stringify(entry)}`);
  const text = `{\n  "version": 1,\n  "violations": [\n${lines.join(",\n")}\n  ]\n}\n`;
  const file = fileIn(stateFolder);
  await writeDurably(file, text, 0o644, `${file}.${process.pid}.tmp`);
}

function fileIn(stateFolder: string): string {
  return join(stateFolder, "contracts", "baseline.json");
}

function unreadable(why: string): AgentForgeError {
  return new AgentForgeError("bad_config", `${BASELINE_FILE} cannot be read: ${why}`, {
    hint: "Restore it from git, or remove it and run agentforge conformance baseline.",
  });
}
