import { isDeepStrictEqual } from "node:util";
import type { ExportContent, ExportProblem } from "../../domain/ports/exports.ts";
import { sealDocuments, unsealDocuments } from "./sealed-stream.ts";
import { sealYaml, unsealYaml } from "./sealed-text.ts";

/** The exact bytes of the file with this content. */
export function bytesOf(content: ExportContent): Buffer {
  if ("yaml" in content) return sealYaml(content.yaml);
  if ("documents" in content) return sealDocuments(content.documents);
  return Buffer.from(content.text);
}

/** The state of a file that does not match its expected content. */
export function compare(old: Buffer, content: ExportContent): ExportProblem["found"] {
  if ("text" in content) return isCut(old, Buffer.from(content.text)) ? "damaged" : "edited";
  if ("documents" in content) {
    const { documents, torn } = unsealDocuments(old);
    if (torn) return "damaged";
    const ours: unknown[] = JSON.parse(JSON.stringify(content.documents.slice(0, documents.length)));
    return isDeepStrictEqual(documents, ours) ? "behind" : "ahead";
  }
  const read = unsealYaml(old);
  if (read.status === "ok") return "behind";
  const sameData =
    read.status === "edited" && isDeepStrictEqual(read.data, JSON.parse(JSON.stringify(content.yaml)));
  return read.status === "edited" && !sameData ? "edited" : "damaged";
}

function isCut(old: Buffer, wanted: Buffer): boolean {
  return wanted.subarray(0, old.length).equals(old);
}
