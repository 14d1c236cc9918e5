import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "../support/axe.ts";
import {
  launchBrowser,
  noBrowser,
  type OpenedPage,
  openPage,
  type ServedPage,
  servePage,
} from "../support/browser.ts";
import { agentforge } from "../support/cli.ts";
import { HOSTILE_FILE, repairOne, shopRepository } from "../support/page-project.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const BRANCH = "<b>/onerror=alert(7)";

describe.skipIf(noBrowser)("the review page", () => {
  let browser: Browser;
  let repository: Repository;
  let server: ServedPage;
  const reviews = { add: "", biggest: "", even: "", twice: "" };

  beforeAll(async () => {
    browser = await launchBrowser();
    repository = shopRepository();
    repository.git("checkout", "-q", "-b", BRANCH);
    repository.git("commit", "-q", "--allow-empty", "-m", "<img src=x onerror=alert(8)>");
    for (const name of ["add", "biggest", "even", "twice"] as const)
      reviews[name] = await repairOne(repository, `test/${name}.test.js`);
    await agentforge(repository.path, ["conformance", "check"]);
    await agentforge(repository.path, ["request", "<img src=x onerror=alert(6)> a **flag**"]);
    server = await servePage(repository.path, { env: { AGENTFORGE_USER: "ada" } });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    repository?.remove();
  });

  const visit = async (path: string, options = {}): Promise<OpenedPage> => {
    const opened = await openPage(browser, server.link, options);
    await opened.page.goto(new URL(path, server.link).href);
    return opened;
  };
  const statusOf = async (id: string) =>
    (await agentforge(repository.path, ["review", "show", id, "--json"])).json;

  it("runs nothing that a repository contains, and shows what would be hidden", async () => {
    const { page, complaints } = await visit(`/reviews/${reviews.twice}`);
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await page.getByText(BRANCH).waitFor();
    expect(await page.locator(".hidden-character").first().innerText()).toBe("<U+202E>");
    for (const path of ["/violations", "/plans", "/journal", "/runs", "/overview", "/"]) {
      await page.goto(new URL(path, server.link).href);
      await page.locator("h1").first().waitFor();
    }
    await page.goto(new URL("/runs", server.link).href);
    await page.getByText("make test/add.test.js pass").waitFor();
    await page.goto(new URL("/violations", server.link).href);
    await page.getByText(HOSTILE_FILE).waitFor();
    expect(await page.locator("img").count()).toBe(0);
    await page.goto(new URL("/plans", server.link).href);
    await page.locator(".list a").first().click();
    await page.getByText("<img src=x onerror=alert(6)>").first().waitFor();
    expect(await page.locator("img, main script, b").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("has no accessibility violation in light and dark mode, and fits a phone", async () => {
    const violation = (await agentforge(repository.path, ["conformance", "violations", "list", "--json"]))
      .json;
    const id = (violation.violations ?? violation)[0].violation_id;
    const paths = [
      ...["/", "/runs", "/violations", "/plans", "/journal", "/overview", "/nowhere"],
      ...[`/reviews/${reviews.twice}`, `/violations/${id}`, `/reviews/${reviews.biggest}`],
    ];
    for (const options of [{ dark: false }, { dark: true }, { dark: false, width: 360, height: 740 }]) {
      const { page, complaints } = await visit("/", options);
      for (const path of paths) {
        await page.goto(new URL(path, server.link).href);
        await page.locator("h1:visible").first().waitFor();
        await page.locator(".loading").first().waitFor({ state: "detached" });
        expect(await faultsOf(page), `${path} ${JSON.stringify(options)}`).toEqual([]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(overflow, `${path} is too wide`).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  }, 180_000);

  it("quickly shows answers from the command line", async () => {
    const { page } = await visit("/");
    const item = page.locator(`[data-item="review ${reviews.twice}"]`);
    await item.waitFor();
    const asked = await agentforge(
      repository.path,
      ["review", "reject", reviews.twice, "--reason", "not this one"],
      { AGENTFORGE_USER: "bob" },
    );
    expect(asked.exitCode).toBe(0);
    await item.waitFor({ state: "detached", timeout: 2000 });
    await page.context().close();
  });

  it("tells the second of two people who answered first", async () => {
    const [first, second] = [
      await visit(`/reviews/${reviews.even}`),
      await visit(`/reviews/${reviews.even}`),
    ];
    await second.page.getByRole("button", { name: /^Approve a/ }).click();
    await first.page.getByRole("button", { name: /^Reject/ }).click();
    const reject = first.page.getByRole("dialog");
    await reject.getByLabel("Why").fill("odd numbers are negative too");
    // An answer that does not arrive is not lost: it is still there to be sent again.
    await first.page.route(/\/reject$/, (route) => route.abort(), { times: 1 });
    await reject.getByRole("button", { name: "Reject" }).click();
    await reject.locator(".toast.bad").waitFor();
    await reject.getByRole("button", { name: "Reject" }).click();
    await first.page.getByText("Rejected.").waitFor();
    await second.page.getByRole("button", { name: "Approve and land" }).click();
    const message = second.page.getByRole("dialog").locator(".toast.bad");
    await message.getByText(/ada answered/).waitFor();
    await message.getByRole("button", { name: "Dismiss" }).click();
    await message.waitFor({ state: "detached" });
    expect(await statusOf(reviews.even)).toMatchObject({
      status: "rejected",
      decision: { by: "ada", reason: "odd numbers are negative too" },
    });
    await first.page.context().close();
    await second.page.context().close();
  });

  it("edits and re-verifies a change, comments on it and sends it back, by keyboard alone", async () => {
    const { page, complaints } = await visit(`/reviews/${reviews.biggest}`);
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await page.keyboard.press("e");
    const editor = page.locator("textarea.editor");
    await editor.waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("export const biggest = (numbers) => Math.max(...numbers);\n");
    await page.keyboard.press("Control+Enter");
    await page.locator(".file .added", { hasText: "Math.max(...numbers)" }).waitFor({ timeout: 20_000 });
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.keyboard.type("empty lists?");
    await page.keyboard.press("Control+Enter");
    await page.locator(".line-comment").waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("say what happens without numbers");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sent back with your comments.").waitFor();
    const review = await statusOf(reviews.biggest);
    expect(review).toMatchObject({ status: "changes_requested", modifications: [{ by: "ada" }] });
    expect(review.decision.reason).toContain("empty lists?");
    expect(review.decision.reason).toContain("say what happens without numbers");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("finds a change and lands it by keyboard alone", async () => {
    const { page, complaints } = await visit("/", { width: 800 });
    const item = page.locator(`[data-item="review ${reviews.add}"]`);
    await item.waitFor();
    const before = repository.git("rev-parse", "HEAD");
    for (let tries = 0; tries < 10; tries += 1) {
      await page.keyboard.press("j");
      if ((await page.locator(":focus").getAttribute("data-item")) === `review ${reviews.add}`) break;
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("Approve", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.getByRole("dialog", { name: "Approve this change" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".toast", { hasText: "Landed as" }).waitFor({ timeout: 20_000 });
    expect(repository.git("rev-parse", "HEAD")).not.toBe(before);
    expect(repository.read("src/add.js")).toContain("a + b");
    expect(await statusOf(reviews.add)).toMatchObject({ status: "landed", decision: { by: "ada" } });
    expect(complaints).toEqual([]);
    await page.goto(new URL(`/certificates/${repository.git("rev-parse", "HEAD").trim()}`, server.link).href);
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByRole("heading", { name: /^Ended: / }).waitFor({ timeout: 20_000 });
    expect(await page.locator("main .badge").first().innerText()).toBe("done");
    await page.context().close();
  });

  it("starts a fix from the page and links to its change", async () => {
    const { page, complaints } = await visit("/violations");
    await page
      .locator("tr", { hasText: "src/price.js" })
      .getByRole("button", { name: /^Fix V-/ })
      .click();
    await page.getByRole("link", { name: /^The change RV-/ }).click({ timeout: 20_000 });
    await page.locator(".file .added", { hasText: "let tax" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("reconnects after the server was killed, once the reader has signed in again", async () => {
    const { page } = await visit("/runs");
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    await server.kill();
    await page.getByText("The server is not responding.", { exact: false }).first().waitFor();
    server = await servePage(repository.path, { port: server.port, env: { AGENTFORGE_USER: "ada" } });
    await page.getByText("The server was restarted.", { exact: false }).waitFor();
    const other = await page.context().newPage();
    await other.goto(server.link);
    await page.locator(".connection .notice").waitFor({ state: "detached", timeout: 5000 });
    await page.getByRole("link", { name: "Violations" }).click();
    await page.getByRole("button", { name: /^Run the checks/ }).click();
    await page.locator(".toast", { hasText: "checked:" }).waitFor();
    await page.context().close();
  });

  it("says what to do first in an empty project", async () => {
    const empty = makeRepository((folder) => writeFileSync(join(folder, "README.md"), "# New\n"));
    const served = await servePage(empty.path);
    try {
      const { page, complaints } = await openPage(browser, served.link);
      await page.getByText("Nothing has happened here yet").waitFor();
      await page.getByText("agentforge repair", { exact: true }).waitFor();
      for (const name of ["Runs", "Violations", "Plans", "Journal", "Overview"]) {
        await page.getByRole("link", { name }).first().click();
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        await page.locator(".loading").first().waitFor({ state: "detached" });
        expect(await faultsOf(page), name).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    } finally {
      await served.stop();
      empty.remove();
    }
  });
});
