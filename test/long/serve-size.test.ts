import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouteName } from "../../src/hosts/http/api/routes.ts";
import { launchBrowser, noBrowser, openPage } from "../support/browser.ts";
import { agentforge } from "../support/cli.ts";
import { fillState, LARGE_REVIEW } from "../support/many-reviews.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { type Served, startServe } from "../support/serve.ts";

// How long each view takes is measured by `npm run bench:page`.
let repository: Repository;
let server: Served;

beforeAll(async () => {
  repository = exampleRepository("calculator-js");
  await agentforge(repository.path, ["repair", "--json"]);
  await fillState(repository.path, { reviews: 10_000, rows: 100_000 });
  server = await startServe(repository.path);
}, 300_000);

afterAll(async () => {
  await server.stop();
  repository.remove();
});

const LISTS: readonly [RouteName, Record<string, string | number>][] = [
  ["getProject", {}],
  ["listInbox", { limit: 50 }],
  ["listInbox", { limit: 50, offset: 4_900 }],
  ["getOverview", {}],
  ["listReviews", { limit: 50 }],
  ["listReviews", { limit: 50, offset: 9_900 }],
  ["listReviews", { status: "pending", limit: 200 }],
  ["listRuns", { limit: 50 }],
  ["listViolations", {}],
  ["getTrend", {}],
  ["listPlans", {}],
  ["listJournal", { limit: 100 }],
  ["listJournal", { limit: 100, actor: "human" }],
  ["listJournal", { limit: 100, kind: "review.opened" }],
];

it.each(LISTS)(
  "answers %s %j with 10,000 reviews and 100,000 rows in at most 300 kB",
  async (name, query) => {
    expect(JSON.stringify(await server.call(name, { query })).length).toBeLessThan(300_000);
  },
);

describe.skipIf(noBrowser)("the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("shows the first page of an inbox with 10,000 reviews, and the next one by keyboard", async () => {
    const { page, complaints } = await openPage(browser, server.link, { width: 900 });
    await page.locator(".item").first().waitFor();
    expect(await page.locator(".item").count()).toBe(50);
    const first = await page.locator(".item-title").first().innerText();
    await page.getByRole("button", { name: "Next" }).press("Enter");
    await page.getByText("51–100 of").waitFor();
    await page.locator(".item-title").first().waitFor();
    expect(await page.locator(".item-title").first().innerText()).not.toBe(first);
    await page.keyboard.press("j");
    expect(await page.locator(":focus").getAttribute("data-item")).toMatch(/^review RV-/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows a change of 10,000 lines collapsed, and renders only what is near the viewport once it is opened", async () => {
    const { page, complaints } = await openPage(browser, server.link, { width: 900 });
    await page.goto(new URL(`/reviews/${LARGE_REVIEW}`, server.link).href);
    await page.locator(".folded").waitFor();
    expect(await page.locator(".lines").count()).toBe(0);
    await page.locator(".file-head button").click();
    await page.locator("tr.line").first().waitFor();
    expect(await page.locator("tr.line").count()).toBeLessThan(1_000);
    await page.evaluate("document.querySelector('.file').scrollIntoView({ block: 'end' })");
    await page.getByText("value4999").last().waitFor();
    expect(await page.locator("tr.line").count()).toBeLessThan(2_000);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

it("gives every review once, page by page", async () => {
  const seen = new Set<string>();
  for (let offset = 0; ; offset += 200) {
    const { reviews, total } = await server.call("listReviews", { query: { limit: 200, offset } });
    for (const { review_id } of reviews) seen.add(review_id);
    if (reviews.length === 0) {
      expect(seen.size).toBe(total);
      return;
    }
  }
});

it("pages back through the journal without a gap", async () => {
  const first = await server.call("listJournal", { query: { limit: 500 } });
  const second = await server.call("listJournal", { query: { limit: 500, before: first.next ?? "" } });
  const rows = [...first.records, ...second.records].flatMap(({ metadata: { row } }) =>
    typeof row === "number" ? [row] : [],
  );
  expect(rows).toEqual(Array.from(rows, (_row, index) => (rows[0] ?? 0) - index));
  expect(new Set(rows).size).toBe(rows.length);
});
