import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { createGitOutside, type GitProgram, splitRecords } from "./git.ts";
import type { Layout } from "./layout.ts";
import { type SigningWish, signingIn } from "./signing.ts";

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/**
 * The parts of the user's configuration about their files and identity. Read as data; nothing else in it
 * takes effect.
 */
export interface UserSettings {
  /** Null if the user has no git identity. */
  readonly identity: Identity | null;
  readonly objectFormat: "sha1" | "sha256";
  /** Settings that decide what counts as a change, by name. */
  readonly content: ReadonlyMap<string, string>;
  readonly excludesFile: string | null;
  readonly attributesFile: string | null;
  readonly reflog: boolean;
  /** Null if git would not sign. */
  readonly signing: SigningWish | null;
  readonly hooksPath: string | null;
  /** The push URL of each remote. */
  readonly remotes: ReadonlyMap<string, string>;
}

const contentSettings: ReadonlyMap<string, RegExp> = new Map([
  ["core.autocrlf", /^(?:true|false|input)$/],
  ["core.eol", /^(?:lf|crlf|native)$/],
  ["core.filemode", /^(?:true|false)$/],
  ["core.ignorecase", /^(?:true|false)$/],
  ["core.precomposeunicode", /^(?:true|false)$/],
  ["core.symlinks", /^(?:true|false)$/],
  ["core.trustctime", /^(?:true|false)$/],
  ["core.checkstat", /^(?:default|minimal)$/],
  ["core.bigfilethreshold", /^\d+[kmg]?$/],
]);

export async function readUserSettings(program: GitProgram, layout: Layout): Promise<UserSettings> {
  const own = ownFiles(program);
  const settings = await readSources(program, layout, [
    ...own,
    join(layout.commonDir, "config"),
    join(layout.gitDir, "config.worktree"),
  ]);
  const signs = settings.has("commit.gpgsign");
  const refStorage = settings.get("extensions.refstorage") ?? "files";
  if (refStorage !== "files") {
    throw new AgentForgeError("unsupported", `the repository stores its references as "${refStorage}"`, {
      hint: "Run `git refs migrate --ref-format=files`.",
    });
  }
  return {
    identity: identityOf(settings, program.env),
    objectFormat: settings.get("extensions.objectformat") === "sha256" ? "sha256" : "sha1",
    content: new Map(
      [...settings].filter(([name, value]) => contentSettings.get(name)?.test(value.toLowerCase())),
    ),
    excludesFile: await dataFile(settings.get("core.excludesfile"), "ignore", program.env),
    attributesFile: await dataFile(settings.get("core.attributesfile"), "attributes", program.env),
    reflog: settings.get("core.logallrefupdates")?.toLowerCase() !== "false",
    signing: signs ? signingIn(settings, await readSources(program, layout, own)) : null,
    hooksPath: settings.get("core.hookspath") ?? null,
    remotes: new Map([...remotesOf(settings, "url"), ...remotesOf(settings, "pushurl")]),
  };
}

function remotesOf(
  settings: ReadonlyMap<string, string>,
  key: string,
): readonly (readonly [string, string])[] {
  return [...settings].flatMap(([name, value]) => {
    const remote =
      name.startsWith("remote.") && name.endsWith(`.${key}`) ? name.slice(7, -key.length - 1) : "";
    return remote === "" ? [] : [[remote, value] as const];
  });
}

/** The configuration files that no repository can contain. */
function ownFiles({ env: { HOME: home, XDG_CONFIG_HOME: xdg } }: GitProgram): readonly string[] {
  const folder = xdg ?? (home === undefined ? null : join(home, ".config"));
  return [
    "/etc/gitconfig",
    ...(folder === null ? [] : [join(folder, "git", "config")]),
    ...(home === undefined ? [] : [join(home, ".gitconfig")]),
  ];
}

/** All files in one read, with the same precedence as in git. */
async function readSources(
  program: GitProgram,
  layout: Layout,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { HOME: home } = program.env;
  // The only time git sees the user's directory: conditions such as `includeIf "gitdir:…"` compare its path.
  // `config --file` only reads and prints; it opens no index, runs no helper and moves no reference.
  const git = createGitOutside(program, {
    GIT_DIR: layout.gitDir,
    ...(home === undefined ? {} : { HOME: home }),
  });
  const stdin = files.map((file) => `[include]\n\tpath = ${quoted(file)}\n`).join("");
  const output = await git(["config", "--file", "-", "--includes", "--null", "--list"], { stdin });
  return new Map(splitRecords(output).map(entry));
}

/** A value in git's configuration syntax. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

/** `section.sub.key\nvalue`; git prints section and key in lower case. A key without a value is true. */
function entry(record: string): readonly [string, string] {
  const end = record.indexOf("\n");
  return end < 0 ? [record, "true"] : [record.slice(0, end), record.slice(end + 1)];
}

function identityOf(
  settings: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): Identity | null {
  const name = clean(env.GIT_AUTHOR_NAME ?? settings.get("author.name") ?? settings.get("user.name"));
  const email = clean(env.GIT_AUTHOR_EMAIL ?? settings.get("author.email") ?? settings.get("user.email"));
  return name && email ? { name, email } : null;
}

function clean(text: string | undefined): string {
  return (text ?? "").replace(/[<>\p{Cc}]/gu, "").trim();
}

async function dataFile(
  configured: string | undefined,
  standard: "ignore" | "attributes",
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  const home = env.HOME;
  const fallback = env.XDG_CONFIG_HOME ?? (home === undefined ? undefined : join(home, ".config"));
  const path =
    configured?.replace(/^~(?=\/)/, home ?? "/nonexistent") ?? (fallback && join(fallback, "git", standard));
  if (path === undefined || !isAbsolute(path)) return null;
  return (await stat(path).catch(() => null))?.isFile() ? path : null;
}
