import "./own-temporary.ts";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { report } from "./report.ts";

/**
 * `agentforge ci` and `review approve --to pull-request` against a real Gitea: a red branch is pushed, a job proposes
 * the proven change, runs again, and suggests it on another person's pull request. Only Gitea's own state afterwards
 * counts.
 *
 *   npm run battery:gitea -- --gitea FILE --static DIR
 *
 * FILE is the program, DIR the folder of its templates (the source of the same version). Without them, the exit code is
 * 3.
 */
const { values } = parseArgs({ options: { gitea: { type: "string" }, static: { type: "string" } } });
if (values.gitea === undefined || values.static === undefined) {
  console.log("no Gitea: give --gitea FILE and --static DIR");
  process.exit(3);
}
const program = values.gitea;
const templates = values.static;
const cli = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
const example = fileURLToPath(new URL("../../examples/calculator-js", import.meta.url));
const [user, password] = ["builder", "a-long-pass-phrase-1"];
const folder = mkdtempSync(join(tmpdir(), "gitea-"));
const port = await freePort();
const url = `https://127.0.0.1:${port}`;
const certificate = join(folder, "cert.pem");
const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const notes: string[] = [];
let failures = 0;
let checks = 0;

const server = await startGitea();
try {
  await walk();
} finally {
  server.kill("SIGTERM");
  await wait(500);
  rmSync(folder, { recursive: true, force: true });
}
report(
  {
    title: "A real Gitea",
    counts: [
      { name: "checks", value: checks },
      { name: "failed", value: failures, mustBe: 0 },
    ],
    controls: [{ name: "all checks ran", holds: checks >= 12, shown: String(checks) }],
  },
  notes,
);

async function walk(): Promise<void> {
  const { sha1: token } = await api<{ sha1: string }>("POST", `/users/${user}/tokens`, {
    name: "job",
    scopes: ["write:repository", "write:issue", "read:user"],
  });
  await api("POST", "/user/repos", { name: "calculator", default_branch: "main", private: true });
  const clone = join(folder, "clone");
  cpSync(example, clone, { recursive: true });
  const git = (...args: string[]) => runGit(clone, token, args);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "first");
  git("remote", "add", "origin", `${url}/${user}/calculator.git`);
  git("push", "-q", "origin", "main");

  const first = await job(clone, token, ["--propose", "pull-request"]);
  check("the job is red and offers a change", first.code === 1, first.text);
  const [opened, ...others] = await pulls();
  check("there is one pull request", opened !== undefined && others.length === 0, JSON.stringify(others));
  check("it is for the branch that was red", opened?.base.ref === "main", opened?.base.ref ?? "");
  check("its branch is ours", /^agentforge\//.test(opened?.head.ref ?? ""), opened?.head.ref ?? "");
  const diff = await read(`/repos/${user}/calculator/pulls/${opened?.number}.diff`);
  check("it contains the fix and nothing else", fixesOnly(diff), diff);
  check("main is unchanged", (await branchFile("main")).includes("return a - b"), "main changed");

  rmSync(join(clone, ".agentforge"), { recursive: true, force: true });
  const second = await job(clone, token, ["--propose", "pull-request"]);
  const after = await pulls();
  check("the next run updates the same one", second.code === 1 && after.length === 1, second.text);
  check("under the same number", after[0]?.number === opened?.number, String(after[0]?.number));

  git("switch", "-qc", "feature");
  writeFileSync(join(clone, "notes.txt"), "a feature\n");
  writeFileSync(
    join(clone, "calculator.js"),
    readFileSync(join(clone, "calculator.js"), "utf8").replace("a - b", "a - b - 0"),
  );
  git("add", "notes.txt", "calculator.js");
  git("commit", "-qm", "A feature");
  git("push", "-q", "origin", "feature");
  const feature = await api<Pull>("POST", `/repos/${user}/calculator/pulls`, {
    ...{ head: "feature", base: "main", title: "A feature" },
  });
  rmSync(join(clone, ".agentforge"), { recursive: true, force: true });
  const head = git("rev-parse", "HEAD").trim();
  const suggested = await job(clone, token, ["--propose", "suggestion"], { number: feature.number, head });
  const reviews = await api<{ body: string; id: number }[]>(
    "GET",
    `/repos/${user}/calculator/pulls/${feature.number}/reviews`,
  );
  check("the change is suggested on the pull request", reviews.length === 1, suggested.text);
  const comments = await api<{ body: string; path: string }[]>(
    "GET",
    `/repos/${user}/calculator/pulls/${feature.number}/reviews/${reviews[0]?.id}/comments`,
  );
  check(
    "next to its line",
    comments.some(({ path, body }) => path === "calculator.js" && body.includes("return a + b")),
    JSON.stringify(comments),
  );
  rmSync(join(clone, ".agentforge"), { recursive: true, force: true });
  await job(clone, token, ["--propose", "suggestion"], { number: feature.number, head });
  const again = await api<unknown[]>("GET", `/repos/${user}/calculator/pulls/${feature.number}/reviews`);
  check("and only once", again.length === 1, `${again.length} reviews`);

  git("switch", "-q", "main");
  rmSync(join(clone, ".agentforge"), { recursive: true, force: true });
  await run(clone, token, ["repair"]);
  const approved = await run(clone, token, ["review", "approve", "--to", "pull-request", "--json"]);
  check("a person's approval opens a pull request too", approved.code === 0, approved.text);
  const refused = await job(clone, "0".repeat(40), ["--propose", "pull-request"]);
  check(
    "a wrong token leaves a patch and says why",
    refused.code === 1 && /401|token/i.test(refused.text),
    refused.text,
  );
  check(
    "the token does not appear in any output",
    ![first, second, suggested, approved].some((each) => each.text.includes(token)),
    "the token was printed",
  );
}

interface Pull {
  readonly number: number;
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
}

function pulls(): Promise<Pull[]> {
  return api<Pull[]>("GET", `/repos/${user}/calculator/pulls?state=open`);
}

function fixesOnly(diff: string): boolean {
  const changed = diff.split("\n").filter((line) => /^[-+](?![-+])/.test(line));
  return changed.join("|") === "-  return a - b;|+  return a + b;";
}

async function branchFile(branch: string): Promise<string> {
  return read(`/repos/${user}/calculator/raw/calculator.js?ref=${branch}`);
}

function check(name: string, holds: boolean, otherwise: string): void {
  checks += 1;
  console.log(`${holds ? "ok    " : "FAILED"} ${name}`);
  if (holds) return;
  failures += 1;
  notes.push(`${name}: ${otherwise.slice(0, 600)}`);
}

/** Like a step started by a Gitea runner. */
function job(cwd: string, token: string, args: readonly string[], pull?: { number: number; head: string }) {
  const event = join(folder, "event.json");
  const repo = { full_name: `${user}/calculator` };
  const pull_request = pull && {
    number: pull.number,
    head: { ref: "feature", sha: pull.head, repo },
    base: { ref: "main", repo },
  };
  writeFileSync(event, JSON.stringify({ ...(pull_request && { pull_request }) }));
  return run(cwd, token, ["ci", "--out", join(folder, "out"), ...args], {
    ...{ GITEA_ACTIONS: "true", GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: `${user}/calculator` },
    ...{ GITHUB_SERVER_URL: url, GITHUB_REF_NAME: pull ? "feature" : "main", GITHUB_REF_TYPE: "branch" },
    ...{ GITHUB_EVENT_PATH: event },
  });
}

async function run(cwd: string, token: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ PATH: process.env.PATH, HOME: home, GITHUB_API_URL: `${url}/api/v1`, AGENTFORGE_FORGE: "gitea" },
      ...{ AGENTFORGE_TOKEN: token, ...credentials(token), ...env },
    },
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += String(chunk)));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, text: out };
}

/** What the checkout step of a job leaves behind, so that `git push` can authenticate. */
function credentials(token: string): NodeJS.ProcessEnv {
  const header = Buffer.from(`${user}:${token}`).toString("base64");
  return {
    ...{ GIT_SSL_CAINFO: certificate, NODE_EXTRA_CA_CERTS: certificate },
    ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `http.${url}/.extraheader` },
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${header}`,
  };
}

function runGit(cwd: string, token: string, args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    ...{ cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    env: { ...process.env, ...credentials(token) },
  });
}

async function api<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const { status, text } = await call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text) as Answer;
}

async function read(path: string): Promise<string> {
  return (await call("GET", path)).text;
}

/** `fetch` cannot be configured with this run's certificate authority. */
function call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const headers = { authorization: basic, "content-type": "application/json" };
    const options = { method, headers, ca: readFileSync(certificate) };
    const sent = request(`${url}/api/v1${path}`, options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.on("end", () => done({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", fail).end(body && JSON.stringify(body));
  });
}

async function startGitea(): Promise<ChildProcess> {
  const config = join(folder, "app.ini");
  const root = join(folder, "gitea");
  mkdirSync(root);
  const asRoot =
    process.getuid?.() === 0 ? ["RUN_USER = root", "I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true"] : [];
  writeFileSync(
    config,
    [
      ...[
        ...asRoot,
        "[server]",
        "PROTOCOL = https",
        `CERT_FILE = ${certificate}`,
        `KEY_FILE = ${join(folder, "key.pem")}`,
        `HTTP_ADDR = 127.0.0.1`,
        `HTTP_PORT = ${port}`,
        `ROOT_URL = ${url}/`,
      ],
      ...[`STATIC_ROOT_PATH = ${templates}`, "DISABLE_SSH = true", "OFFLINE_MODE = true"],
      ...["[database]", "DB_TYPE = sqlite3", `PATH = ${join(root, "gitea.db")}`],
      ...["[repository]", `ROOT = ${join(root, "repositories")}`],
      ...["[security]", "INSTALL_LOCK = true", "SECRET_KEY = for-this-battery-only"],
      ...["[service]", "DISABLE_REGISTRATION = true", "[log]", "LEVEL = Error"],
    ].join("\n"),
  );
  const env = { ...process.env, GITEA_WORK_DIR: root, HOME: root };
  const gitea = (...args: string[]) =>
    execFileSync(program, [...args, "--config", config], { env, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync(program, ["cert", "--host", "127.0.0.1", "--ca"], { cwd: folder, env, stdio: "ignore" });
  gitea("migrate");
  gitea(
    "admin",
    "user",
    "create",
    "--username",
    user,
    "--password",
    password,
    "--email",
    "b@example.com",
    "--admin",
    "--must-change-password=false",
  );
  const child = spawn(program, ["web", "--config", config], { env, stdio: ["ignore", "ignore", "inherit"] });
  for (let tries = 0; tries < 120; tries += 1) {
    const version = await call("GET", "/version").catch(() => null);
    if (version?.status === 200) return child;
    await wait(500);
  }
  child.kill("SIGKILL");
  throw new Error("Gitea did not start within a minute");
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
