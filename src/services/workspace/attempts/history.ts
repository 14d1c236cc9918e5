import { AgentForgeError } from "../../../domain/errors.ts";
import type { History } from "../../../domain/ports/workspace.ts";
import type { Git } from "../git/git.ts";

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv"];

/**
 * The user's commits up to the one an attempt started at, read through the attempt's own git directory, which shares
 * their objects. Nothing here writes, and no configuration of the user's repository is read.
 */
export function createHistory(git: Git, base: string | null, check: (path: string) => string): History {
  const read = async (args: readonly string[]): Promise<string> => {
    const { exitCode, bytes } = await git(args, { accept: [128] });
    const text = new TextDecoder().decode(bytes).trimEnd();
    if (exitCode === 0) return text;
    if (text !== "") return `${text}\n(the older history is not in this clone)`;
    throw new AgentForgeError("not_found", "git found no such commit or path", {
      hint: "Check the path, the lines and the commit: git_log lists the commits.",
    });
  };
  const start = (): string => {
    if (base !== null) return base;
    throw new AgentForgeError("not_found", "the repository has no commits yet", {
      hint: "Commit something first.",
    });
  };
  const within = (path: string | null) => (path === null ? [] : ["--", check(path)]);
  return {
    log: (path, limit) =>
      read([
        "log",
        `--max-count=${limit}`,
        "--date=short",
        "--format=%h %ad %an: %s",
        start(),
        ...within(path),
      ]),
    blame: (path, first, last) =>
      read(["blame", "--date=short", "-L", `${first},${last}`, start(), ...within(path)]),
    async show(name, path) {
      const what = path === null ? ["--stat=100"] : ["--patch"];
      const commit = await findCommit(git, name, start());
      return read([
        "show",
        ...PLAIN,
        "--date=short",
        "--format=%h %ad %an%n%n%B",
        ...what,
        commit,
        ...within(path),
      ]);
    },
  };
}

async function findCommit(git: Git, name: string, head: string): Promise<string> {
  const wanted = name.replace(/^HEAD(?=$|[~^])/, head);
  const isName = /^[0-9a-f]{4,64}(?:[~^]\d{0,4})*$/.test(wanted);
  const known =
    isName && (await git(["rev-parse", "--verify", "--quiet", `${wanted}^{commit}`], { accept: [1, 128] }));
  const commit = known && known.exitCode === 0 ? known.text.trim() : null;
  const isHere =
    commit !== null &&
    (await git(["merge-base", "--is-ancestor", commit, head], { accept: [1, 128] })).exitCode === 0;
  if (commit !== null && isHere) return commit;
  throw new AgentForgeError("not_found", `there is no commit ${name} in the history of this copy`, {
    hint: "Use a hash from git_log, or a name such as HEAD~2.",
  });
}
