import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { prometheusText } from "../src/domain/rules/records/prometheus.ts";
import { openFleet } from "../src/services/fleet/index.ts";
import { openJournal } from "../src/services/journal/index.ts";
import { openQueue } from "../src/services/queue/index.ts";
import { openState } from "../src/services/state/index.ts";
import { fleetMetrics } from "../src/workflows/fleet/fleet-metrics.ts";
import { noPostgres, type PostgresServer, startPostgres } from "./support/postgres.ts";
import { renderChart } from "./support/render-chart.ts";

const deploy = fileURLToPath(new URL("../deploy", import.meta.url));
const chart = join(deploy, "helm");
const read = (file: string) => readFileSync(join(deploy, file), "utf8");
const now = () => new Date().toISOString();

async function openTestFleet(postgres?: { readonly url: string; readonly schema: string }) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-deploy-"));
  const { database } = await openState({ folder, now, ...(postgres && { postgres }) });
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: (text) => text });
  const ids = { newTraceId: randomUUID, newTaskId: () => `T-${randomUUID()}` };
  const fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
  const queue = await openQueue({ database, holder: "me", leaseMs: 60_000 });
  return {
    ...{ fleet, queue, now },
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe("the Helm chart", () => {
  const page = { enabled: true, address: "https://review.example.com", proxyAddress: "10.0.0.10" };
  const find = (kind: string, name: string, changes = {}) =>
    renderChart(chart, { page, ...changes }).find(
      (each) => each.kind === kind && each.metadata.name === `test-${name}`,
    );

  it("runs commands, ports and variables that exist, and agrees with the other files", () => {
    const worker = find("Deployment", "worker").spec.template.spec.containers[0];
    const page = find("Deployment", "page").spec.template.spec.containers[0];
    const help = readFileSync(new URL("../docs/commands.md", import.meta.url), "utf8");
    for (const option of [...worker.args, ...page.args].filter((word) => word.startsWith("--")))
      expect(help).toContain(`\`${option}`);
    const dockerfile = read("Dockerfile");
    const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(" ").map(Number);
    expect(exposed).toEqual([worker.ports[0].containerPort, page.ports[0].containerPort]);
    expect(find("Service", "page").spec.ports[0].targetPort).toBe(page.ports[0].name);
    const { services } = parse(read("compose.yaml"));
    expect(services.page.ports).toEqual([expect.stringMatching(`:${page.ports[0].containerPort}$`)]);
    const settings = ["settings", "commands", "scaling", "telemetry"]
      .map((name) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), "utf8"))
      .join("\n");
    const variables = [
      ...[...worker.env, ...page.env].map(({ name }) => name),
      ...Object.keys({ ...services.worker.environment, ...services.page.environment }),
    ];
    for (const name of variables) expect(settings).toContain(name);
  });

  it("lets the workers create namespaces, and gives the page no privileges", () => {
    const { spec } = find("Deployment", "worker").spec.template;
    expect(spec).toMatchObject({ hostUsers: false, securityContext: { runAsNonRoot: true } });
    expect(spec.securityContext.seccompProfile.type).toBe("Unconfined");
    expect(spec.containers[0].securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, procMount: "Unmasked", capabilities: { drop: ["ALL"] } },
    });
    const page = find("Deployment", "page").spec.template.spec;
    expect(page.securityContext.seccompProfile.type).toBe("RuntimeDefault");
    const old = find("Deployment", "worker", { sandbox: { userNamespaces: false } }).spec.template.spec;
    expect([old.hostUsers, old.containers[0].securityContext.procMount]).toEqual([undefined, undefined]);
  });

  it("has a fixed number of workers only if nothing scales them", () => {
    expect(find("Deployment", "worker").spec.replicas).toBeUndefined();
    const scaling = { enabled: false };
    expect(find("Deployment", "worker", { scaling }).spec.replicas).toBe(2);
    expect(find("ScaledObject", "worker", { scaling })).toBeUndefined();
  });

  it("gives a worker that is stopped time to finish, and then to return its tasks", () => {
    const { spec } = find("Deployment", "worker", { worker: { graceSeconds: 90 } }).spec.template;
    expect(spec.containers[0].args.join(" ")).toContain("--grace 90 ");
    expect(spec.terminationGracePeriodSeconds).toBe(120);
    const { selector, maxUnavailable } = find("PodDisruptionBudget", "worker").spec;
    expect(maxUnavailable).toBe("25%");
    expect(selector).toEqual(find("Deployment", "worker").spec.selector);
  });

  it("gives workers their label, and has no page unless it is known who signs people in", () => {
    const argsWith = (worker: object) =>
      find("Deployment", "worker", { worker }).spec.template.spec.containers[0].args.join(" ");
    expect(argsWith({ label: "java" })).toContain("--labels java ");
    expect(argsWith({})).not.toContain("--labels");
    expect(renderChart(chart).map(({ kind }) => kind)).not.toContain("Service");
    expect(() => renderChart(chart, { page: { enabled: true, address: "https://a.example" } })).toThrow(
      "page.proxyAddress",
    );
  });

  it("has a schema that names every value", () => {
    const schema = JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8"));
    const namesIn = (value: unknown, path = ""): string[] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([name, each]) => namesIn(each, `${path}.${name}`))
        : [path];
    const known = (at: typeof schema, path = ""): string[] =>
      Object.entries(at.properties ?? {})
        .flatMap(([name, each]) => known(each, `${path}.${name}`))
        .concat(at.properties === undefined ? [path] : []);
    const values = parse(readFileSync(join(chart, "values.yaml"), "utf8"));
    expect(
      known(schema)
        .filter((name) => name !== ".global")
        .sort(),
    ).toEqual(namesIn(values).sort());
  });

  const helm = spawnSync("helm", ["version"]).status === 0;
  it.skipIf(!helm)(helm ? "passes helm lint" : "passes helm lint (skipped: no helm)", () => {
    const { status, stdout } = spawnSync("helm", ["lint", "--strict", chart], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.anything()]);
  });
});

describe.skipIf(noPostgres !== null)(`on PostgreSQL${noPostgres ? ` (skipped: ${noPostgres})` : ""}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server.stop());

  it("the chart's query counts the repositories with tasks for its workers", async () => {
    await using opened = await openTestFleet({ url: server.url, schema: "agentforge_fleet" });
    const { fleet, queue } = opened;
    const usual = { prepare: { how: "none" }, proposed_as: "pushed-branch" } as const;
    const add = (repository_id: string, label: string | null) =>
      fleet.addRepository({
        ...{ ...usual, repository_id, label, url: `https://example.com/${repository_id}` },
        ...{ added_by: "ada", added_at: now() },
      });
    for (const name of ["busy", "running", "cancelled", "idle"]) await add(name, null);
    await add("java", "java");
    const request = { kind: "tests", auto: false } as const;
    const task = { request, ref: null, priority: 0, by: "ada" };
    const names = ["running", "cancelled", "busy", "busy", "busy", "java"];
    const [running, cancelled] = await fleet.enqueue(names.map((repository) => ({ ...task, repository })));
    const claim = await queue.claim("repository:running", { attemptLimit: null });
    if (claim) await fleet.begin(running?.task_id ?? "", "W-1", claim);
    await fleet.cancel(cancelled?.task_id ?? "", "ada");

    const client = new Client({ connectionString: server.url });
    await client.connect();
    const counted = async (label: string) => {
      const all = renderChart(chart, { worker: { label } });
      const [trigger] = all.find(({ kind }) => kind === "ScaledObject").spec.triggers;
      const { rows } = await client.query(trigger.metadata.query);
      return Object.values(rows[0]).map(Number);
    };
    expect([await counted(""), await counted("java"), await counted("go")]).toEqual([[2], [3], [2]]);
    await client.end();
  });
});

describe("the Grafana dashboard", () => {
  it("uses only metrics and labels that the endpoint has", async () => {
    await using opened = await openTestFleet();
    const text = prometheusText(await fleetMetrics(opened));
    const names = new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name));
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    const { panels } = JSON.parse(read("grafana-dashboard.json"));
    const queries: string[] = panels.flatMap((panel: { targets: { expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr),
    );
    const asked = queries.flatMap((query) => query.match(/agentforge_\w+/g) ?? []);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
    expect([...names].filter((name) => !asked.includes(String(name)))).toEqual([]);
    const grouped = queries.flatMap((query) => [...query.matchAll(/by \((\w+)\)|\{(\w+)=/g)]);
    expect(grouped.map(([, by, where]) => by ?? where).filter((label) => !labels.has(label))).toEqual([]);
  });
});
