import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Pipeline } from "../domain/entities/pipeline.ts";
import type { Forge } from "../domain/ports/forge.ts";
import type { Environment } from "../services/config/index.ts";
import { openForge } from "../services/forge/index.ts";

const Repository = z.object({ full_name: z.string() }).nullish();
const Event = z.object({
  pull_request: z
    .object({
      number: z.int().positive(),
      head: z.object({ ref: z.string(), sha: z.string().regex(/^[0-9a-f]{40,64}$/), repo: Repository }),
      base: z.object({ ref: z.string(), repo: Repository }),
    })
    .nullish(),
  workflow_run: z.object({ head_branch: z.string().nullish() }).nullish(),
});

const LARGEST_EVENT = 4 * 1024 * 1024;

/** Detects the current build. An unreadable event file is ignored. */
export async function readPipeline({ pipeline }: Pick<Environment, "pipeline">): Promise<Pipeline> {
  const { kind, repository, branch, summaryFile, outputFile, mergeRequest } = pipeline;
  const host = hostOf(pipeline.serverUrl);
  const common = { kind, host, repository, summaryFile, outputFile };
  if (mergeRequest !== null) {
    const { number, target, commit, sourceRepository } = mergeRequest;
    const isFromFork = sourceRepository !== null && sourceRepository !== repository;
    return { ...common, branch, pullRequest: { number, target, commit, isFromFork } };
  }
  const event = await readEvent(pipeline.eventFile);
  const pull = event?.pull_request;
  if (!pull) return { ...common, branch: event?.workflow_run?.head_branch ?? branch, pullRequest: null };
  const isFromFork = pull.head.repo?.full_name !== pull.base.repo?.full_name;
  const pullRequest = { number: pull.number, target: pull.base.ref, commit: pull.head.sha, isFromFork };
  return { ...common, branch: pull.head.ref, pullRequest };
}

/** Null if there is no token, or the repository is unknown. */
export function forgeOf({ hosting }: Pick<Environment, "hosting">, pipeline: Pipeline): Forge | null {
  const { host, repository, kind } = pipeline;
  if (hosting === null || host === null || repository === null || kind === "none") return null;
  return openForge({ ...hosting, host, repository });
}

async function readEvent(file: string | null): Promise<z.output<typeof Event> | null> {
  if (file === null) return null;
  try {
    const text = await readFile(file, "utf8");
    return text.length > LARGEST_EVENT ? null : (Event.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

function hostOf(url: string | null): string | null {
  return (url !== null && URL.parse(url)?.host) || null;
}
