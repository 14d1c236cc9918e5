import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "../support/axe.ts";
import { launchBrowser, noBrowser, openPage } from "../support/browser.ts";
import { startAgentforge } from "../support/cli.ts";
import { fillFleet } from "../support/filled-fleet.ts";
import { noPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { firstLine, startServe } from "../support/serve.ts";

const name = noPostgres === null ? "the fleet page" : `the fleet page (skipped: ${noPostgres})`;

describe.skipIf(noBrowser || noPostgres !== null)(name, () => {
  let server: PostgresServer;
  let browser: Browser;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), "agentforge-fleet-page-"));
    env = { AGENTFORGE_DATABASE: server.url, AGENTFORGE_USER: "ada", XDG_CONFIG_HOME: folder };
    await fillFleet(server.url, folder);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("hides what a viewer may not do", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => probe.once("listening", done));
    const { port } = probe.address() as { port: number };
    await new Promise((done) => probe.close(done));
    const address = `http://127.0.0.1:${port}`;
    const proxy = [
      "--trusted-proxy-header",
      "X-User",
      "--group-role",
      "viewer=*",
      "--trusted-proxy",
      "127.0.0.1",
    ];
    const args = ["serve", "--fleet", "--json", "--port", String(port), "--expose", address, ...proxy];
    const serving = startAgentforge(folder, args, env);
    await firstLine(serving);
    const context = await browser.newContext({ extraHTTPHeaders: { "x-user": "eve" } });
    const page = await context.newPage();
    await page.goto(`${address}/reviews/RV-1`);
    await page.getByRole("heading", { name: "fix <b> RV-1" }).waitFor();
    await page.getByText("eve (viewer)").waitFor();
    expect(await page.getByRole("button", { name: /Approve|Reject/ }).count()).toBe(0);
    await page.keyboard.press("r");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.goto(`${address}/workers`);
    await page.getByRole("heading", { name: "Workers", level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: /Pause|Drain/ }).count()).toBe(0);
    await context.close();
    serving.kill("SIGINT");
    await serving;
  }, 120_000);

  it("accepts answers, shows tasks, workers and metrics, and is accessible", async () => {
    const served = await startServe(folder, ["--fleet"], env);
    const { page, complaints } = await openPage(browser, served.link);
    await page.getByRole("link", { name: /RV-1/ }).click();
    await page.getByText("it is new").waitFor();
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page.getByText(/A worker will execute it as T-/).waitFor();
    await page.goto(`${served.address}/reviews/RV-2`);
    await page.getByRole("button", { name: /^Reject/ }).click();
    await page.getByLabel("Why").fill("too broad");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText("Nothing is waiting for an answer").waitFor();
    for (const [path, text] of [
      ["/tasks", "https://example.com/a/shop"],
      ["/workers", "No worker"],
      ["/overview", "By repository"],
      ["/?all=yes", "RV-2"],
    ] as const) {
      await page.goto(served.address + path);
      await page.getByText(text).first().waitFor();
      expect(await faultsOf(page), path).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
    await served.stop();
  }, 180_000);
});
