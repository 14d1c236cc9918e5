import { hash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Mirrors } from "../../domain/ports/mirrors.ts";
import { createGitOverNetwork, type Git, type GitProgram, type Protocol } from "./git/git.ts";
import { remoteAddress, withoutSecrets } from "./hosting/remote-address.ts";
import { type CacheSpace, openCacheSpace, sizeOf, withinSpace } from "./state-folder/cache-space.ts";
import { currentOwner, isMarkAlive, markOf } from "./state-folder/owner.ts";

export interface MirrorsOptions {
  /** Created if missing. Several processes may share the folder: each uses its own subfolder. */
  readonly folder: string;
  /** Beyond this size, the least recently used clones and results are removed. */
  readonly limitBytes: number;
  readonly git: GitProgram;
  readonly token?: string | undefined;
  readonly protocols: readonly Protocol[];
  readonly randomId: () => string;
}

const LONGEST_TRANSFER_MS = 30 * 60_000;
const MIRROR = ["--quiet", "--mirror", "--template=", "--no-hardlinks"];
const REFRESH = [
  ...["fetch", "--quiet", "--prune", "--no-write-fetch-head", "origin"],
  ...["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"],
];

interface Source {
  readonly url: string;
  /** A branch or tag; null for the main branch. */
  readonly ref: string | null;
}

type Kept = Awaited<ReturnType<Mirrors["keep"]>>;

interface Cache extends MirrorsOptions {
  readonly folders: Readonly<Record<"mirrors" | "copies" | "results", string>>;
  readonly space: CacheSpace;
}

/** Clones of remote repositories, so that a task fetches only what is new. Working copies are made from them. */
export async function openMirrors(options: MirrorsOptions): Promise<Mirrors> {
  const own = await takePart(options.folder);
  const folders = {
    mirrors: join(own, "mirrors"),
    copies: join(own, "copies"),
    results: join(own, "results"),
  };
  // Leftovers of a killed process.
  await rm(folders.copies, { recursive: true, force: true });
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true, mode: 0o700 });
  const space = openCacheSpace([folders.mirrors, folders.results], options.limitBytes);
  const cache: Cache = { ...options, folders, space };
  return {
    checkOut: (url, ref, signal = new AbortController().signal) => checkOut(cache, { url, ref }, signal),
    keep: (key, make) => keepResult(cache, key, make),
  };
}

async function checkOut(cache: Cache, source: Source, signal: AbortSignal): Promise<Kept> {
  const { folders, space, limitBytes, randomId } = cache;
  const { url } = source;
  const mirror = join(folders.mirrors, hash("sha256", url).slice(0, 24));
  const release = space.use(mirror);
  const copy = join(folders.copies, randomId());
  try {
    await bringUpToDate(cache, url, mirror, signal);
    await space.make(mirror, (bytes) => tooLarge(url, bytes, limitBytes));
    await copyMirror(cache, source, { mirror, copy, signal });
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
  return { path: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }) };
}

async function bringUpToDate(cache: Cache, url: string, mirror: string, signal: AbortSignal): Promise<void> {
  const { protocols, randomId } = cache;
  const address = remoteAddress(url);
  if (!protocols.includes(address.protocol)) throw wrongProtocol(url, protocols);
  const git = gitFor(cache, address.host, protocols);
  const timeoutMs = LONGEST_TRANSFER_MS;
  if ((await sizeOf(mirror)) > 0) {
    const isFetched = await limited(cache, { url, signal, size: () => sizeOf(mirror) }, (stop) =>
      git(["-C", mirror, ...REFRESH], { timeoutMs, signal: stop }),
    ).then(
      () => followHead(git, mirror),
      () => false,
    );
    if (isFetched) return;
    signal.throwIfAborted();
    // Either the network failed or the clone is broken: the next attempt shows which.
    await rm(mirror, { recursive: true, force: true });
  }
  const fresh = `${mirror}.${randomId()}`;
  try {
    await limited(cache, { url, signal, size: () => sizeOf(fresh) }, (stop) =>
      git(["clone", ...MIRROR, "--", address.url, fresh], { timeoutMs, signal: stop }),
    );
    await rename(fresh, mirror);
  } catch (error) {
    throw unreachable(url, error);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function copyMirror(
  cache: Cache,
  { url, ref }: Source,
  { mirror, copy, signal }: { readonly mirror: string; readonly copy: string; readonly signal: AbortSignal },
): Promise<void> {
  const git = gitFor(cache, "", ["file"]);
  const branch = ref === null ? [] : [`--branch=${checkRef(ref)}`];
  const flags = ["--quiet", "--template=", "--no-recurse-submodules", ...branch];
  await limited(cache, { url, signal, size: () => sizeOfFiles(copy) }, (stop) =>
    git(["clone", ...flags, "--", mirror, copy], { signal: stop }),
  ).catch((error: unknown) => {
    const isGit = error instanceof AgentForgeError && error.code === "git_failed";
    throw isGit && ref !== null ? noSuchRef(url, ref) : error;
  });
  await git(["-C", copy, "remote", "set-url", "origin", url]);
}

async function keepResult(
  { folders, space, limitBytes, randomId }: Cache,
  key: string,
  make: Parameters<Mirrors["keep"]>[1],
): Promise<Kept> {
  const place = join(folders.results, key);
  const release = space.use(place);
  const fresh = `${place}.${randomId()}`;
  try {
    const isThere = (await stat(place).catch(() => null)) !== null;
    if (!isThere) {
      await mkdir(fresh, { mode: 0o700 });
      await make(fresh);
      await rename(fresh, place);
    }
    await space.make(place, (bytes) => resultTooLarge(bytes, limitBytes));
    return { path: place, [Symbol.asyncDispose]: async () => release() };
  } catch (error) {
    release();
    throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function gitFor({ git, token }: Cache, host: string, protocols: readonly Protocol[]): Git {
  return createGitOverNetwork(git, { protocols, host, ...(token && { token }) });
}

interface Transfer {
  readonly url: string;
  readonly signal: AbortSignal;
  /** How much has been written so far. */
  readonly size: () => Promise<number>;
}

/** Stops work that writes more than the cache may hold. */
function limited<Result>(
  { limitBytes }: Cache,
  { url, signal, size }: Transfer,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withinSpace({ size, limitBytes, signal }, (bytes) => tooLarge(url, bytes, limitBytes), work);
}

/** The size of the working files, without `.git`, whose objects are links into the clone. */
async function sizeOfFiles(copy: string): Promise<number> {
  return (await sizeOf(copy)) - (await sizeOf(join(copy, ".git")));
}

/** The remote's main branch may have changed. */
async function followHead(git: Git, mirror: string): Promise<boolean> {
  const { text } = await git(["-C", mirror, "ls-remote", "--symref", "origin", "HEAD"]);
  const head = /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(text)?.[1];
  if (head !== undefined) await git(["-C", mirror, "symbolic-ref", "HEAD", head]);
  return true;
}

const MOST_PARTS = 1000;
const SETTLE_MS = 50;

/** The first subfolder that no living process uses; it still has what its last owner fetched. */
async function takePart(folder: string): Promise<string> {
  const mark = markOf(await currentOwner());
  for (let number = 1; number <= MOST_PARTS; number += 1) {
    const part = join(folder, String(number));
    const owner = join(part, "owner");
    await mkdir(part, { recursive: true, mode: 0o700 });
    const present = await readFile(owner, "utf8").catch(() => null);
    if (present !== null && (await isMarkAlive(present, false))) continue;
    if (present !== null) await rm(owner, { force: true });
    const isWritten = await writeFile(owner, mark, { flag: "wx" }).then(
      () => true,
      () => false,
    );
    // Another process may have found the same dead owner, and removed our claim as well.
    await setTimeout(SETTLE_MS);
    if (isWritten && (await readFile(owner, "utf8").catch(() => null)) === mark) return part;
  }
  throw new AgentForgeError("busy", `every subfolder of ${folder} is in use`, {
    hint: "Name another --cache.",
  });
}

function checkRef(ref: string): string {
  const fine = /^[\w][\w./-]{0,200}$/.test(ref) && !/\.\.|\/\/|\.lock$|[./]$/.test(ref);
  if (fine) return ref;
  throw new AgentForgeError("bad_input", `"${ref}" does not name a branch or tag`, {
    hint: "Give the name of a branch or tag, such as main.",
  });
}

function noSuchRef(url: string, ref: string): AgentForgeError {
  return new AgentForgeError("not_found", `${withoutSecrets(url)} has no branch or tag ${ref}`, {
    hint: `Run \`git ls-remote ${withoutSecrets(url)}\` to list them.`,
  });
}

function wrongProtocol(url: string, protocols: readonly Protocol[]): AgentForgeError {
  const isLocal = remoteAddress(url).protocol === "file";
  const what = isLocal
    ? "is on a local disk, which this worker does not accept"
    : "uses a protocol that is not allowed";
  return new AgentForgeError("bad_input", `${withoutSecrets(url)} ${what}`, {
    hint: isLocal
      ? "Start every worker with --local-remotes, then agentforge fleet retry --set-aside."
      : `Use one of: ${protocols.join(", ")}.`,
  });
}

function unreachable(url: string, error: unknown): unknown {
  if (!(error instanceof AgentForgeError) || error.code !== "git_failed") return error;
  return new AgentForgeError(
    "remote_failed",
    `${withoutSecrets(url)} cannot be fetched: ${withoutSecrets(error.message)}`,
    { hint: "Check the URL, the network and whether this worker may read the repository." },
  );
}

const mb = (size: number) => `${Math.ceil(size / 1e6)} MB`;

function resultTooLarge(bytes: number, limit: number): AgentForgeError {
  return new AgentForgeError(
    "unsupported",
    `the installed dependencies take ${mb(bytes)}, more than the ${mb(limit)} this worker may store`,
    { hint: "Give the worker a larger --cache-size." },
  );
}

function tooLarge(url: string, bytes: number, limit: number): AgentForgeError {
  return new AgentForgeError(
    "unsupported",
    `the clone of ${withoutSecrets(url)} takes ${mb(bytes)}, more than the ${mb(limit)} this worker may store`,
    { hint: "Give the worker a larger --cache-size." },
  );
}
