import type { TraceRecord } from "./harness/record.ts";
import { replaceShape } from "./secret-shape.ts";
import type { HarnessSettings } from "./settings.ts";

/**
 * Shapes that are a secret wherever they stand. Each keeps what helps a reader and drops what helps a thief.
 * Only a text with one of the needles, in small letters, is searched: most have none.
 */
const PATTERNS: readonly (readonly [needles: readonly string[], RegExp])[] = [
  [["private key-----"], /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  [["akia", "asia", "abia", "acca"], /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g],
  [
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    /\bgh[pousr]_[A-Za-z0-9]{20,255}\b|\bgithub_pat_[A-Za-z0-9_]{20,255}\b/g,
  ],
  [["glpat-"], /\bglpat-[A-Za-z0-9_-]{20,}/g],
  [["sk-"], /\bsk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{20,}/g],
  [["k_live_", "k_test_"], /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g],
  [["xox"], /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  [["aiza"], /\bAIza[0-9A-Za-z_-]{35}\b/g],
  [["ya29."], /\bya29\.[0-9A-Za-z_-]{20,}/g],
  [
    ["npm_", "pypi-", "dop_v1_", "hf_", "sg."],
    /\bnpm_[A-Za-z0-9]{36}\b|\bpypi-[A-Za-z0-9_-]{50,}|\bdop_v1_[a-f0-9]{64}\b|\bhf_[A-Za-z0-9]{30,}\b|\bSG\.[\w-]{20,}\.[\w-]{20,}/g,
  ],
  [["eyj"], /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\b/g],
  [["bearer", "basic", "token"], /(?<=\b(?:Bearer|Basic|Token)\s)[A-Za-z0-9+/=._~-]{12,}/gi],
  [["://"], /(?<=:\/\/[^\s:/@]{1,64}:)[^\s:/@]{3,}(?=@)/g],
  [
    ["passw", "secret", "token", "key", "credential"],
    /(?<=\b[\w-]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API[_-]?KEY|PRIVATE[_-]?KEY|ACCESS[_-]?KEY|CREDENTIALS?)[\w-]*["']?\s{0,2}[:=]\s{0,2}["']?)(?![\w$.]+\(|process\.|os\.|\$)[^\s"'`,;*]{6,}/gi,
  ],
];

const MASK = "[redacted]";

/** Text without secrets. `values` are exact secrets, also hidden in their base64, URL and JSON forms. */
export function redact(text: string, settings: HarnessSettings, values: readonly string[] = []): string {
  const { enabled, patterns } = settings.middleware.secret_redaction;
  if (!enabled) return text;
  let result = text;
  for (const value of values) for (const form of formsOf(value)) result = result.replaceAll(form, MASK);
  const small = result.toLowerCase();
  for (const [needles, pattern] of PATTERNS)
    if (needles.some((needle) => small.includes(needle))) result = result.replace(pattern, MASK);
  for (const pattern of patterns) result = replaceShape(result, pattern, MASK);
  return result;
}

export function redactRecord(
  record: TraceRecord,
  settings: HarnessSettings,
  values: readonly string[],
): TraceRecord {
  return redactValue(record, (text) => redact(text, settings, values)) as TraceRecord;
}

function redactValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, clean));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, clean)]));
  return value;
}

function formsOf(value: string): readonly string[] {
  if (value.length < 6) return [];
  const encoded = Buffer.from(value).toString("base64");
  return [
    value,
    encoded,
    encoded.replace(/=+$/, ""),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
  ];
}
