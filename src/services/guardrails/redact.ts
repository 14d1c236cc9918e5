import { createHmac, randomBytes } from "node:crypto";
import { redactData } from "../../domain/rules/secrets/redact-data.ts";
import { createRedactor, type Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { TraceRecord } from "./harness/record.ts";
import { replaceShape } from "./secret-shape.ts";
import type { HarnessSettings } from "./settings.ts";

const MASK = "<secret:own-pattern:000000>";

export type Mask = (text: string) => string;

/** For a host that has no redactor: known formats only, with placeholders that mean nothing elsewhere. */
export function ownRedactor(values: readonly string[] = []): Redactor {
  const key = randomBytes(32);
  return createRedactor({
    values,
    tag: (value) => createHmac("sha256", key).update(value).digest("hex").slice(0, 6),
  });
}

/** The redactor as `harness.json` has it: switched off by its owner, or with shapes of their own. */
export function maskOf({ middleware }: HarnessSettings, { text: redact }: Redactor): Mask {
  const { enabled, patterns } = middleware.secret_redaction;
  if (!enabled) return (text) => text;
  return (text) => patterns.reduce((masked, shape) => replaceShape(masked, shape, MASK), redact(text));
}

export function redactRecord(record: TraceRecord, mask: Mask): TraceRecord {
  return redactData(record, mask);
}
