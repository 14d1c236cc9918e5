import type { SecretSpan } from "./span.ts";

/** Shorter values ("true", "8080") are common and not secret. */
export const SHORTEST_VALUE = 8;
const PREFIX = 4;

/** A value has this many runs of four in its first eight characters, so checking every fifth run misses none. */
const STRIDE = SHORTEST_VALUE - PREFIX + 1;
const TABLE_BITS = 20;

/**
 * Exact values, in all their encodings. Searching takes one pass over the text, however many there are: four
 * characters decide whether one of them may be near a position, and which one starts there.
 */
export interface KnownValues {
  add(value: string, kind: string): void;
  find(text: string): SecretSpan[];
}

export function createKnownValues(): KnownValues {
  const kinds = new Map<string, string>();
  const byStart = new Map<number, string[]>();
  /** One bit for each slot: small enough to stay in a processor's cache. */
  const maybe = new Uint32Array(1 << (TABLE_BITS - 5));

  function addForm(form: string, kind: string): void {
    if (form.length < SHORTEST_VALUE || kinds.has(form)) return;
    kinds.set(form, kind);
    const key = fourAt(form, 0);
    for (let at = 0; at < STRIDE; at += 1) {
      const slot = slotOf(fourAt(form, at));
      maybe[slot >>> 5] = (maybe[slot >>> 5] ?? 0) | (1 << (slot & 31));
    }
    const forms = [...(byStart.get(key) ?? []), form].sort((a, b) => b.length - a.length);
    byStart.set(key, forms);
  }

  /** The first match that starts between two positions, inclusive; if several start there, the longest. */
  function firstIn(text: string, from: number, to: number): SecretSpan | null {
    for (let start = from; start <= to; start += 1) {
      const form = byStart.get(fourAt(text, start))?.find((each) => text.startsWith(each, start));
      if (form !== undefined) return { kind: kinds.get(form) ?? "secret", start, end: start + form.length };
    }
    return null;
  }

  return {
    add(value, kind) {
      for (const form of formsOf(value)) addForm(form, kind);
    },
    find(text) {
      if (kinds.size === 0) return [];
      const spans: SecretSpan[] = [];
      let from = 0;
      for (let at = STRIDE - 1; at <= text.length - PREFIX; at = from + STRIDE - 1) {
        const slot = slotOf(fourAt(text, at));
        const isPossible = ((maybe[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
        const span = isPossible ? firstIn(text, from, at) : null;
        if (span !== null) spans.push(span);
        from = span?.end ?? at + 1;
      }
      return spans;
    },
  };
}

/** Four characters as a number; different characters may have the same number. */
function fourAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 24)
  );
}

function slotOf(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function formsOf(value: string): string[] {
  if (value.trim().length < SHORTEST_VALUE) return [];
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.trim().length >= 12) : [];
  const wellFormed = value.toWellFormed();
  const bytes = new TextEncoder().encode(wellFormed);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const quoted = JSON.stringify(value).slice(1, -1);
  const encoded = encodeURIComponent(wellFormed);
  return [
    ...(value.includes("\n") ? lines : [value, value.trim()]),
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    encoded,
    encoded.replaceAll("%20", "+"),
    value.replaceAll("'", "'\\''"),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/** The Base64 form of a value depends on its offset in the surrounding text, modulo 3 bytes. */
function base64Forms(bytes: Uint8Array): string[] {
  const forms = [0, 1, 2].flatMap((offset) => {
    const padded = [...Array.from({ length: offset }, () => 0), ...bytes];
    const encoded = btoa(padded.map((byte) => String.fromCharCode(byte)).join("")).replace(/=+$/, "");
    const isWhole = padded.length % 3 === 0;
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1);
    return offset === 0 ? [encoded, core] : [core];
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}
