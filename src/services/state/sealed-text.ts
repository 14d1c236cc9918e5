import { hash } from "node:crypto";
import type { ExportRead } from "../../domain/ports/exports.ts";
import { DataRefused } from "../../domain/rules/settings/bounded-data.ts";
import { CHECKSUM_PREFIX, fromYaml, toYaml } from "./yaml-text.ts";

const CHECKSUM_LINE = /^# agentforge sha256 ([0-9a-f]{64})\n$/;

/** YAML followed by a comment line with the digest of every byte before it. */
export function sealYaml(data: unknown): Buffer {
  const body = toYaml(data);
  return Buffer.from(`${body}${CHECKSUM_PREFIX}sha256 ${hash("sha256", body)}\n`);
}

/**
 * Without its checksum line a file is truncated, no matter what its YAML looks like. With the line but
 * another digest, it was changed after we wrote it: if it still parses, it may be a person's edit, so they
 * are asked.
 */
export function unsealYaml(content: Buffer): ExportRead {
  const text = decode(content);
  if (text === null) return { status: "damaged", why: "it is not UTF-8 text" };
  const start = startOfSeal(text);
  if (start === 0) return { status: "damaged", why: "its checksum line is missing: the file is truncated" };
  const asWritten = holds(text, start);
  try {
    return { status: asWritten ? "ok" : "edited", data: fromYaml(text.slice(0, start)) };
  } catch (error) {
    if (error instanceof DataRefused) return { status: "damaged", why: error.message };
    if (asWritten) return { status: "damaged", why: "it is not valid YAML" };
    return { status: "damaged", why: "its checksum does not match, and it is no longer valid YAML" };
  }
}

/** Whether a file is unchanged since it was written, without parsing it. */
export function isAsSealed(content: Buffer): boolean {
  const text = decode(content);
  return text !== null && holds(text, startOfSeal(text));
}

function startOfSeal(text: string): number {
  return text.lastIndexOf(`\n${CHECKSUM_PREFIX}sha256 `) + 1;
}

function holds(text: string, start: number): boolean {
  return CHECKSUM_LINE.exec(text.slice(start))?.[1] === hash("sha256", text.slice(0, start));
}

export function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
