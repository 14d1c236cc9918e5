import type { GuardNote } from "../../domain/entities/guard-event.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import { type Json, MalformedPayload } from "./client.ts";

/** Claude Code moves a longer text to a file and shows the model a preview. */
const MAX_CONTEXT = 9_900;

export function recordIn(payload: Json, key: string): Json {
  const value = payload[key];
  if (!isObject(value)) throw new MalformedPayload(`${key} is not an object`);
  return value;
}

export function textIn(payload: Json, key: string): string {
  const value = payload[key];
  if (typeof value !== "string") throw new MalformedPayload(`${key} is not text`);
  return value;
}

/** Parses text that is JSON: some clients send an object as text. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export function contextOf(notes: readonly GuardNote[]): string {
  const text = notes.map((note) => note.text).join("\n\n");
  return text.length > MAX_CONTEXT ? `${text.slice(0, MAX_CONTEXT)}\n(cut)` : text;
}

/** Everything a tool printed, in any answer format. */
export function outputOf(response: unknown): string {
  if (typeof response === "string") return response;
  if (!isObject(response)) return response === undefined ? "" : JSON.stringify(response);
  const { stdout, stderr } = response;
  if (typeof stdout === "string" || typeof stderr === "string")
    return [stdout, stderr].filter((part) => typeof part === "string" && part !== "").join("\n");
  return JSON.stringify(response);
}

/** The same value with every text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
  return value;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
