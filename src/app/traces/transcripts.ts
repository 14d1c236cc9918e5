import { AgentForgeError } from "../../domain/errors.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { HarnessSettings, TraceRecord } from "../../services/guardrails/index.ts";
import type { Json } from "../../services/hook-clients/client.ts";
import type { Transcript } from "./transcript.ts";
import { claudeTranscript } from "./transcripts/claude.ts";
import { codexTranscript } from "./transcripts/codex.ts";
import { geminiTranscript } from "./transcripts/gemini.ts";
import { seedTranscript } from "./transcripts/seed.ts";

const TRANSCRIPTS: readonly Transcript[] = [
  claudeTranscript,
  codexTranscript,
  geminiTranscript,
  seedTranscript,
];

/** The content of a file, and how many of its lines could not be read. */
export interface ReadFile {
  readonly records: readonly TraceRecord[];
  readonly unread: number;
}

/** Our own trace, or a transcript from a client we know. Throws for any other file. */
export function readRecording(text: string, path: string, settings: HarnessSettings): ReadFile {
  const { entries, unread } = parseEntries(text);
  const ours = entries.filter(isOurRecord);
  if (ours.length > 0) return { records: ours, unread: unread + entries.length - ours.length };
  const transcript = TRANSCRIPTS.find((each) => each.matches(entries));
  if (transcript) return { records: transcript.read(entries, settings), unread };
  throw new AgentForgeError("bad_input", `${path} is not a supported trace or transcript`, {
    hint: `Supported: a trace-log.jsonl, ${TRANSCRIPTS.map(({ title }) => title).join(", ")}.`,
  });
}

function isOurRecord(entry: Json): entry is Json & TraceRecord {
  return typeof entry.timestamp === "string" && typeof entry.event === "string" && "result" in entry;
}

/** One object per line, or a single object. */
function parseEntries(text: string): { entries: Json[]; unread: number } {
  const whole = parsed(text);
  if (isObject(whole)) return { entries: [whole], unread: 0 };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map(parsed).filter(isObject);
  return { entries, unread: lines.length - entries.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
