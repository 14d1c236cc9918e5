import { redactData } from "../../../domain/rules/secrets/redact-data.ts";
import { createRedactor, type Redactor } from "../../../domain/rules/secrets/redactor.ts";
import type { TraceRecord } from "../harness/record.ts";
import type { HarnessSettings } from "../settings/settings.ts";
import { replaceShape } from "./secret-shape.ts";

const MASK = "<secret:own-pattern:000000>";

export type Mask = (text: string) => string;

/**
 * For a host without a redactor: known formats only, with placeholders that are meaningless elsewhere. Loading
 * `node:crypto` takes a third of a hook's time, so it is deferred until the first secret.
 */
export function ownRedactor(values: readonly string[] = []): Redactor {
  let key: Buffer | null = null;
  return createRedactor({
    values,
    tag(value) {
      const { createHmac, randomBytes } = process.getBuiltinModule("node:crypto");
      key ??= randomBytes(32);
      return createHmac("sha256", key).update(value).digest("hex").slice(0, 6);
    },
  });
}

/** The redactor as configured in `harness.json`: switched off by its owner, or with additional shapes. */
export function maskOf({ middleware }: HarnessSettings, { text: redact }: Redactor): Mask {
  const { enabled, patterns } = middleware.secret_redaction;
  if (!enabled) return (text) => text;
  return (text) => patterns.reduce((masked, shape) => replaceShape(masked, shape, MASK), redact(text));
}

export function redactRecord(record: TraceRecord, mask: Mask): TraceRecord {
  return redactData(record, mask);
}
