import "./own-temporary.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { execa } from "execa";
import pg from "pg";
import { parseAllDocuments } from "yaml";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { branchesIn, makeRemote } from "../support/fleet.ts";
import { freePort, startPostgres } from "../support/postgres.ts";
import { renderChart } from "../support/render-chart.ts";
import { rawRequest } from "../support/serve.ts";
import { report } from "./report.ts";

/**
 * Renders the chart in `deploy/helm` with a real Helm: with many values, which must agree with what the tests without
 * Helm render; with values that must be rejected. Then it runs what the chart would run, with the arguments and
 * variables that it gives: the worker repairs a repository and stops when it is told to, the page (on a read-only file
 * system, if there is bubblewrap) trusts the proxy, and KEDA's query counts. Exits with 3 if there is no Helm.
 */
const chart = fileURLToPath(new URL("../../deploy/helm", import.meta.url));
const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
const READ_ONLY = [
  ...["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--die-with-parent"],
  ...["--unshare-user", "--uid", "1000", "--gid", "1000"],
] as const;
const PAGE = { enabled: true, address: "https://review.example.com", proxyAddress: "127.0.0.0/8" };
const VALUES: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { scaling: { enabled: false }, worker: { replicas: 5 } },
  { page: PAGE },
  {
    page: { ...PAGE, proxyAddress: "fd00::1", userHeader: "X-User", groupsHeader: "X-Groups", memory: "1Gi" },
  },
  { image: "registry.example.com:5000/team/agentforge@sha256:00", secret: "other", metricsPort: 9999 },
  {
    worker: {
      concurrency: 4,
      cacheSize: 2_000_000,
      graceSeconds: 1,
      memory: "16Gi",
      cpu: 0.5,
      label: "java",
    },
  },
  { sandbox: { userNamespaces: false }, scaling: { minimum: 0, maximum: 500, pollingSeconds: 5 } },
];
const REJECTED: readonly Readonly<Record<string, unknown>>[] = [
  { replica: 3 },
  { page: { enabled: true } },
  { page: { ...PAGE, proxyAddress: "" } },
  { worker: { label: "' OR true --" } },
  { worker: { graceSeconds: 0 } },
  { scaling: { enabled: "yes" } },
];
const notes: string[] = [];
const note = (what: string, holds: boolean) => {
  if (!holds) notes.push(what);
  return holds ? 0 : 1;
};
const helm = (...args: readonly string[]) =>
  execa("helm", args, { all: true, reject: false, stdin: "ignore" });

const version = await helm("version", "--short");
if (version.exitCode !== 0) {
  console.log("VOID: no Helm on the PATH");
  process.exitCode = 3;
} else await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-helm-"));
  try {
    const file = join(folder, "values.json");
    const rendered = async (values: unknown) => {
      writeFileSync(file, JSON.stringify(values));
      const words = ["template", "test", chart, "--kube-version", "1.33.0", "--values", file];
      const { exitCode, stdout, stderr } = await execa("helm", words, { reject: false, stdin: "ignore" });
      return { exitCode, stdout, stderr };
    };
    let [unequal, refused, linted] = [0, 0, 0];
    for (const values of VALUES) {
      const { exitCode, stdout, stderr } = await rendered(values);
      const ours =
        exitCode === 0 && isDeepStrictEqual(sorted(resources(stdout)), sorted(renderChart(chart, values)));
      unequal += note(`${JSON.stringify(values)}: ${stderr || "Helm renders something else"}`, ours);
      const lint = await helm("lint", "--strict", chart, "--values", file);
      linted += note(lint.all, lint.exitCode === 0);
    }
    for (const values of REJECTED)
      refused += note(`accepts ${JSON.stringify(values)}`, (await rendered(values)).exitCode !== 0);
    const { stdout } = await rendered({ page: PAGE });
    const ran = await runRendered(folder, resources(stdout));
    const changed = resources(stdout).map((each) => ({ ...each, kind: `${each.kind}s` }));
    report(
      {
        title: `deploy/helm with Helm ${version.stdout}`,
        counts: [
          { name: "values", value: VALUES.length },
          { name: "values that helm lint rejects", value: linted, mustBe: 0 },
          { name: "values that the tests render differently", value: unequal, mustBe: 0 },
          { name: "wrong values that are accepted", value: refused, mustBe: 0 },
          { name: "repositories that KEDA counts before the work", value: ran.before, mustBe: 1 },
          { name: "repositories that KEDA counts afterward", value: ran.after, mustBe: 0 },
          { name: "branches that the worker pushed", value: ran.branches, mustBe: 1 },
          { name: "exit code of the stopped worker", value: ran.workerExit, mustBe: 0 },
          { name: "status of the page for a reviewer", value: ran.reviewer, mustBe: 200 },
          { name: "status of the page for nobody", value: ran.nobody, mustBe: 401 },
          { name: "the page had a read-only file system", value: ran.isReadOnly ? 1 : 0 },
        ],
        controls: [
          {
            name: "a difference is noticed",
            holds: !isDeepStrictEqual(sorted(changed), sorted(resources(stdout))),
            shown: "yes",
          },
        ],
      },
      notes,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: resources differ by kind
type Resource = any;

function resources(text: string): readonly Resource[] {
  return parseAllDocuments(text).flatMap((document) => document.toJS() ?? []);
}

/** Helm sorts resources by kind. */
function sorted(all: readonly Resource[]): readonly Resource[] {
  return [...all].sort((a, b) =>
    `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`),
  );
}

/** The commands of the chart, with only the folders and ports of this machine. */
async function runRendered(folder: string, all: readonly Resource[]) {
  const containerOf = (name: string) =>
    all.find((each) => each.kind === "Deployment" && each.metadata.name === `test-${name}`).spec.template.spec
      .containers[0];
  const [trigger] = all.find(({ kind }) => kind === "ScaledObject").spec.triggers;
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const env = Object.fromEntries(
      containerOf("worker").env.map(({ name }: { name: string }) => [name, server.url]),
    );
    const variable = trigger.metadata.connectionFromEnv;
    if (!(variable in env)) throw new Error(`KEDA reads ${variable}, which the worker does not have`);
    const counted = async () =>
      Number(Object.values((await client.query(trigger.metadata.query)).rows[0])[0]);
    const url = makeRemote(join(folder, "shop"));
    await agentforge(folder, ["fleet", "add", url, "--json"], env);
    const enqueued = await agentforge(folder, ["fleet", "enqueue", url, "--tests", "--auto", "--json"], env);
    const before = await counted();
    const words = containerOf("worker").args.map((word: string) =>
      word.replace(/^\/cache$/, join(folder, "cache")),
    );
    const worker = startAgentforge(folder, [...words, "--local-remotes"], { ...env, HOME: folder });
    const { task_id } = enqueued.json.tasks[0];
    for (;;) {
      const { json } = await agentforge(folder, ["fleet", "show", task_id, "--json"], env);
      if (!["queued", "running"].includes(json.status)) break;
      await setTimeout(200);
    }
    worker.kill("SIGTERM");
    const workerExit = (await worker).exitCode ?? -1;
    return {
      ...{ before, after: await counted(), branches: branchesIn(url).length, workerExit },
      ...(await openPage(folder, containerOf("page"), env)),
    };
  } finally {
    await client.end();
    await server.stop();
  }
}

/** As the chart runs it: as an ordinary user without a home, on a read-only file system if there is bubblewrap. */
async function openPage(folder: string, { args, securityContext }: Resource, env: Record<string, string>) {
  const port = await freePort();
  const words = args.map((word: string) => (word === "8720" ? String(port) : word));
  const isReadOnly = securityContext.readOnlyRootFilesystem === true && (await canConfine());
  const [program = "", ...rest] = [...(isReadOnly ? READ_ONLY : []), process.execPath, launcher, ...words];
  const variables = { ...env, HOME: "/home/node" };
  const serving = execa(program, rest, {
    cwd: folder,
    env: variables,
    reject: false,
    stdin: "ignore",
    all: true,
  });
  const ended = serving.then(({ all }) => Promise.reject(new Error(`the page ended: ${all}`)));
  try {
    const ask = async (headers: Record<string, string>) =>
      (await rawRequest(port, { path: "/api/project", headers: { host: "review.example.com", ...headers } }))
        .status;
    while ((await Promise.race([ask({}), ended])) === 0) await setTimeout(100);
    const reviewer = { "x-forwarded-user": "ada", "x-forwarded-groups": "agentforge-reviewers" };
    return { isReadOnly, reviewer: await ask(reviewer), nobody: await ask({}) };
  } finally {
    ended.catch(() => undefined);
    serving.kill("SIGKILL");
    await serving;
  }
}

async function canConfine(): Promise<boolean> {
  const [program, ...rest] = READ_ONLY;
  return (await execa(program, [...rest, "true"], { reject: false })).exitCode === 0;
}
