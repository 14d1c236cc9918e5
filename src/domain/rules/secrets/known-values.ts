import type { SecretSpan } from "./span.ts";

/** Shorter values ("true", "8080") are everywhere and hide nothing. */
export const SHORTEST_VALUE = 8;
const PREFIX = 4;

/** A value has this many pairs of characters in its first eight, so a look at every seventh pair misses none. */
const STRIDE = SHORTEST_VALUE - 1;

/**
 * Exact texts, in all their encodings. Searching takes one pass over the text, however many there are: two
 * characters decide whether one of them may be around a place, four characters which one starts there.
 */
export interface KnownValues {
  add(value: string, kind: string): void;
  find(text: string): SecretSpan[];
}

export function createKnownValues(): KnownValues {
  const kinds = new Map<string, string>();
  const byStart = new Map<string, string[]>();
  const maybe = new Uint8Array(1 << 16);

  function addForm(form: string, kind: string): void {
    if (form.length < SHORTEST_VALUE || kinds.has(form)) return;
    kinds.set(form, kind);
    const key = form.slice(0, PREFIX);
    for (let at = 0; at < STRIDE; at += 1) maybe[pairAt(form, at)] = 1;
    const forms = [...(byStart.get(key) ?? []), form].sort((a, b) => b.length - a.length);
    byStart.set(key, forms);
  }

  /** The first that starts between two places, both included; of those that start there, the longest. */
  function firstIn(text: string, from: number, to: number): SecretSpan | null {
    for (let start = from; start <= to; start += 1) {
      const form = byStart
        .get(text.slice(start, start + PREFIX))
        ?.find((each) => text.startsWith(each, start));
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
      for (let at = STRIDE - 1; at < text.length - 1; at = from + STRIDE - 1) {
        const span = maybe[pairAt(text, at)] === 1 ? firstIn(text, from, at) : null;
        if (span !== null) spans.push(span);
        from = span?.end ?? at + 1;
      }
      return spans;
    },
  };
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 257 + text.charCodeAt(at + 1)) & 0xffff;
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

/** Base64 of a text that contains the value looks different by where the value starts, modulo 3 bytes. */
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
