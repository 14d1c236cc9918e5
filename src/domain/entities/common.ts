import { z } from "zod";

/** ISO 8601 with a zone, as written to disk. Times enter the domain as text; nothing here reads a clock. */
export const Timestamp = z.iso.datetime({ offset: true });
export const TraceId = z.uuid();
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const Commit = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

/** A path inside the repository, with forward slashes, as git names it. Syntax only: the workspace opens it. */
export const RepositoryPath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith("/") && !path.split("/").includes("..") && !path.includes("\0"), {
    message: "must be relative to the repository, without '..'",
  });

export const Severity = z.enum(["blocker", "critical", "major", "minor", "info"]);
export type Severity = z.infer<typeof Severity>;

export const Score = z.number().min(0).max(1);
export const Metadata = z.record(z.string(), z.json());
export type Metadata = z.infer<typeof Metadata>;

/** A value as JSON stores it: without undefined fields. */
export function asMetadata(value: object): Metadata {
  return JSON.parse(JSON.stringify(value)) as Metadata;
}
