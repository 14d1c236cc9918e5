import type { SecretSpan } from "./span.ts";

/** Shorter values ("true", "8080") are everywhere and hide nothing. */
export const SHORTEST_VALUE = 8;
const PREFIX = 4;

/**
 * Exact texts, in the forms they travel in. Finding takes one walk over the text, however many there are: two
 * characters decide whether anything may start at a place, four which.
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
    maybe[pairAt(form, 0)] = 1;
    const forms = [...(byStart.get(key) ?? []), form].sort((a, b) => b.length - a.length);
    byStart.set(key, forms);
  }

  return {
    add(value, kind) {
      for (const form of formsOf(value)) addForm(form, kind);
    },
    find(text) {
      if (kinds.size === 0) return [];
      const spans: SecretSpan[] = [];
      for (let at = 0; at <= text.length - SHORTEST_VALUE; at += 1) {
        if (maybe[pairAt(text, at)] !== 1) continue;
        const form = byStart.get(text.slice(at, at + PREFIX))?.find((each) => text.startsWith(each, at));
        if (form === undefined) continue;
        spans.push({ kind: kinds.get(form) ?? "secret", start: at, end: at + form.length });
        at += form.length - 1;
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
