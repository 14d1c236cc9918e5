import "./own-temporary.ts";
/**
 * Plants everything that a hostile repository (or a test run that escaped into `.git`) can make git execute, then does
 * everything the workspace does. Nothing planted may run. The control runs naive git on an identical repository; if an
 * attack that is known to fire there does not, the battery is void.
 *
 *   node test/battery/git-attacks.ts
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Workspace } from "../../src/domain/ports/workspace.ts";
import { ensureStateFolder, findRepository, openWorkspace } from "../../src/services/workspace/index.ts";
import corpus from "./fixtures/git-attacks.json" with { type: "json" };

interface Victim {
  readonly base: string;
  readonly root: string;
  /** A program that leaves a mark and then behaves like a filter. */
  readonly evil: string;
  git(...args: string[]): void;
  write(path: string, text: string): void;
}

const hook = (name: string) => (victim: Victim) => {
  mkdirSync(join(victim.root, ".git/hooks"), { recursive: true });
  cpSync(victim.evil, join(victim.root, ".git/hooks", name));
};
const setting = (name: string, value?: string) => (victim: Victim) =>
  victim.git("config", name, value ?? victim.evil);
const filter = (key: string) => (victim: Victim) => {
  victim.write(".gitattributes", "*.js filter=x\n");
  victim.git("add", ".gitattributes");
  victim.git("commit", "-qm", "attributes");
  victim.git("config", `filter.x.${key}`, victim.evil);
};
const driver = (key: string) => (victim: Victim) => {
  victim.write(".gitattributes", "*.js diff=x merge=x\n");
  victim.git("config", key, victim.evil);
};
const evilConfig = (victim: Victim) => `[core]\n\tfsmonitor = ${victim.evil}\n`;

/** By the names of the corpus; `naive` says whether naive git is known to run it. */
const plants: Record<string, (victim: Victim) => void> = {
  "hooks/pre-commit": hook("pre-commit"),
  "hooks/reference-transaction": hook("reference-transaction"),
  "hooks/post-index-change": hook("post-index-change"),
  "hooks/post-checkout": hook("post-checkout"),
  "core.fsmonitor": setting("core.fsmonitor"),
  "core.hooksPath": (victim) => {
    mkdirSync(join(victim.base, "hooks"));
    cpSync(victim.evil, join(victim.base, "hooks/pre-commit"));
    victim.git("config", "core.hooksPath", join(victim.base, "hooks"));
  },
  "filter.clean": filter("clean"),
  "filter.smudge (checkout)": filter("smudge"),
  "filter.process": filter("process"),
  "info/attributes filter": (victim) => {
    mkdirSync(join(victim.root, ".git/info"), { recursive: true });
    writeFileSync(join(victim.root, ".git/info/attributes"), "* filter=x\n");
    victim.git("config", "filter.x.clean", victim.evil);
  },
  "diff.external": setting("diff.external"),
  "diff.x.textconv": driver("diff.x.textconv"),
  "diff.x.command": driver("diff.x.command"),
  "gpg.program": (victim) => {
    victim.git("config", "commit.gpgSign", "true");
    victim.git("config", "gpg.program", victim.evil);
  },
  "merge driver": (victim) => {
    driver("merge.x.driver")(victim);
    victim.git("add", ".gitattributes");
    victim.git("commit", "-qm", "attributes");
    victim.git("checkout", "-q", "-b", "af/y");
    victim.write("src/add.js", "theirs\n");
    victim.git("commit", "-qam", "theirs");
    victim.git("checkout", "-q", "main");
    victim.write("src/add.js", "ours\n");
    victim.git("commit", "-qam", "ours");
  },
  "core.pager": setting("core.pager"),
  "include.path": (victim) => {
    writeFileSync(join(victim.base, "included"), evilConfig(victim));
    victim.git("config", "include.path", join(victim.base, "included"));
  },
  ".git file redirect": (victim) => {
    renameSync(join(victim.root, ".git"), join(victim.base, "elsewhere"));
    appendFileSync(join(victim.base, "elsewhere/config"), evilConfig(victim));
    writeFileSync(join(victim.root, ".git"), "gitdir: ../elsewhere\n");
  },
  "core.worktree redirect": (victim) => {
    mkdirSync(join(victim.base, "redirected"));
    victim.git("config", "core.worktree", join(victim.base, "redirected"));
  },
  "commondir/config.worktree": (victim) => {
    victim.git("config", "extensions.worktreeConfig", "true");
    writeFileSync(join(victim.root, ".git/config.worktree"), evilConfig(victim));
  },
  "alias shadow (not a builtin override)": setting("alias.status", "!false"),
  "index.lock left (DoS)": (victim) => writeFileSync(join(victim.root, ".git/index.lock"), ""),
  "embedded bare repo in subdir": (victim) => {
    const sub = join(victim.root, "sub");
    mkdirSync(join(sub, "objects"), { recursive: true });
    mkdirSync(join(sub, "refs"));
    writeFileSync(join(sub, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(
      join(sub, "config"),
      `[core]\n\trepositoryformatversion = 0\n\tworktree = ..\n\tfsmonitor = ${victim.evil}\n`,
    );
  },
};

/** Beyond the corpus. Naive git of some versions runs these; they are not part of the control. */
const further: Record<string, (victim: Victim) => void> = {
  "hooks from configuration": (victim) => {
    for (const event of ["pre-commit", "reference-transaction", "post-index-change"]) {
      victim.git("config", `hook.${event}.event`, event);
      victim.git("config", `hook.${event}.command`, victim.evil);
    }
  },
  "fsmonitor in a submodule": (victim) => {
    const inner = join(victim.base, "inner");
    execFileSync("git", ["init", "-q", "-b", "main", inner], { env: userEnv(victim.base) });
    execFileSync("git", ["commit", "-q", "--allow-empty", "-m", "inner"], {
      cwd: inner,
      env: userEnv(victim.base),
    });
    victim.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
    victim.git("commit", "-qm", "module");
    execFileSync("git", ["config", "core.fsmonitor", victim.evil], { cwd: join(victim.root, "module") });
  },
  "lazy fetch of a missing object": (victim) => {
    victim.git("config", "core.repositoryFormatVersion", "1");
    victim.git("config", "extensions.partialClone", "origin");
    victim.git("config", "remote.origin.url", "ssh://localhost/nowhere");
    victim.git("config", "remote.origin.promisor", "true");
    victim.git("config", "core.sshCommand", victim.evil);
    const blob = execFileSync("git", ["rev-parse", "HEAD:src/data.txt"], {
      cwd: victim.root,
      encoding: "utf8",
    }).trim();
    rmSync(join(victim.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  },
  "fsmonitor in the user's own settings": (victim) => {
    writeFileSync(
      join(victim.base, ".gitconfig"),
      `${evilConfig(victim)}[user]\n\tname = Ada\n\temail = ada@example.org\n`,
    );
  },
  "a program as excludes file": (victim) => victim.git("config", "core.excludesFile", victim.evil),
  "credential helper": setting("credential.helper"),
  "gitattributes as a link": (victim) => {
    execFileSync("ln", ["-s", victim.evil, join(victim.root, ".gitattributes")]);
  },
};

const rows: Record<string, { naive: string; ours: string; landed: string }> = {};
let fired = 0;
let silent = 0;
for (const [name, plant] of [...Object.entries(plants), ...Object.entries(further)]) {
  const known = corpus.find((item) => item.attack === name);
  const naive = runNaive(plant);
  const { ran, landed } = await runOurs(plant);
  if (ran) fired += 1;
  if (known?.naive_git.startsWith("FIRED") && !naive) silent += 1;
  rows[name] = { naive: naive ? "fired" : "silent", ours: ran ? "FIRED" : "clean", landed };
}
for (const item of corpus) {
  if (!(item.attack in plants)) throw new Error(`the corpus has an attack that is not built: ${item.attack}`);
}
console.table(rows);
console.log(
  `${Object.keys(rows).length} attacks, ${fired} fired; controls that should have fired and did not: ${silent}`,
);
if (silent > 0) console.log("VOID: a control did not fire");
if (fired > 0 || silent > 0) process.exitCode = 1;

function runNaive(plant: (victim: Victim) => void): boolean {
  const victim = createVictim();
  plant(victim);
  clearMark(victim);
  const commands = [
    ["status", "--porcelain"],
    ["-C", "sub", "status"],
    ["diff"],
    ["add", "-A"],
    ["commit", "-qm", "agent", "--all"],
    ["checkout", "-q", "-b", "af/x"],
    ["checkout", "-q", "--", "."],
    ["worktree", "add", "-q", "../wtn"],
    ["merge", "-q", "af/y"],
  ];
  victim.write("src/add.js", "changed by hand, not by AgentForge\n");
  // its own process group, so that everything a planted program started ends with it
  for (const command of commands)
    spawnSync("timeout", ["-s", "KILL", "10", "git", ...command], {
      cwd: victim.root,
      env: userEnv(victim.base),
    });
  return end(victim);
}

async function runOurs(plant: (victim: Victim) => void): Promise<{ ran: boolean; landed: string }> {
  const victim = createVictim();
  plant(victim);
  victim.write("src/dirty.js", "changed by hand\n");
  clearMark(victim);
  const root = await findRepository(join(victim.root, "src"));
  const workspace = await openWorkspace({
    root,
    stateFolder: await ensureStateFolder(root),
    now: () => new Date(),
    randomId: () => randomUUID().slice(0, 13),
    git: { path: "git", env: { PATH: process.env.PATH ?? "", HOME: victim.base } },
  });
  await workspace.state();
  const landed = [await repair(workspace, "src/add.js"), await repair(workspace, "src/data.txt")].join(", ");
  await workspace.recover();
  await workspace.state();
  return { ran: end(victim), landed };
}

async function repair(workspace: Workspace, path: string): Promise<string> {
  const landingId = `L-${randomUUID().slice(0, 8)}`;
  const attempt = await workspace.openAttempt(landingId);
  await attempt.writeBytes(path, Buffer.from("repaired\n"));
  const change = await attempt.changes();
  await attempt.close();
  const request = { change, message: "fix(attack): repair the file", traceId: randomUUID(), landingId };
  try {
    const landing = await workspace.land(request);
    if (landing.status !== "landed") return "conflict";
    const back = await workspace.rollback(landingId);
    return back.status === "restored" ? "landed" : back.status;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "failed";
  }
}

function createVictim(): Victim {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-attack-")));
  const root = join(base, "repository");
  const evil = join(base, "evil");
  mkdirSync(root);
  writeFileSync(evil, `#!/bin/sh\ntouch ${join(base, "mark")}\ncat\n`);
  chmodSync(evil, 0o755);
  const git = (...args: string[]) => {
    execFileSync("git", args, { cwd: root, env: userEnv(base), stdio: ["ignore", "pipe", "pipe"] });
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git("init", "-q", "-b", "main");
  for (const name of ["add.js", "dirty.js", "data.txt"]) write(`src/${name}`, `${name}\n`);
  git("add", ".");
  git("commit", "-qm", "first");
  return { base, root, evil, git, write };
}

function clearMark(victim: Victim): void {
  rmSync(join(victim.base, "mark"), { force: true });
}

function end(victim: Victim): boolean {
  const ran = existsSync(join(victim.base, "mark"));
  if (!readFileSync(victim.evil, "utf8").includes("touch")) throw new Error("the trap itself was changed");
  rmSync(victim.base, { recursive: true, force: true });
  return ran;
}

function userEnv(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  };
}
