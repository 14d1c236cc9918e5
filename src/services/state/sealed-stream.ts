import { hash } from "node:crypto";
import { decode } from "./sealed-text.ts";
import { CHECKSUM_PREFIX, fromYaml, toYaml } from "./yaml-text.ts";

const CHECKSUM_LINE = /^# agentforge document ([1-9][0-9]*) sha256 ([0-9a-f]{64})\n$/;
/** Longer than any checksum line. */
export const TAIL_BYTES = 128;

/** Where a stream of documents ends: how many there are, and the digest that the next one continues. */
export interface StreamEnd {
  readonly count: number;
  readonly digest: string;
}

export const EMPTY_STREAM: StreamEnd = { count: 0, digest: "" };

/**
 * Another document, with a comment line whose digest covers it and, through the previous digest, all earlier
 * ones.
 */
export function sealDocument(data: unknown, end: StreamEnd): { bytes: Buffer; end: StreamEnd } {
  const body = `---\n${toYaml(data)}`;
  const next = { count: end.count + 1, digest: hash("sha256", end.digest + body) };
  const line = `${CHECKSUM_PREFIX}document ${next.count} sha256 ${next.digest}\n`;
  return { bytes: Buffer.from(body + line), end: next };
}

export function sealDocuments(documents: readonly unknown[]): Buffer {
  const pieces: Buffer[] = [];
  let end = EMPTY_STREAM;
  for (const document of documents) {
    const sealed = sealDocument(document, end);
    pieces.push(sealed.bytes);
    end = sealed.end;
  }
  return Buffer.concat(pieces);
}

/** The end of a stream from its last bytes alone, or null if it does not end with a whole checksum line. */
export function streamEnd(tail: Buffer): StreamEnd | null {
  const start = tail.lastIndexOf(`\n${CHECKSUM_PREFIX}document `);
  const line = CHECKSUM_LINE.exec(start < 0 ? "" : tail.toString("latin1", start + 1));
  return line === null ? null : { count: Number(line[1]), digest: String(line[2]) };
}

/** Every document up to the first damaged one; the rest, if any, is the torn tail. */
export function unsealDocuments(content: Buffer): { documents: unknown[]; torn: boolean } {
  const documents: unknown[] = [];
  let end = EMPTY_STREAM;
  let position = 0;
  while (position < content.length) {
    const lineStart = content.indexOf(`\n${CHECKSUM_PREFIX}document `, position) + 1;
    const lineEnd = lineStart === 0 ? 0 : content.indexOf("\n", lineStart) + 1;
    if (lineEnd === 0) return { documents, torn: true };
    const body = decode(content.subarray(position, lineStart));
    const line = CHECKSUM_LINE.exec(content.toString("latin1", lineStart, lineEnd));
    if (body === null || line === null) return { documents, torn: true };
    const next = { count: end.count + 1, digest: hash("sha256", end.digest + body) };
    if (Number(line[1]) !== next.count || line[2] !== next.digest) return { documents, torn: true };
    documents.push(fromYaml(body));
    end = next;
    position = lineEnd;
  }
  return { documents, torn: false };
}
